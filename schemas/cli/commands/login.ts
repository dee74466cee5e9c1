import { callServer, serverAddress, ServerRefusal } from '#schemas/cli/client.ts'
import { textOption, type Command, type CommandCall } from '#schemas/cli/command.ts'
import { keepToken, readCredentials, writeCredentials } from '#schemas/cli/credentials.ts'
import type { ChallengeAnswer, SessionAnswer, SignInAnswer } from '#schemas/types/contract.d.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'

export const login: Command = {
  name: 'login',
  summary: "signs in and keeps a developer's token, readable by you alone",
  detail:
    'The token is good for seven days, and for seven more from each day on which it is used; "pishkhan logout" and a new password end it.',
  arguments: [],
  options: {
    server: { type: 'string', value: 'URL', summary: 'the server; else PISHKHAN_SERVER, else that of the last login' },
    username: {
      type: 'string',
      value: 'NAME',
      summary: 'who signs in; the password is asked, or read from PISHKHAN_PASSWORD or standard input',
    },
  },
  async run(call) {
    const { env, out, err } = call.terminal
    const server = serverAddress({ ...(textOption(call, 'server') === undefined ? {} : { server: textOption(call, 'server')! }) }, env)
    const username = textOption(call, 'username')
    if (!username) throw new UsageError('name who signs in: --username NAME')
    const { protocol, hostname } = new URL(server)
    if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      err(`warning: ${server} is not encrypted; the password can be read on the way`)
    const password = env.PISHKHAN_PASSWORD ?? (await call.terminal.askSecret(`Password of ${username}: `))
    if (!password) throw new UsageError('no password was given')
    const answer = await callServer<SignInAnswer>(server, 'POST', 'login', { username, password })
    const { token, user } =
      'token' in answer ? (answer as SessionAnswer) : await secondStep(call, server, (answer as ChallengeAnswer).challenge)
    await requirePublisher(server, token, user.username)
    const lasting = await lastingToken(server, token)
    writeCredentials(env, { ...readCredentials(env), server })
    const path = keepToken(env, server, { token: lasting, username: user.username })
    out(`signed in to ${server} as ${user.name_full || user.username}; the token is kept in ${path}`)
    return 0
  },
}

/** Asks for a code of the user's second factor. */
async function secondStep(call: CommandCall, server: string, challenge: string): Promise<SessionAnswer> {
  const code = await call.terminal.askSecret('Code of your authenticator app, or a backup code: ')
  if (!code) throw new UsageError('no code was given')
  return callServer<SessionAnswer>(server, 'PUT', 'login-second-factor', { challenge, code })
}

/** Signs out again if the user may not publish: the token would be of no use, so it is not stored. */
async function requirePublisher(server: string, token: string, username: string): Promise<void> {
  try {
    await callServer(server, 'GET', 'publish-versions', {}, token)
  } catch (fault) {
    // A server without publishing can still be tested with `contract`.
    if (!(fault instanceof ServerRefusal) || fault.status !== 403) return
    await callServer(server, 'POST', 'persons-logout', {}, token).catch(() => undefined)
    throw new Error(`${username} may not publish to ${server}: that takes a developer; no token is kept`, { cause: fault })
  }
}

/** A token that is valid for days; if the server has none, the token of the sign-in. */
async function lastingToken(server: string, token: string): Promise<string> {
  try {
    const reply = await callServer<{ token?: unknown } | null>(server, 'POST', 'publish-token', {}, token)
    return typeof reply?.token === 'string' ? reply.token : token
  } catch (fault) {
    if (fault instanceof ServerRefusal) return token
    throw fault
  }
}
