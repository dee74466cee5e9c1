import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callServer, ServerRefusal } from '#schemas/cli/client.ts'
import { moduleName, readModuleFolder } from '#schemas/cli/module-folder.ts'
import { formatProblems } from '#schemas/cli/report.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import type { RunningServer, ServerParts } from '#server/server.ts'

type ServerScript = typeof import('#server/server.ts')

/**
 * A server in this process with the product's modules and demo data, in a folder that goes with it.
 * @throws StartError, e.g. where the port is in use
 */
export async function startDemo(
  root: string,
  { port = 0, host, prepare }: { port?: number; host?: string; prepare?: (parts: ServerParts) => void } = {},
): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pishkhan-documents-'))
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true })
  // The built server starts itself where it is the script of its process, so it stays a file of its own.
  const { startServer } = (await import(/* @vite-ignore */ pathToFileURL(join(root, 'dist/server/server.js')).href)) as ServerScript
  const env = { PORT: String(port), HOST: host, DATA_DIR: dataDir, PISHKHAN_ROOT: root, LOG_LEVEL: 'silent', DEMO: 'on' }
  const server = await startServer(env, prepare).catch((fault: unknown) => {
    remove()
    throw fault
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      remove()
    },
  }
}

/** Signs in as the first of these that the demo data has. */
export async function signInToDemo(url: string, names: readonly (string | undefined)[]): Promise<string> {
  for (const username of names.filter((name) => name !== undefined)) {
    try {
      return (await callServer<{ token: string }>(url, 'POST', 'login', { username, password: demoPassword })).token
    } catch (fault) {
      if (!(fault instanceof ServerRefusal)) throw fault
    }
  }
  throw new Error(`the demo data has nobody with the role ${names.at(-1) ?? ''}, which a fixture needs`)
}

/**
 * Publishes the module of a folder and answers its name.
 * @throws Error with the problems when it cannot be published
 */
export const publishToDemo = (url: string, folder: string, note: string): Promise<string> =>
  publishFilesToDemo(url, readModuleFolder(folder), note, `${folder.replace(/\/+$/, '')}/`)

/** Publishes documents that are in no folder; `folder` stands before their names in problems. */
export async function publishFilesToDemo(url: string, files: Record<string, string>, note: string, folder = ''): Promise<string> {
  const module = moduleName(files)
  const token = await signInToDemo(url, ['developer'])
  try {
    await callServer(url, 'POST', 'publish', { module, documents: files, note }, token)
  } catch (fault) {
    if (!(fault instanceof ServerRefusal) || fault.problems.length === 0) throw fault
    throw new Error(`${formatProblems(fault.problems, files, { folder })}\nthese documents cannot be published`, { cause: fault })
  }
  return module
}
