import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandCall } from '#schemas/cli/command.ts'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { findFixtures } from '#schemas/cli/fixture-folders.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'
import { loadReplayer } from './load-replayer.ts'
import { readingOf } from './result.ts'
import { formatResult, summary } from './terminal-report.ts'

/**
 * Plays the fixtures of a module with its documents, and prints what a user would see differently. Whether it may be published: nothing
 * is different, or somebody says that it is right like this.
 */
export async function passesGate(call: CommandCall, folder: string): Promise<boolean> {
  const { out, err, env, colour, confirm } = call.terminal
  const fixtures = join(folder, 'fixtures')
  if (!existsSync(fixtures))
    throw new UsageError(`${fixtures} is missing: --gate plays the fixtures of the module, made by "pishkhan record"`)
  const { replayFixtures, NoBrowser } = await loadReplayer()
  try {
    const results = await replayFixtures(findFixtures(fixtures), { root: productRoot, env, documents: folder })
    for (const result of results) out(formatResult(result, colour))
    out(summary(results))
    if (results.every((result) => readingOf(result) === 'same')) return true
  } catch (fault) {
    if (fault instanceof NoBrowser) throw new UsageError(fault.message)
    throw fault
  }
  if (call.options.yes === true) return true
  const answer = await confirm?.('This is what a user would see differently. Publish it?')
  if (answer === undefined) err('not published: a user would see something else, and nobody can be asked here; --yes publishes it')
  else if (!answer) err('not published')
  return answer === true
}
