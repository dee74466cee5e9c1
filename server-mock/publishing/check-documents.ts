import type { Config } from '#server/config.ts'
import { UnreadableDocument, parseModule, type ModuleFiles } from './read-module.ts'

/** One thing that is wrong with a document. */
export interface Problem {
  severity: 'error' | 'warning'
  /** Path in the module's folder. */
  file: string
  line: number
  column: number
  /** JSON pointer. */
  pointer: string
  message: string
  allowed?: readonly string[]
  suggestion?: string
}

/** Checks a module against the contract and against everything else that is published. */
export function checkDocuments(module: string, files: ModuleFiles, _others: ReadonlyMap<string, ModuleFiles>, _config: Pick<Config, 'root'>): Problem[] {
  try {
    const { module: document } = parseModule(files)
    if (document.name !== module) return [{ severity: 'error', file: 'module.json', line: 1, column: 1, pointer: '/name', message: `is "${document.name}", but the publication is of "${module}"` }]
    return []
  } catch (fault) {
    if (fault instanceof UnreadableDocument) return [{ severity: 'error', file: fault.path, line: 1, column: 1, pointer: '', message: fault.message }]
    throw fault
  }
}
