import { openClient, ServerRefusal } from '#schemas/cli/client.ts'
import { serverOf, serverOptions, textOption, type Command } from '#schemas/cli/command.ts'
import { noteSeen } from '#schemas/cli/credentials.ts'
import { formatProblems, summarise } from '#schemas/cli/report.ts'

export const unpublish: Command = {
  name: 'unpublish',
  summary: 'takes a module out of the panel; its data and its versions stay',
  detail: '"publish" or "rollback" brings it back. Refused while another module cannot do without it, and of the panel itself.',
  arguments: ['module'],
  options: { note: { type: 'string', summary: 'why' }, ...serverOptions },
  async run(call) {
    const module = call.arguments[0]!
    const { out, err, env, colour } = call.terminal
    const client = openClient(serverOf(call), env)
    const note = textOption(call, 'note')
    try {
      const { publication } = await client.call<{ publication: number }>('POST', 'publish-remove', {
        module,
        ...(note === undefined ? {} : { note }),
      })
      noteSeen(env, client.server, module, null)
      out(`${module} is out of the panel of ${client.server} (publication ${publication}); its data and its versions are kept`)
      return 0
    } catch (fault) {
      if (!(fault instanceof ServerRefusal)) throw fault
      if (fault.code === 'not-found') throw new Error(`${client.server} has no module "${module}" in its panel`, { cause: fault })
      if (fault.problems.length === 0) throw fault
      err(formatProblems(fault.problems, {}, { colour }))
      err(`not taken away: ${summarise(fault.problems)}`)
      return 1
    }
  },
}
