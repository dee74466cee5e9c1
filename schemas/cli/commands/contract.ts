import { serverAddress } from '#schemas/cli/client.ts'
import { serverOptions, textOption, type Command } from '#schemas/cli/command.ts'
import { runContract } from '#schemas/cli/contract-suite.ts'

export const contract: Command = {
  name: 'contract',
  summary: 'calls a server as the panel does and says what it does not answer rightly',
  arguments: ['url'],
  options: {
    user: { type: 'string', value: 'NAME', summary: 'signs in for the calls that need it; the password is asked, or read from PISHKHAN_PASSWORD or standard input' },
    token: serverOptions.token!,
    json: { type: 'boolean', summary: 'prints the results as JSON' },
  },
  async run(call) {
    const { out, env, colour } = call.terminal
    const server = serverAddress({ server: call.arguments[0]! }, {})
    const username = textOption(call, 'user')
    const password = username === undefined ? undefined : env.PISHKHAN_PASSWORD ?? (await call.terminal.askSecret(`Password of ${username}: `))
    const token = textOption(call, 'token') ?? env.PISHKHAN_TOKEN
    const results = await runContract(server, { ...(token === undefined ? {} : { token }), ...(username !== undefined && password ? { account: { username, password } } : {}) })
    const failed = results.filter(result => result.problem !== undefined && !result.skipped)
    if (call.options.json === true) out(JSON.stringify(results, null, 2))
    else {
      for (const { rule, problem, skipped } of results) {
        const word = skipped ? 'skip' : problem === undefined ? 'ok' : 'FAIL'
        out(`${colour ? `\u001b[${skipped ? 33 : problem === undefined ? 32 : 31}m${word}\u001b[0m` : word}${' '.repeat(5 - word.length)}${rule}${problem === undefined ? '' : `\n       ${problem.replaceAll('\n', '\n       ')}`}`)
      }
      out(failed.length === 0 ? `\n${server} answers as the panel expects` : `\n${failed.length} of ${results.length} do not hold`)
    }
    return failed.length === 0 ? 0 : 1
  },
}
