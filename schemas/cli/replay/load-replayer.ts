import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Terminal } from '#schemas/cli/terminal.ts'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'
import type { Masked } from '#schemas/fixtures/mask-secrets.ts'
import type { FixtureDocumentEnvironment } from '#schemas/types/contract.d.ts'
import type { FixtureResult } from './result.ts'

/** The interface of `server-mock/replay/replay.ts`, which is loaded only when it is needed. */
export interface Replayer {
  replayFixtures: (folders: readonly string[], options: ReplayOptions) => Promise<FixtureResult[]>
  recordSession: (options: RecordOptions) => Promise<{ steps: number; masked: Masked[] }>
  NoBrowser: new () => Error
}

export interface ReplayOptions {
  root: string
  env: Terminal['env']
  server?: string
  token?: string
  password?: string
  documents?: string
  workers?: number
  onResult?: (result: FixtureResult) => void
}

interface RecordOptions {
  root: string
  env: Terminal['env']
  server: string
  folder: string
  title: string
  opens: string
  environment: Pick<FixtureDocumentEnvironment, 'locale' | 'scheme' | 'timezone' | 'viewport'>
  account?: { username: string; password: string }
  onStep?: (sentence: string) => void
}

/** @throws UsageError when the command line is not built */
export async function loadReplayer(): Promise<Replayer> {
  const script = join(productRoot, 'dist/server/replay.js')
  if (!existsSync(script)) throw new UsageError('run "npm run build" first')
  return (await import(/* @vite-ignore */ pathToFileURL(script).href)) as Replayer
}
