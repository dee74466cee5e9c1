import { checkModule, type Problem } from '#schemas/check/check-module.ts'
import { isJson } from '#schemas/rules/values/is-json.ts'
import { offlineContext, scanModuleFolder } from './module-folder.ts'
import { formatProblems, summarise } from './report.ts'
import type { Terminal } from './terminal.ts'

/** Reads a folder. `unreadable`: links, files in another encoding, and files that are not JSON. */
export function readFolder(folder: string): { files: Record<string, string>; unreadable: Problem[] } {
  const { files, problems } = scanModuleFolder(folder)
  if (problems.length > 0 || Object.values(files).every(isJson)) return { files, unreadable: problems }
  const isSyntax = ({ severity, pointer, file }: Problem): boolean => severity === 'error' && (pointer === '' || !isJson(files[file] ?? ''))
  return { files, unreadable: checkModule(files, offlineContext()).filter(isSyntax) }
}

/** Prints problems as a compiler does, with the paths of the folder. */
export const problemText = (problems: readonly Problem[], files: Record<string, string>, folder: string, colour: boolean): string =>
  formatProblems(problems, files, { folder: `${folder.replace(/\/+$/, '')}/`, colour })

/** A module's files; undefined if they cannot be read, after printing the reasons. */
export function readableFolder(folder: string, { err, colour }: Terminal, refusal = 'cannot be read'): Record<string, string> | undefined {
  const { files, unreadable } = readFolder(folder)
  if (unreadable.length === 0) return files
  err(problemText(unreadable, files, folder, colour))
  err(`${refusal}: ${summarise(unreadable)}`)
  return undefined
}
