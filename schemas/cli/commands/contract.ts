import { serverAddress } from '#schemas/cli/client.ts'
import { textOption, type Command } from '#schemas/cli/command.ts'
import { runContract } from '#schemas/cli/contract-suite.ts'
import { readCredentials } from '#schemas/cli/credentials.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'

export const contract: Command = {
  name: 'contract',
  summary: 'calls a server as the panel does and says what it does not answer rightly',
  arguments: ['url'],
  options: {
    user: {
      type: 'string',
      value: 'NAME',
      summary: 'signs in for the calls that need it; the password is asked, or read from PISHKHAN_PASSWORD or standard input',
    },
    token: { type: 'string', value: 'T', summary: 'a token; else PISHKHAN_TOKEN, else that of "pishkhan login" to this server' },
    write: {
      type: 'string',
      value: 'MODEL',
      summary:
        'also makes one record of this entity, changes it, trashes it, restores it and destroys it; "all" for each entity that the panel\'s lists can write',
    },
    data: { type: 'string', value: 'JSON', summary: 'the fields of that record; {"title": …} when left out' },
    json: { type: 'boolean', summary: 'prints the results as JSON' },
  },
  async run(call) {
    const { out, env, colour } = call.terminal
    const server = serverAddress({ server: call.arguments[0]! }, {})
    const username = textOption(call, 'user')
    const password =
      username === undefined ? undefined : (env.PISHKHAN_PASSWORD ?? (await call.terminal.askSecret(`Password of ${username}: `)))
    const storedTokens = readCredentials(env).tokens
    const token =
      textOption(call, 'token') ?? env.PISHKHAN_TOKEN ?? (Object.hasOwn(storedTokens, server) ? storedTokens[server]!.token : undefined)
    const write = textOption(call, 'write')
    const data = readData(textOption(call, 'data'))
    const results = await runContract(server, {
      ...(token === undefined ? {} : { token }),
      ...(username !== undefined && password ? { account: { username, password } } : {}),
      ...(write === undefined ? {} : { write }),
      ...(data === undefined ? {} : { data }),
    })
    const skipped = results.filter((result) => result.skipped)
    const failed = results.filter((result) => result.problem !== undefined && !result.skipped)
    if (call.options.json === true) out(JSON.stringify(results, null, 2))
    else {
      for (const { rule, problem, skipped: isSkipped } of results) {
        const word = isSkipped ? 'skip' : problem === undefined ? 'ok' : 'FAIL'
        out(
          `${colour ? `\u001b[${isSkipped ? 33 : problem === undefined ? 32 : 31}m${word}\u001b[0m` : word}${' '.repeat(5 - word.length)}${rule}${problem === undefined ? '' : `\n       ${problem.replaceAll('\n', '\n       ')}`}`,
        )
      }
      out(
        failed.length > 0
          ? `\n${failed.length} of ${results.length} do not hold`
          : skipped.length > 0
            ? `\n${server} answers rightly what was tried; not tried: ${skipped.map((result) => result.rule).join(', ')}`
            : `\n${server} answers as the panel expects`,
      )
    }
    return failed.length === 0 && skipped.length === 0 ? 0 : 1
  },
}

function readData(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    /* reported below */
  }
  throw new UsageError(`--data takes an object in JSON, not ${text}`)
}
