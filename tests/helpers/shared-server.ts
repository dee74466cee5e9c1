import { afterAll, beforeAll } from 'vitest'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/**
 * One server for the tests of a file or of a `describe`, with the tokens of the users who call it:
 * `const { server, tokens } = sharedServer(['administrator'])`. Both are there once tests run.
 */
export function sharedServer<User extends string = never>(
  users: readonly User[] = [],
  options: TestServerOptions = {},
): { server: TestServer; tokens: Readonly<Record<User, string>> } {
  let started: TestServer | undefined
  const tokens = {} as Record<User, string>
  beforeAll(async () => {
    started = await startTestServer(options)
    for (const user of users) tokens[user] = await started.signIn(user)
  })
  afterAll(() => started?.close())
  const server = new Proxy({} as TestServer, {
    get(_, name) {
      if (!started) throw new Error('The server is there once tests run.')
      return Reflect.get(started, name) as unknown
    },
  })
  return { server, tokens }
}
