import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { textOption, type CommandCall } from '#schemas/cli/command.ts'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'
import { hasPassed, isVisible, type GateReport } from '#schemas/gate/gate-report.ts'
import { gateHtml } from './html-report.ts'
import { loadGate, type GateResult, type GateScript } from './load-gate.ts'
import { gateText } from './terminal-report.ts'

/**
 * Compares the module of a folder with what is published, and prints what a user would see differently and what does not hold. The report
 * if it may be published: everything holds, and nothing is different or somebody says that it is right like this.
 */
export async function passesGate(
  call: CommandCall,
  folder: string,
  before: Record<string, string> | undefined,
  load: () => Promise<GateScript> = loadGate,
): Promise<GateReport | undefined> {
  const { out, err, env, colour, confirm } = call.terminal
  const { runGate, NoBrowser } = await load()
  let result: GateResult
  try {
    result = await runGate(folder, { root: productRoot, env, ...(before && { before }) })
  } catch (fault) {
    if (fault instanceof NoBrowser) throw new UsageError(fault.message)
    throw fault
  }
  const { report } = result
  out(gateText(report, colour))
  writeReport(textOption(call, 'html'), () => gateHtml(result))
  writeReport(textOption(call, 'json'), () => `${JSON.stringify(report, null, 2)}\n`)
  if (!hasPassed(report)) {
    err('not published: what has to hold does not')
    return undefined
  }
  if (!isVisible(report) || call.options.yes === true || call.options['dry-run'] === true) return report
  const answer = await confirm?.('This is what a user would see differently. Publish it?')
  if (answer === undefined) err('not published: a user would see something else, and nobody can be asked here; --yes publishes it')
  else if (!answer) err('not published')
  return answer === true ? report : undefined
}

function writeReport(file: string | undefined, write: () => string): void {
  if (file === undefined) return
  mkdirSync(dirname(resolve(file)), { recursive: true })
  writeFileSync(file, write())
}
