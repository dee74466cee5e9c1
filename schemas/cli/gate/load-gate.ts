import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import type { Terminal } from '#schemas/cli/terminal.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'
import type { GateReport } from '#schemas/gate/gate-report.ts'

export interface GateOptions {
  root: string
  env: Terminal['env']
  /** The documents that are published now; undefined for a module that is new. */
  before?: Record<string, string>
}

export interface GateResult {
  report: GateReport
  /** Pictures (PNG) of what changes, by the id of the surface. */
  pictures: Map<string, { before?: Buffer; after?: Buffer }>
}

/** The interface of `server-mock/gate/gate.ts`, which is loaded only when it is needed. */
export interface GateScript {
  runGate: (folder: string, options: GateOptions) => Promise<GateResult>
  NoBrowser: new () => Error
}

/** @throws UsageError when the command line is not built */
export async function loadGate(): Promise<GateScript> {
  const script = join(productRoot, 'dist/server/gate.js')
  if (!existsSync(script)) throw new UsageError('run "npm run build" first')
  return (await import(/* @vite-ignore */ pathToFileURL(script).href)) as GateScript
}
