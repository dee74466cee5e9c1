import type { Client } from '#schemas/cli/client.ts'
import { textOption, type CommandCall } from '#schemas/cli/command.ts'
import { noteSeen } from '#schemas/cli/credentials.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'

/** What `publish` sends as `trial`. */
export interface TrialOptions {
  role?: string
  users?: string[]
  share?: number
  max_error_rate?: number
  min_calls?: number
}

/**
 * For whom a version is tried; undefined where it is published for everybody.
 * @throws UsageError for what is no role, users or share; whether there are such, the server says
 */
export function trialOf(call: CommandCall): TrialOptions | undefined {
  const who = textOption(call, 'for')
  const limits = {
    ...numberOf(call, 'max-error-rate', 'max_error_rate', (rate) => rate >= 0 && rate <= 1, 'a number from 0 to 1'),
    ...numberOf(call, 'min-calls', 'min_calls', (count) => Number.isInteger(count) && count > 0, 'a whole number from 1'),
  }
  if (who === undefined) {
    if (Object.keys(limits).length > 0) throw new UsageError('--max-error-rate and --min-calls are for a version that is tried with --for')
    return undefined
  }
  const [, kind, names = ''] = /^(role|user|share):(.*)$/.exec(who) ?? []
  if (kind === 'role' && names !== '') return { role: names, ...limits }
  const users = names.split(',').map((name) => name.trim())
  if (kind === 'user' && !users.includes('')) return { users, ...limits }
  if (kind === 'share' && /^\d+(\.\d+)?%?$/.test(names)) return { share: Number.parseFloat(names), ...limits }
  throw new UsageError(`--for says role:NAME, user:NAME,NAME or share:PERCENT, not "${who}"`)
}

function numberOf(
  call: CommandCall,
  option: string,
  name: 'max_error_rate' | 'min_calls',
  fits: (value: number) => boolean,
  what: string,
): TrialOptions {
  const text = textOption(call, option)
  if (text === undefined) return {}
  const value = Number(text)
  if (text.trim() === '' || !fits(value)) throw new UsageError(`--${option} is ${what}, not "${text}"`)
  return { [name]: value }
}

/** How the trial of the module ends, where that is asked for. */
export function endingOf({ options }: CommandCall): 'finish' | 'end' | undefined {
  const asked = (['finish', 'end'] as const).filter((name) => options[name] === true)
  if (asked.length > 1) throw new UsageError('--finish publishes for everybody, --end takes back: which one?')
  if (asked.length > 0 && (options.for !== undefined || options['end-trial'] === true))
    throw new UsageError(`--${asked[0]!} goes without --for and --end-trial`)
  return asked[0]
}

/** Ends the trial of a module; the documents of the folder are not sent. */
export async function endTrial(call: CommandCall, client: Client, module: string, ending: 'finish' | 'end'): Promise<number> {
  const note = textOption(call, 'note')
  const { version, publication } = await client.call<{ version: number; publication: number }>('POST', `publish-trial-${ending}`, {
    module,
    ...(note === undefined ? {} : { note }),
  })
  if (ending === 'finish') noteSeen(call.terminal.env, client.server, module, version)
  call.terminal.out(
    ending === 'finish'
      ? `${module} is published to ${client.server} for everybody: version ${version}, publication ${publication}`
      : `${module}: version ${version} is taken back on ${client.server} (publication ${publication})`,
  )
  return 0
}
