import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Data that the command line stores: a token per server, the server that commands use by default, and the versions seen last. */
export interface Credentials {
  server?: string
  tokens: Record<string, { token: string; username: string }>
  /** Version of a module that was last published or seen here, by `server module`. */ seen?: Record<string, number>
}

type Environment = Readonly<Record<string, string | undefined>>

export const credentialsPath = (env: Environment): string =>
  join(env.PISHKHAN_HOME ?? join(env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config'), 'pishkhan'), 'credentials.json')

export function readCredentials(env: Environment): Credentials {
  const path = credentialsPath(env)
  if (!existsSync(path)) return { tokens: {} }
  try {
    const { server, tokens, seen } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Credentials>
    return {
      ...(typeof server === 'string' ? { server } : {}),
      tokens: tokens !== null && typeof tokens === 'object' ? tokens : {},
      ...(seen !== null && typeof seen === 'object' ? { seen } : {}),
    }
  } catch {
    return { tokens: {} }
  }
}

/** Remembers the version of a module on which the local changes are based. */
export function noteSeen(env: Environment, server: string, module: string, version: number | null): void {
  const credentials = readCredentials(env)
  const { [`${server} ${module}`]: _, ...others } = credentials.seen ?? {}
  writeCredentials(env, { ...credentials, seen: version === null ? others : { ...others, [`${server} ${module}`]: version } })
}

/** Stores the token of a server, or removes it if null; everything else is unchanged. */
export function keepToken(env: Environment, server: string, credential: { token: string; username: string } | null): string {
  const credentials = readCredentials(env)
  const { [server]: _, ...others } = credentials.tokens
  return writeCredentials(env, { ...credentials, tokens: credential === null ? others : { ...others, [server]: credential } })
}

/** Writes a file that only its owner can read, never half of it. */
export function writeCredentials(env: Environment, credentials: Credentials): string {
  const path = credentialsPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, path)
  return path
}
