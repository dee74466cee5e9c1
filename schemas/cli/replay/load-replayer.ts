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
  recordSession: (options: SessionOptions) => Promise<{ steps: number; masked: Masked[] }>
  NoBrowser: new () => Error
}

export interface ReplayOptions {
  root: string
  env: Terminal['env']
  /** Address of a server that answers in the place of the recording. */
  server?: string
  /** Token for that server; otherwise each user of a fixture is signed in with `password`. */
  token?: string
  password?: string
  /** Folder of a module whose documents stand in the place of the recorded ones. */
  documents?: string
  /** Addresses of demo servers that have the documents as they are, and those of the folder. */
  servers?: { before: string; after: string }
  /** Sessions at the same time; 2 when left out. */
  workers?: number
  onResult?: (result: FixtureResult) => void
}

export interface SessionOptions {
  root: string
  env: Terminal['env']
  /** Address of the server that answers. */
  server: string
  /** Where the fixture is written. */
  folder: string
  title: string
  /** Path that is opened first. */
  opens: string
  environment: Pick<FixtureDocumentEnvironment, 'locale' | 'scheme' | 'timezone' | 'viewport'>
  /** Who is signed in already; otherwise the session begins signed out. */
  account?: { username: string; password: string }
  onStep?: (sentence: string) => void
}

/** @throws UsageError when the command line is not built */
export async function loadReplayer(): Promise<Replayer> {
  const script = join(productRoot, 'dist/server/replay.js')
  if (!existsSync(script)) throw new UsageError('run "npm run build" first')
  return (await import(/* @vite-ignore */ pathToFileURL(script).href)) as Replayer
}
