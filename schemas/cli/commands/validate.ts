import { checkModule, hasErrors, type Problem } from '#schemas/check/check-module.ts'
import { openClient } from '#schemas/cli/client.ts'
import { serverOf, serverOptions, textOption, type Command, type CommandCall } from '#schemas/cli/command.ts'
import { moduleName, offlineContext } from '#schemas/cli/module-folder.ts'
import { problemText, readFolder } from '#schemas/cli/readable-folder.ts'
import { summarise } from '#schemas/cli/report.ts'
import { breakingRefusal, sendDocuments } from '#schemas/cli/try-publish.ts'
import { formatChanges, readChanges } from './diff.ts'

/** The problems, and further reasons why `publish` would refuse. */
interface Verdict {
  problems: Problem[]
  refusals: string[]
}

/** `validate DIR`: against the product's own modules, or with `--server` against what that server has published. */
export const validate: Command = {
  name: 'validate',
  summary: 'checks a module and says what is wrong, by file, line and column',
  detail: 'With --server it is checked against what is published there, and told what "publish" would say.',
  arguments: ['dir'],
  options: { json: { type: 'boolean', summary: 'prints the problems as JSON' }, ...serverOptions },
  async run(call) {
    const folder = call.arguments[0]!
    const { files, unreadable } = readFolder(folder)
    const { problems, refusals } =
      unreadable.length > 0
        ? { problems: unreadable, refusals: [] }
        : textOption(call, 'server') === undefined
          ? { problems: checkModule(files, offlineContext()), refusals: [] }
          : await askServer(call, files)
    const { out, err, colour } = call.terminal
    if (call.options.json === true) out(JSON.stringify(problems, null, 2))
    else {
      if (problems.length > 0) out(problemText(problems, files, folder, colour))
      out(`${moduleName(files)}: ${summarise(problems)}`)
    }
    for (const refusal of refusals) err(`would not be published: ${refusal}`)
    return hasErrors(problems) || refusals.length > 0 ? 1 : 0
  },
}

/** Asks a server what `publish` would answer; nothing changes there. */
async function askServer(call: CommandCall, files: Record<string, string>): Promise<Verdict> {
  const client = openClient(serverOf(call), call.terminal.env)
  const { changes } = await readChanges(client, files)
  const { problems, refusal } = await sendDocuments(client, files, { dry_run: true })
  const noted = changes.filter((change) => change.level !== 'additive')
  if (call.options.json !== true && noted.length > 0) call.terminal.err(formatChanges(noted, call.terminal.colour))
  return { problems, refusals: [refusal, breakingRefusal(changes, problems)].filter((reason) => reason !== undefined) }
}
