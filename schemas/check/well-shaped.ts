import { documentOf, type ModuleFiles } from './module-documents.ts'
import { isIgnored } from './module-folder.ts'
import { checkContract } from './schema/contract-check.ts'
import { readSource } from './source.ts'

/** Whether all documents of a module have the shape that the contract asks for, so that they can be compared. */
export const isWellShaped = (files: ModuleFiles): boolean =>
  Object.keys(files).every((path) => {
    const document = isIgnored(path) ? undefined : documentOf(path)
    if (!document) return true
    const source = readSource(path, files[path]!)
    if (source.value !== undefined) checkContract(source, document.kind, () => undefined)
    return !source.problems.some(({ severity }) => severity === 'error')
  })
