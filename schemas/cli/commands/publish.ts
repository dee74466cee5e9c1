import { checkModule, hasErrors, type Problem } from '#schemas/check/check-module.ts'
import { openClient, ServerRefusal } from '#schemas/cli/client.ts'
import { serverOf, serverOptions, textOption, type Command } from '#schemas/cli/command.ts'
import { noteSeen, readCredentials } from '#schemas/cli/credentials.ts'
import { moduleName, offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'
import { formatProblems, summarise } from '#schemas/cli/report.ts'
import { isJson } from '#schemas/rules/is-json.ts'
import { formatChanges, readChanges } from './diff.ts'

interface Published {
  module: string
  version: number | null
  publication: number
  changed?: boolean
  problems?: Problem[]
  migrations?: string[]
}

/** Problems that only the modules of the server can settle are left to it. */
const isLocal = (problem: Problem, files: Record<string, string>): boolean => problem.pointer === '' || !isJson(files[problem.file] ?? '')

export const publish: Command = {
  name: 'publish',
  summary: 'makes a module the current version on a server; open panels show it by themselves',
  arguments: ['dir'],
  options: {
    note: { type: 'string', summary: 'what has changed, for those who read the versions' },
    'allow-breaking': { type: 'boolean', summary: 'publishes although something that works now stops working' },
    over: { type: 'boolean', summary: 'publishes over a version that somebody else has published meanwhile' },
    'dry-run': { type: 'boolean', summary: 'checks and says what would change, and changes nothing' },
    ...serverOptions,
  },
  async run(call) {
    const folder = call.arguments[0]!
    const files = readModuleFolder(folder)
    const { out, err, env, colour } = call.terminal
    const client = openClient(serverOf(call), env)
    const print = (problems: Problem[]): void => {
      if (problems.length > 0) err(formatProblems(problems, files, { folder: `${folder.replace(/\/+$/, '')}/`, colour }))
    }
    // What is no JSON need not travel; everything else the server knows better, since it has the other modules.
    const local = checkModule(files, offlineContext()).filter((problem) => problem.severity === 'error' && isLocal(problem, files))
    if (local.length > 0) {
      print(local)
      err(`not published: ${summarise(local)}`)
      return 1
    }
    const module = moduleName(files)
    const isDryRun = call.options['dry-run'] === true
    const { changes, version } = await readChanges(client, files)
    const base = call.options.over === true ? {} : { based_on: readCredentials(env).seen?.[`${client.server} ${module}`] ?? version }
    const noted = changes.filter((change) => change.level !== 'additive')
    const breaking = changes.filter((change) => change.level === 'breaking').length
    if (!isDryRun && noted.length > 0) err(formatChanges(noted, colour))
    if (!isDryRun && breaking > 0 && call.options['allow-breaking'] !== true) {
      err(
        `not published: ${breaking === 1 ? 'one change breaks' : `${breaking} changes break`} what works now; --allow-breaking publishes all the same`,
      )
      return 1
    }
    try {
      const note = textOption(call, 'note')
      const result = await client.call<Published>('POST', 'publish', {
        module,
        documents: files,
        ...base,
        ...(note === undefined ? {} : { note }),
        ...(isDryRun ? { dry_run: true } : {}),
      })
      print(result.problems ?? [])
      if (!isDryRun) noteSeen(env, client.server, module, result.version)
      if (isDryRun) {
        out(formatChanges(changes, colour))
        for (const step of result.migrations ?? []) out(`  database: ${step}`)
        out(`${module} can be published to ${client.server}${breaking > 0 ? ' with --allow-breaking' : ''}; nothing has changed`)
      } else if (result.changed === false)
        out(`${module} is current already (version ${result.version}, publication ${result.publication})`)
      else out(`${module} is published to ${client.server}: version ${result.version}, publication ${result.publication}`)
      return hasErrors(result.problems ?? []) ? 1 : 0
    } catch (fault) {
      if (fault instanceof ServerRefusal && fault.code === 'stale-version') {
        err(
          `not published: ${fault.message}\n  "pishkhan diff ${folder}" says what would change; then publish again, or at once with --over`,
        )
        return 1
      }
      if (!(fault instanceof ServerRefusal) || fault.problems.length === 0) throw fault
      print(fault.problems)
      err(`not published: ${summarise(fault.problems)}`)
      return 1
    }
  },
}
