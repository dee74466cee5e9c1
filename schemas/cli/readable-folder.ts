import { checkModule } from '#schemas/check/check-module.ts'
import { isJson } from '#schemas/rules/is-json.ts'
import { offlineContext, readModuleFolder } from './module-folder.ts'
import { formatProblems, summarise } from './report.ts'
import type { Terminal } from './terminal.ts'

/** A module's files; undefined, and the mistakes printed as `validate` prints them, when a file is no JSON. */
export function readableFolder(folder: string, { err, colour }: Terminal): Record<string, string> | undefined {
  const files = readModuleFolder(folder)
  if (Object.values(files).every(isJson)) return files
  const problems = checkModule(files, offlineContext()).filter((problem) => problem.severity === 'error' && problem.pointer === '')
  err(formatProblems(problems, files, { folder: `${folder.replace(/\/+$/, '')}/`, colour }))
  err(`cannot be read: ${summarise(problems)}`)
  return undefined
}
