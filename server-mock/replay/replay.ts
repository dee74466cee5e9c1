import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { callServer } from '#schemas/cli/client.ts'
import { fixtureName, readFixtureFolder, readPicture } from '#schemas/cli/fixture-folders.ts'
import { readProductModules } from '#schemas/cli/module-folder.ts'
import type { ReplayOptions } from '#schemas/cli/replay/load-replayer.ts'
import type { FixtureResult, StepResult } from '#schemas/cli/replay/result.ts'
import { compareStates, type StateChange } from '#schemas/fixtures/compare-states.ts'
import { createMask } from '#schemas/fixtures/mask-secrets.ts'
import { privateFields } from '#schemas/fixtures/private-fields.ts'
import type { RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import type { FixtureDocument, FixtureDocumentUser } from '#schemas/types/contract.d.ts'
import { launchChromium, NoBrowser, shortVisitFlags } from '#server/browser/launch-chromium.ts'
import { comparePictures } from './compare-pictures.ts'
import { openEdge } from './edge.ts'
import { answerLive } from './live.ts'
import { openOtherDocuments } from './other-documents.ts'
import { createPagePool } from './page-pool.ts'
import { playSession } from './play-session.ts'
import { answerRecorded } from './recorded.ts'
import { answerSchema, sessionOfSchema } from './schema-fixture.ts'
import { standInToken } from './stand-in-token.ts'

export { recordSession } from './record-session.ts'
export { NoBrowser }

/**
 * Replays fixtures in Chromium with the built panel.
 * @throws NoBrowser when there is no browser or no built panel, ServerRefusal when the server cannot be used
 */
export async function replayFixtures(folders: readonly string[], options: ReplayOptions): Promise<FixtureResult[]> {
  if (!existsSync(join(options.root, 'dist/app/index.html'))) throw new NoBrowser('the panel is not built yet: run "npm run build"')
  if (options.server !== undefined) await callServer(options.server, 'GET', 'publication', {}, options.token)
  const readings = new Map([...new Set(folders)].map((folder) => [folder, readFixtureFolder(folder)]))
  const others =
    options.documents === undefined
      ? undefined
      : await openOtherDocuments(
          options.root,
          options.documents,
          [...readings.values()].flatMap(({ fixture, answers }) => (fixture ? [{ fixture, answers }] : [])),
          options.servers,
        )
  const edge = await openEdge(options.root)
  const browser = await launchChromium(options.env, 'replay', { flags: [...shortVisitFlags, ...edge.browserFlags] }).catch(
    async (fault: unknown) => {
      await edge.stop()
      await others?.stop()
      throw fault
    },
  )
  const pool = createPagePool(browser, edge)
  const results: FixtureResult[] = []
  // The longest come first, so that no worker is left alone with one at the end.
  const stepsIn = (folder: string): number => readings.get(folder)?.fixture?.steps?.length ?? 0
  const queue = folders.map((folder, place) => ({ folder, place })).sort((one, other) => stepsIn(other.folder) - stepsIn(one.folder))
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const result = await replayOne(next.folder)
      results[next.place] = result
      options.onResult?.(result)
    }
  }
  const replayOne = async (folder: string): Promise<FixtureResult> => {
    const started = Date.now()
    const { problems, fixture, answers: recorded, states } = readings.get(folder)!
    const base = { folder, name: fixtureName(folder), title: fixture?.title ?? '', problems, masked: [], documents: [], missed: 0 }
    if (!fixture) return { ...base, steps: [], ms: Date.now() - started }
    const isSchema = fixture.kind === 'schema'
    const session = isSchema ? sessionOfSchema(fixture) : fixture
    const user = session.environment.user
    const { answers, changes: documents } = (await others?.apply(fixture, recorded)) ?? { answers: recorded, changes: [] }
    const live: RecordedAnswer[] = []
    const played = await playSession(pool, edge, {
      fixture: session,
      folder,
      token: user ? (options.server === undefined || isSchema ? standInToken(user) : await signIn(options, user)) : null,
      expected: states,
      hasPictures: fixture.pictures === true,
      answering: (stepNow, onUnknown) =>
        isSchema
          ? answerSchema(fixture, onUnknown)
          : options.server === undefined
            ? answerRecorded({ answers, stepNow, onUnknown, ...(others && { otherwise: (called) => others.read(fixture, called) }) })
            : answerLive(options.server, stepNow, (answer) => live.push(answer)),
    })
    const compared = played.map(async ({ index, name, state, failures, picture }): Promise<StepResult> => {
      const before = states[index]
      const pictureBefore = readPicture(folder, index)
      const pictureChange = before && picture && (await comparePictures(pictureBefore, picture))
      const inPicture: StateChange[] = pictureChange ? [{ part: 'picture', place: [], after: pictureChange.message }] : []
      return {
        index,
        name,
        state,
        failures,
        changes: before ? [...compareStates(before, state, fixture.differs), ...inPicture] : [],
        ...(before && { before }),
        ...(picture && { picture }),
        ...(pictureBefore && { pictureBefore }),
        ...(pictureChange && { pictureChange }),
      }
    })
    const steps = await Promise.all(compared)
    const mask = options.server === undefined || isSchema ? undefined : maskFor(live, fixture)
    return {
      ...base,
      documents,
      fixture,
      steps,
      missed: (session.steps?.length ?? 0) + 1 - steps.length,
      ...(mask && { answers: live.map((answer) => mask.value(answer) as RecordedAnswer), masked: mask.found() }),
      ms: Date.now() - started,
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(options.workers ?? 2, folders.length) }, work))
  } finally {
    await browser.close()
    await edge.stop()
    await others?.stop()
  }
  return results
}

/** Knows the private fields of the product's modules, and of the forms that were answered. */
const maskFor = (answers: readonly RecordedAnswer[], { steps = [] }: FixtureDocument) =>
  createMask(
    privateFields([...Object.values(readProductModules()), ...answers.map(({ body }) => body)]),
    steps.flatMap(({ text }) => (text === undefined ? [] : [text])),
  )

async function signIn({ server, token, password }: ReplayOptions, { username }: FixtureDocumentUser): Promise<string> {
  if (token !== undefined) return token
  if (username === undefined) throw new Error('the fixture names no "username", which is needed to sign in to a server')
  const results = await callServer<{ token: string }>(server!, 'POST', 'login', { username, password })
  return results.token
}
