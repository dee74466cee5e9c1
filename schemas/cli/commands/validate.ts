import { checkModule, hasErrors, type Problem } from '#schemas/check/check-module.ts'
import { openClient, ServerRefusal } from '#schemas/cli/client.ts'
import { serverOf, serverOptions, textOption, type Command } from '#schemas/cli/command.ts'
import { moduleName, offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'
import { formatProblems, summarise } from '#schemas/cli/report.ts'

/** `validate DIR`: against the product's own modules, or with `--server` against what that server has published. */
export const validate: Command = {
  name: 'validate',
  summary: 'checks a module and says what is wrong, by file, line and column',
  arguments: ['dir'],
  options: { json: { type: 'boolean', summary: 'prints the problems as JSON' }, ...serverOptions },
  async run(call) {
    const folder = call.arguments[0]!
    const files = readModuleFolder(folder)
    let problems: Problem[] = checkModule(files, offlineContext())
    if (textOption(call, 'server') !== undefined && !hasErrors(problems)) {
      const client = openClient(serverOf(call), call.terminal.env)
      problems = await checkOnServer(() => client.call('POST', 'publish', { module: moduleName(files), documents: files, dry_run: true }))
    }
    const { out, colour } = call.terminal
    if (call.options.json === true) out(JSON.stringify(problems, null, 2))
    else {
      if (problems.length > 0) out(formatProblems(problems, files, { folder: `${folder.replace(/\/+$/, '')}/`, colour }))
      out(`${moduleName(files)}: ${summarise(problems)}`)
    }
    return hasErrors(problems) ? 1 : 0
  },
}

/** The problems that a server names, whether it refuses or not. */
export async function checkOnServer(publish: () => Promise<{ problems?: Problem[] }>): Promise<Problem[]> {
  try {
    return (await publish()).problems ?? []
  } catch (fault) {
    if (fault instanceof ServerRefusal && fault.problems.length > 0) return fault.problems
    throw fault
  }
}
