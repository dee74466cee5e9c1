import { documentOf, type ModuleFiles } from '#schemas/check/module-documents.ts'
import { withoutMark } from '#schemas/check/parse-module.ts'
import type { ExtensionDocument } from '#schemas/types/contract.d.ts'
import { sortProblems, type Problem } from '#schemas/check/problem.ts'
import { readSource } from '#schemas/check/source.ts'
import type { MigrationProblem } from '#server/database/tables/migration-problems.ts'

/** What stands against the documents in the database, at its line and column in the document that says so. */
export function placeFaults(
  faults: readonly MigrationProblem[],
  modules: ReadonlyMap<string, ModuleFiles>,
  published: string | undefined,
): Problem[] {
  const problems = faults.flatMap(({ entity, field, pointer, message }) => {
    const extension = findExtensionFile(modules, entity, field, pointer)
    if (extension) {
      const { module, path, text } = extension
      return problemAt(module === published ? path : `${module}/${path}`, text, extension.pointer, `${field}: ${message}`)
    }
    const { module, path, text } = findEntityFile(modules, entity) ?? { module: published, path: `entities/${entity}.json`, text: '{}' }
    return problemAt(module === published ? path : `${module}/${path}`, text, pointer, `${field}: ${message}`)
  })
  return sortProblems(problems)
}

/** An error at a pointer of a document: at the name of a field, else at the value. */
export function problemAt(file: string, text: string, pointer: string, message: string): Problem[] {
  const source = readSource(file, text)
  source.report('error', pointer, message, { atKey: /^(\/schema)?\/properties\/[^/]+$/.test(pointer) })
  return source.problems
}

/** The file in which a module adds the field to an entity of another, with the pointer in it; undefined for a field of the entity's own. */
function findExtensionFile(
  modules: ReadonlyMap<string, ModuleFiles>,
  entity: string,
  field: string,
  pointer: string,
): { module: string; path: string; text: string; pointer: string } | undefined {
  for (const [module, files] of modules)
    for (const [path, text] of Object.entries(files)) {
      if (documentOf(path)?.kind !== 'extension') continue
      const { extends: target, properties = {} } = JSON.parse(withoutMark(text)) as ExtensionDocument
      if (target.endsWith(`/entities/${entity}`) && Object.hasOwn(properties, field))
        return { module, path, text, pointer: pointer.replace(/^\/schema/, '') }
    }
  return undefined
}

function findEntityFile(
  modules: ReadonlyMap<string, ModuleFiles>,
  entity: string,
): { module: string; path: string; text: string } | undefined {
  for (const [module, files] of modules) {
    for (const [path, text] of Object.entries(files)) {
      const document = documentOf(path)
      if (document?.kind === 'entity' && ((JSON.parse(withoutMark(text)) as { name?: unknown }).name ?? document.name) === entity)
        return { module, path, text }
    }
  }
  return undefined
}
