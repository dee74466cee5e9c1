import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** What `pishkhan login` keeps: a token a server, and the server that commands use when none is named. */
export interface Credentials { server?: string; tokens: Record<string, { token: string; username: string }> }

type Environment = Readonly<Record<string, string | undefined>>

export const credentialsPath = (env: Environment): string => join(env.PISHKHAN_HOME ?? join(env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config'), 'pishkhan'), 'credentials.json')

export function readCredentials(env: Environment): Credentials {
  const path = credentialsPath(env)
  if (!existsSync(path)) return { tokens: {} }
  try {
    const { server, tokens } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Credentials>
    return { ...(typeof server === 'string' ? { server } : {}), tokens: tokens !== null && typeof tokens === 'object' ? tokens : {} }
  } catch {
    return { tokens: {} }
  }
}

/** Readable by its owner alone, and never half written. */
export function writeCredentials(env: Environment, credentials: Credentials): string {
  const path = credentialsPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, path)
  return path
}
