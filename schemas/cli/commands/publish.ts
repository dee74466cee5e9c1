import { hasErrors, type Problem } from '#schemas/check/check-module.ts'
import { openClient } from '#schemas/cli/client.ts'
import { serverOf, serverOptions, textOption, type Command } from '#schemas/cli/command.ts'
import { noteSeen, readCredentials } from '#schemas/cli/credentials.ts'
import { moduleName } from '#schemas/cli/module-folder.ts'
import { problemText, readableFolder } from '#schemas/cli/readable-folder.ts'
import { summarise } from '#schemas/cli/report.ts'
import { passesGate } from '#schemas/cli/gate/passes-gate.ts'
import { breakingRefusal, sendDocuments } from '#schemas/cli/try-publish.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'
import { formatChanges, readChanges } from './diff.ts'
import { endingOf, endTrial, trialOf } from './trial-options.ts'

export const publish: Command = {
  name: 'publish',
  summary: 'makes a module the current version on a server; open panels show it by themselves',
  arguments: ['dir'],
  options: {
    note: { type: 'string', summary: 'what has changed, for those who read the versions' },
    'allow-breaking': { type: 'boolean', summary: 'publishes although something that works now stops working' },
    over: { type: 'boolean', summary: 'publishes over a version that somebody else has published meanwhile' },
    gate: {
      type: 'boolean',
      summary: 'first says what a user would see differently and whether everything holds that "gate" of module.json asks for, and asks',
    },
    for: {
      type: 'string',
      value: 'WHO',
      summary: 'tries it: only for role:NAME, user:NAME,NAME or share:PERCENT; the others keep the current version',
    },
    'max-error-rate': { type: 'string', value: 'RATE', summary: 'with --for: takes it back when more of its calls fail, e.g. 0.05' },
    'min-calls': { type: 'string', value: 'N', summary: 'with --for: judges it after so many calls' },
    finish: { type: 'boolean', summary: 'publishes what is tried of the module for everybody' },
    end: { type: 'boolean', summary: 'takes back what is tried of the module' },
    'end-trial': { type: 'boolean', summary: 'takes back what is tried of the module, and publishes' },
    yes: { type: 'boolean', summary: 'with --gate: publishes although something is different' },
    html: { type: 'string', value: 'FILE', summary: 'with --gate: writes a page with what it found' },
    json: { type: 'string', value: 'FILE', summary: 'with --gate: writes what it found as JSON' },
    'dry-run': { type: 'boolean', summary: 'checks and says what would change, and changes nothing' },
    ...serverOptions,
  },
  async run(call) {
    const folder = call.arguments[0]!
    const { out, err, env, colour } = call.terminal
    const client = openClient(serverOf(call), env)
    const loose = ['yes', 'html', 'json'].find((name) => call.options[name] !== undefined && call.options.gate !== true)
    if (loose !== undefined) throw new UsageError(`--${loose} goes with --gate`)
    // Only unreadable folders are refused here. The server checks everything else, because it has the other modules.
    const files = readableFolder(folder, call.terminal, 'not published')
    if (!files) return 1
    const print = (problems: Problem[]): void => {
      if (problems.length > 0) err(problemText(problems, files, folder, colour))
    }
    const module = moduleName(files)
    const isDryRun = call.options['dry-run'] === true
    const ending = endingOf(call)
    if (ending) return endTrial(call, client, module, ending)
    const trial = trialOf(call)
    const { changes, version, published } = await readChanges(client, files)
    const base = call.options.over === true ? {} : { based_on: readCredentials(env).seen?.[`${client.server} ${module}`] ?? version }
    const noted = changes.filter((change) => change.level !== 'additive')
    const breaking = breakingRefusal(changes)
    if (!isDryRun && noted.length > 0) err(formatChanges(noted, colour))
    if (!isDryRun && breaking !== undefined && call.options['allow-breaking'] !== true) {
      const { problems } = await sendDocuments(client, files, { ...base, dry_run: true })
      print(problems)
      err(`not published: ${breakingRefusal(changes, problems)!}`)
      return 1
    }
    const gate = call.options.gate === true ? await passesGate(call, folder, published) : undefined
    if (call.options.gate === true && !gate) return 1
    const note = textOption(call, 'note')
    const trying = trial === undefined ? {} : { trial }
    const { result, problems, refusal } = await sendDocuments(client, files, {
      ...base,
      ...(note === undefined ? {} : { note }),
      ...(gate ? { gate } : {}),
      ...(isDryRun ? { dry_run: true } : {}),
      ...trying,
      ...(call.options['end-trial'] === true ? { end_trial: true } : {}),
    })
    print(problems)
    if (refusal !== undefined) {
      err(`not published: ${refusal}\n  "pishkhan diff ${folder}" says what would change; then publish again, or at once with --over`)
      return 1
    }
    if (!result) {
      err(`not published: ${summarise(problems)}`)
      return 1
    }
    if (trial && !isDryRun) {
      out(
        `${module}: version ${result.trial?.version} is tried on ${client.server} for ${textOption(call, 'for')!} (publication ${result.publication})`,
      )
      out(`  for everybody: pishkhan publish ${folder} --finish    back: pishkhan publish ${folder} --end`)
      return 0
    }
    if (!isDryRun) noteSeen(env, client.server, module, result.version)
    if (isDryRun) {
      out(formatChanges(changes, colour))
      for (const step of result.migrations ?? []) out(`  database: ${step}`)
      out(`${module} can be published to ${client.server}${breaking === undefined ? '' : ' with --allow-breaking'}; nothing has changed`)
    } else if (result.changed === false) out(`${module} is current already (version ${result.version}, publication ${result.publication})`)
    else out(`${module} is published to ${client.server}: version ${result.version}, publication ${result.publication}`)
    return hasErrors(problems) ? 1 : 0
  },
}
