import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { textOption, type Command, type CommandCall } from '#schemas/cli/command.ts'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { findCases, type FormCase } from '#schemas/cli/form-cases.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'

/** A result of `app/check-forms/worker.ts`. */
interface Finding {
  step: string
  pointer: string
  reason: string
}
interface CaseResult {
  findings: Finding[]
  drawn: number
  roundTrips: number
  refusals: number
  notes: string[]
  form?: unknown
  samples?: unknown[]
}
interface FileResult extends Omit<CaseResult, 'form' | 'samples'> {
  file: string
  ms: number
  inBrowser?: number
}

/** The interface of `server-mock/cli/form-browser.ts`, which is loaded only when it is needed. */
interface FormBrowser {
  name: string
  check: (written: { form: unknown; data?: unknown }, limitMs: number) => Promise<{ pointer: string; reason: string }[]>
  close: () => Promise<void>
}

const steps: Record<string, string> = {
  read: 'cannot be read',
  schema: 'is no valid schema',
  draw: 'cannot be drawn',
  open: 'cannot be opened with data',
  'round-trip': 'does not come back as it was',
  accept: 'refuses what fits',
  refuse: 'takes what does not fit',
  judge: 'is judged differently by the server',
  time: 'takes too long',
  browser: 'fails in the browser',
}

/** `check-forms DIR`: draws, fills, sends and breaks forms of schemas that others wrote. */
export const checkForms: Command = {
  name: 'check-forms',
  summary: 'puts JSON Schemas of others through the form: draws, fills, sends, and spoils them',
  detail:
    'Beside NAME.schema.json (or NAME.json) may stand NAME.ui.json and NAME.data.json; a file may also hold {"schema", "uiSchema", "formData"}.',
  arguments: ['dir'],
  options: {
    json: { type: 'boolean', summary: 'prints what was found as JSON' },
    browser: { type: 'boolean', summary: 'draws and sends each in Chromium too, with the built panel under its security policy' },
    limit: { type: 'string', value: 'SECONDS', summary: 'for one schema; 20 when left out' },
  },
  async run(call) {
    const folder = call.arguments[0]!
    if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`)
    const limit = Number(textOption(call, 'limit') ?? 20)
    if (!(limit > 0)) throw new UsageError('--limit takes a number of seconds')
    const results: FileResult[] = []
    const browser = call.options.browser === true ? await openBrowser(call) : undefined
    const checker = createChecker(limit * 1000)
    try {
      for (const { file, read } of findCases(folder)) {
        const started = Date.now()
        const { form, samples, ...result } = await checkOne(checker, read)
        const inBrowser =
          browser && form !== undefined ? await checkInBrowser(browser, form, samples ?? [], limit * 1000, result.findings) : undefined
        results.push({ file, ms: Date.now() - started, ...result, ...(inBrowser !== undefined && { inBrowser }) })
        if (call.options.json !== true) reportFile(call, results.at(-1)!)
      }
    } finally {
      checker.end()
      await browser?.close()
    }
    const invalid = results.filter(isInvalid)
    const failed = results.filter((result) => result.findings.length > 0 && !isInvalid(result))
    const sum = (of: (result: FileResult) => number): number => results.reduce((total, result) => total + of(result), 0)
    const summary = {
      schemas: results.length,
      passed: results.length - failed.length - invalid.length,
      failed: failed.length,
      invalid: invalid.length,
      drawn: sum(({ drawn }) => drawn),
      roundTrips: sum(({ roundTrips }) => roundTrips),
      refusals: sum(({ refusals }) => refusals),
      ...(browser && { browser: browser.name, drawnInBrowser: sum(({ inBrowser }) => inBrowser ?? 0) }),
    }
    if (call.options.json === true) call.terminal.out(JSON.stringify({ summary, results }, null, 2))
    else
      call.terminal.out(
        `${summary.schemas} schemas: ${summary.passed} passed, ${summary.failed} failed, ${summary.invalid} are no valid schemas; drawn ${summary.drawn} times, ${summary.roundTrips} records sent back as they were, ${summary.refusals} spoilt ones refused${browser ? `; drawn ${summary.drawnInBrowser} times in ${browser.name}` : ''}`,
      )
    return failed.length + invalid.length > 0 || results.length === 0 ? 1 : 0
  },
}

async function openBrowser(call: CommandCall): Promise<FormBrowser> {
  const script = join(productRoot, 'dist/server/form-browser.js')
  if (!existsSync(script)) throw new UsageError('run "npm run build" first')
  const { openFormBrowser, NoBrowser } = (await import(/* @vite-ignore */ pathToFileURL(script).href)) as {
    openFormBrowser: (root: string, env: CommandCall['terminal']['env']) => Promise<FormBrowser>
    NoBrowser: new () => Error
  }
  try {
    return await openFormBrowser(productRoot, call.terminal.env)
  } catch (fault) {
    throw fault instanceof NoBrowser ? new UsageError(fault.message) : fault
  }
}

/** Draws a new record and each sample in the browser; returns how many of them were drawn and sent correctly. */
async function checkInBrowser(
  browser: FormBrowser,
  form: unknown,
  samples: unknown[],
  limitMs: number,
  findings: Finding[],
): Promise<number> {
  let drawn = 0
  for (const data of [undefined, ...samples]) {
    const browserFindings = await browser.check({ form, ...(data !== undefined && { data }) }, limitMs)
    findings.push(...browserFindings.map((one) => ({ step: 'browser', ...one })))
    if (browserFindings.length === 0) drawn++
  }
  return drawn
}

/** Whether the schema itself is wrong: it is not a schema, or its references do not exist. */
const isInvalid = ({ findings }: FileResult): boolean =>
  findings.length > 0 && findings.every(({ step }) => step === 'schema' || step === 'read')

function reportFile({ terminal: { out } }: CommandCall, { file, findings, notes }: FileResult): void {
  for (const { step, pointer, reason } of findings) out(`${file}${pointer === '' ? '' : ` ${pointer}`} ${steps[step] ?? step}: ${reason}`)
  for (const note of notes) out(`${file} note: ${note}`)
}

const nothing = (finding: Finding): CaseResult => ({ findings: [finding], drawn: 0, roundTrips: 0, refusals: 0, notes: [] })

async function checkOne(checker: Checker, read: () => FormCase): Promise<CaseResult> {
  let written: FormCase
  try {
    written = read()
  } catch (fault) {
    return nothing({ step: 'read', pointer: '', reason: (fault as Error).message })
  }
  return checker.check(written)
}

interface Checker {
  check: (written: FormCase) => Promise<CaseResult>
  end: () => void
}

/** Checks one case after another in a separate thread, which is terminated if a case takes too long. */
function createChecker(limitMs: number): Checker {
  const script = join(productRoot, 'dist/server/check-forms.js')
  if (!existsSync(script)) throw new UsageError('run "npm run build" first')
  let worker: Worker | undefined
  const start = (): Promise<Worker> =>
    new Promise((started, reject) => {
      const next = new Worker(script, {
        env: { ...process.env, NODE_ENV: 'production' },
        resourceLimits: { maxOldGenerationSizeMb: 1024 },
        stdout: true,
        stderr: true,
      })
      next.once('message', () => started((worker = next)))
      next.once('error', reject)
    })
  const stop = (): void => {
    void worker?.terminate()
    worker = undefined
  }
  return {
    end: stop,
    async check(written) {
      const present = worker ?? (await start())
      return new Promise((answer) => {
        const settle = (result: CaseResult): void => {
          clearTimeout(timer)
          present.off('message', settle)
          present.off('error', crash)
          answer(result)
        }
        const crash = (fault: Error): void => {
          stop()
          settle(nothing({ step: 'draw', pointer: '', reason: fault.message }))
        }
        const timer = setTimeout(() => {
          stop()
          settle(nothing({ step: 'time', pointer: '', reason: `more than ${limitMs / 1000} seconds` }))
        }, limitMs)
        present.on('message', settle)
        present.on('error', crash)
        present.postMessage(written)
      })
    },
  }
}
