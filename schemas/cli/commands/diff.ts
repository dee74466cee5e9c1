import { diffModules, type Change } from '#schemas/check/diff/diff-modules.ts'
import type { Problem } from '#schemas/check/problem.ts'
import { isWellShaped } from '#schemas/check/well-shaped.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { openClient, ServerRefusal, type Client } from '#schemas/cli/client.ts'
import { serverOf, serverOptions, textOption, type Command, type CommandCall } from '#schemas/cli/command.ts'
import { noteSeen } from '#schemas/cli/credentials.ts'
import { moduleName } from '#schemas/cli/module-folder.ts'
import { readableFolder } from '#schemas/cli/readable-folder.ts'
import { breakingRefusal, sendDocuments, type StoredEffect } from '#schemas/cli/try-publish.ts'

export const diff: Command = {
  name: 'diff',
  summary: 'says what publishing would change: additive, risky, breaking, refused (it ends with 1 for the last two)',
  arguments: ['dir'],
  options: {
    against: { type: 'string', value: 'DIR', summary: 'another folder of the module instead of what the server has' },
    json: { type: 'boolean', summary: 'prints the changes as JSON' },
    ...serverOptions,
  },
  async run(call) {
    const other = textOption(call, 'against')
    const files = readableFolder(call.arguments[0]!, call.terminal)
    const against = other === undefined ? undefined : readableFolder(other, call.terminal)
    if (!files || (other !== undefined && !against)) return 1
    const unfit = [files, ...(against ? [against] : [])].find((each) => !isWellShaped(each))
    if (against && unfit) {
      call.terminal.err(`not compared: "pishkhan validate ${unfit === files ? call.arguments[0]! : other!}" says what is wrong there`)
      return 1
    }
    const changes = against ? diffModules(parseModule(against), parseModule(files)) : await changesOnServer(call, files)
    const isJson = call.options.json === true
    call.terminal.out(isJson ? JSON.stringify(changes, null, 2) : formatChanges(changes, call.terminal.colour))
    if (!isJson) for (const sentence of consequences(changes)) call.terminal.out(sentence)
    return changes.some(({ level }) => level === 'breaking' || level === 'refused') ? 1 : 0
  },
}

/** What `publish` does with these changes, if anything stands against them. */
function consequences(changes: readonly Change[]): string[] {
  const refused = changes.filter(({ level }) => level === 'refused').length
  const breaking = breakingRefusal(changes)
  return [
    ...(refused > 0 ? ['publish is refused while the lines marked "refused" are there'] : []),
    ...(breaking === undefined ? [] : [`of the lines marked "breaking": ${breaking}`]),
  ]
}

/** Compares with the current version on the server, and remembers that version as the one that was seen. */
async function changesOnServer(call: CommandCall, files: Record<string, string>): Promise<Change[]> {
  const client = openClient(serverOf(call), call.terminal.env)
  const { changes, version } = await readChanges(client, files)
  noteSeen(call.terminal.env, client.server, moduleName(files), version)
  const { problems, refusal, result } = await sendDocuments(client, files, { dry_run: true })
  const placed = (level: Change['level'], { file, line, column, message }: Problem): Change => ({
    level,
    subject: `${file}:${line}:${column}`,
    sentence: message,
  })
  const refused = problems.filter(({ severity }) => severity === 'error').map((problem) => placed('refused', problem))
  // Extensions of other modules that lose something.
  const lost = problems
    .filter(({ severity, file }) => severity === 'warning' && /^[a-z0-9-]+\/extensions\//.test(file))
    .map((problem) => placed('risky', problem))
  return [
    ...(refusal === undefined ? [] : [{ level: 'refused', subject: moduleName(files), sentence: refusal } as const]),
    ...refused,
    ...lost,
    ...(result?.effects ?? []).filter(({ of }) => of > 0).map(effectOnRecords),
    ...changes,
  ]
}

/** What a formula or a check that is new or another one means for stored records: `another value in 412 of 3,000 records`. */
export function effectOnRecords({ entity, field, check, count, of, is_all: isAll }: StoredEffect): Change {
  const found = count.toLocaleString('en')
  const among = `${of.toLocaleString('en')}${isAll ? '' : '+'}`
  return field === undefined
    ? {
        level: count > 0 ? 'risky' : 'additive',
        subject: `entity ${entity}: checks`,
        sentence: `"${check ?? ''}" is not met by ${found} of ${among} stored records`,
      }
    : {
        level: count > 0 ? 'risky' : 'additive',
        subject: `entity ${entity}: ${field}`,
        sentence: `gets another value in ${found} of ${among} stored records`,
      }
}

/** The differences between a folder and the current version on a server, and that version; null if the server has none. */
export async function readChanges(
  client: Client,
  files: Record<string, string>,
): Promise<{
  changes: Change[]
  version: number | null
  /** The documents of that version. */
  published?: Record<string, string>
}> {
  let current: { documents: Record<string, string>; version: number } | undefined
  try {
    current = await client.call('GET', 'publish-fetch', { module: moduleName(files) })
  } catch (fault) {
    if (!(fault instanceof ServerRefusal) || fault.code !== 'not-found') throw fault
  }
  return {
    changes: isWellShaped(files) ? diffModules(current && parseModule(current.documents), parseModule(files)) : [],
    version: current?.version ?? null,
    ...(current && { published: current.documents }),
  }
}

export function formatChanges(changes: readonly Change[], colour = false): string {
  if (changes.length === 0) return 'nothing would change'
  const codes = { refused: 31, breaking: 31, risky: 33, additive: 32 }
  return changes
    .map(
      ({ level, subject, sentence }) =>
        `  ${colour ? `\u001b[${codes[level]}m${level}\u001b[0m` : level}${' '.repeat(10 - level.length)}${subject} ${sentence}`,
    )
    .join('\n')
}
