import { callServer, serverAddress, ServerRefusal } from '#schemas/cli/client.ts'
import { textOption, type Command } from '#schemas/cli/command.ts'
import { keepToken, readCredentials } from '#schemas/cli/credentials.ts'

export const logout: Command = {
  name: 'logout',
  summary: 'ends the session that "login" began and forgets its token',
  arguments: [],
  options: { server: { type: 'string', value: 'URL', summary: 'the server; else PISHKHAN_SERVER, else that of the last login' } },
  async run(call) {
    const { env, out, err } = call.terminal
    const named = textOption(call, 'server')
    const server = serverAddress(named === undefined ? {} : { server: named }, env)
    const { tokens } = readCredentials(env)
    const storedToken = Object.hasOwn(tokens, server) ? tokens[server]! : undefined
    if (!storedToken) {
      out(`nobody is signed in to ${server} here`)
      return 0
    }
    keepToken(env, server, null)
    try {
      await callServer(server, 'POST', 'persons-logout', {}, storedToken.token)
    } catch (fault) {
      if (!(fault instanceof ServerRefusal)) throw fault
      // A session that has already expired need not be ended.
      if (fault.status !== 401) {
        err(`the token of ${storedToken.username} is forgotten here, but ${server} did not end its session: ${fault.message}`)
        return 1
      }
    }
    out(`signed out of ${server}: the session of ${storedToken.username} has ended and its token is forgotten`)
    return 0
  },
}
