import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { serverAddress } from '#schemas/cli/client.ts'
import { textOption, type Command, type CommandCall } from '#schemas/cli/command.ts'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { findFixtures, madeWith, writeAnswers, writeFixture, writeStates } from '#schemas/cli/fixture-folders.ts'
import { readingOf, type FixtureResult, type StepResult } from '#schemas/cli/replay/result.ts'
import { loadReplayer, type ReplayOptions } from '#schemas/cli/replay/load-replayer.ts'
import { htmlReport } from '#schemas/cli/replay/html-report.ts'
import { junitReport } from '#schemas/cli/replay/junit-report.ts'
import { sarifReport } from '#schemas/cli/replay/sarif-report.ts'
import { formatResult, formatStep, summary } from '#schemas/cli/replay/terminal-report.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'

const reports: Record<string, (results: readonly FixtureResult[]) => string> = { html: htmlReport, junit: junitReport, sarif: sarifReport }

/** `replay DIR`: plays sessions and compares what a user gets with what he got. */
export const replay: Command = {
  name: 'replay',
  summary: 'plays fixtures in Chromium and says what a user gets differently',
  detail: 'DIR is the folder of a fixture, or one with fixtures somewhere in it, such as modules.',
  arguments: ['dir'],
  options: {
    server: { type: 'string', value: 'URL', summary: 'a server that answers in the place of the recording' },
    token: {
      type: 'string',
      value: 'T',
      summary: 'a token for that server; else the users of the fixtures sign in, with PISHKHAN_PASSWORD or the password that is asked for',
    },
    documents: { type: 'string', value: 'DIR', summary: 'a module whose documents stand in the place of the recorded ones' },
    update: { type: 'boolean', summary: 'takes over what is different now, step by step; with --server the answers too' },
    yes: { type: 'boolean', summary: 'does not ask before it takes something over' },
    repeat: { type: 'string', value: 'N', summary: 'plays each fixture so many times' },
    workers: { type: 'string', value: 'N', summary: 'how many sessions at the same time; 2 when left out' },
    html: { type: 'string', value: 'FILE', summary: 'writes a page with all differences' },
    junit: { type: 'string', value: 'FILE', summary: 'writes a report in the format of JUnit' },
    sarif: { type: 'string', value: 'FILE', summary: 'writes a report in the format SARIF' },
  },
  async run(call) {
    const { out, env, colour } = call.terminal
    const folders = findFixtures(call.arguments[0]!)
    const repeat = countOption(call, 'repeat', 1, 10_000)
    const isUpdate = call.options.update === true
    const named = textOption(call, 'server')
    const server = named === undefined ? undefined : serverAddress({ server: named }, {})
    const documents = textOption(call, 'documents')
    if (documents !== undefined && server !== undefined)
      throw new UsageError('--documents needs the recording, and --server takes its place: choose one')
    if (documents !== undefined && isUpdate) throw new UsageError('--update keeps what is published: publish the documents first')
    if (repeat > 1 && isUpdate) throw new UsageError('--update plays each fixture once')
    const token = textOption(call, 'token')
    const password =
      server === undefined || token !== undefined
        ? undefined
        : (env.PISHKHAN_PASSWORD ?? (await call.terminal.askSecret('Password of the users: ')))
    const { replayFixtures, NoBrowser } = await loadReplayer()
    const queue = Array.from({ length: repeat }, () => folders).flat()
    const play = (played: readonly string[], live: Partial<ReplayOptions>, isTold: (result: FixtureResult, done: number) => boolean) => {
      let done = 0
      return replayFixtures(played, {
        root: productRoot,
        env,
        workers: countOption(call, 'workers', 2, 32),
        ...live,
        onResult: (result) => {
          done++
          if (isTold(result, done)) out(`${repeat === 1 ? '' : `${done}/${played.length} `}${formatResult(result, colour)}`)
        },
      })
    }
    const always = (): boolean => true
    const sometimes = (result: FixtureResult, done: number): boolean => repeat === 1 || readingOf(result) !== 'same' || done % 50 === 0
    try {
      const live = {
        ...(server !== undefined && { server }),
        ...(token !== undefined && { token }),
        ...(password !== undefined && { password }),
        ...(documents !== undefined && { documents }),
      }
      const isRecording = isUpdate && server !== undefined
      const first = await play(queue, live, isRecording ? (result) => ['failed', 'broken'].includes(readingOf(result)) : sometimes)
      // What a server answered is kept without secrets, so the states are those of a replay of what is kept.
      const results = isRecording ? [...first.filter(isUnusable), ...(await play(keepAnswers(call, first), {}, always))] : first
      for (const [format, write] of Object.entries(reports)) {
        const file = textOption(call, format)
        if (file === undefined) continue
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, write(results))
      }
      const left = isUpdate ? await update(call, results) : results
      out(summary(left))
      return left.some((result) => readingOf(result) !== 'same') ? 1 : 0
    } catch (fault) {
      if (fault instanceof NoBrowser) throw new UsageError(fault.message)
      throw fault
    }
  },
}

function countOption(call: CommandCall, name: string, usual: number, most: number): number {
  const text = textOption(call, name)
  if (text === undefined) return usual
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > most) throw new UsageError(`--${name} takes a number from 1 to ${most}`)
  return Number(text)
}

const isUnusable = (result: FixtureResult): boolean => ['failed', 'broken'].includes(readingOf(result))

/** Writes what a server answered; returns the folders. */
function keepAnswers({ terminal: { out } }: CommandCall, results: readonly FixtureResult[]): string[] {
  return results.flatMap((result) => {
    const { fixture, answers, folder, name, masked } = result
    if (isUnusable(result) || !fixture || !answers) return []
    writeAnswers(folder, answers)
    writeFixture(folder, { ...fixture, made: { by: 'record', ...fixture.made, ...madeWith(answers) } })
    const hidden = [...new Set(masked.map(({ at, why }) => `${at} (${why})`))].join(', ')
    out(`recorded  ${name}: ${answers.length} answers${hidden === '' ? '' : `; stand-ins for ${hidden}`}`)
    return [folder]
  })
}

/** Takes over the states of the steps that are allowed to change; returns the results as they are then. */
async function update(call: CommandCall, results: readonly FixtureResult[]): Promise<FixtureResult[]> {
  const { out, err, colour, confirm } = call.terminal
  const mayAsk = call.options.yes !== true
  return Promise.all(
    // One question at a time.
    await results.reduce(async (before, result): Promise<FixtureResult[]> => {
      const updated = await before
      if (!result.fixture || result.steps.some(({ failures }) => failures.length > 0)) return [...updated, result]
      const steps: StepResult[] = []
      for (const step of result.steps) {
        const isNew = step.before === undefined
        const isSame = !isNew && step.changes.length === 0
        let isTaken = isNew || isSame || !mayAsk
        if (!isTaken) {
          out(formatStep(result, step, colour))
          const answer = await confirm?.(`Is step ${step.index} of ${result.name} right like this?`)
          if (answer === undefined) {
            err('nobody can be asked here: --yes takes everything over')
            return [...updated, result]
          }
          isTaken = answer
        }
        steps.push(isTaken ? { ...step, before: step.state, changes: [] } : step)
      }
      writeStates(
        result.folder,
        steps.map(({ before }) => before),
        steps.map(({ picture, pictureBefore, changes }) => (changes.length === 0 ? picture : pictureBefore)),
      )
      if (result.steps.some(({ changes, before }) => changes.length > 0 || before === undefined)) out(`written   ${result.name}`)
      return [...updated, { ...result, steps }]
    }, Promise.resolve<FixtureResult[]>([])),
  )
}
