import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright'
import { compareStates } from '#schemas/fixtures/compare-states.ts'
import { hiddenValue } from '#schemas/fixtures/mask-secrets.ts'
import { emptyState, type PageState } from '#schemas/fixtures/page-state.ts'
import { formatCall } from '#schemas/fixtures/recorded-answer.ts'
import type { FixtureDocument, FixtureDocumentExpectation } from '#schemas/types/contract.d.ts'
import { findAxeProblems } from './axe.ts'
import { sessionHeader, type Answering, type Edge } from './edge.ts'
import { isPageBusy, preparePage, readPage, takeBlocked, waitForRest } from './page-scripts.ts'
import { describeStep, failedExpectations, performStep, StepFailed } from './perform-step.ts'

/** A step that was played: 0 opens the page. */
export interface PlayedStep {
  index: number
  name: string
  state: PageState
  /** Why it could not be done, and what it expects that does not hold. */
  failures: string[]
  /** PNG, where pictures are wanted. */
  picture?: Buffer
}

export interface Play {
  fixture: FixtureDocument
  /** Folder of the fixture, for the files that are uploaded. */
  folder: string
  /** Of the page's storage: as if somebody had signed in here before. */
  token: string | null
  answering: (stepNow: () => number, onUnknown: (sentence: string) => void) => Answering
  /** States that are expected, by step: a page that is late is given time to become like them. */
  expected: readonly (PageState | undefined)[]
  hasPictures?: boolean
  onStep?: (step: PlayedStep) => void
}

/** The page's clock goes on by this much after each step, in these portions: all that waits for less than a second has come. */
const portionsMs = [20, 80, 200, 300, 400]
/** How long a page that is not as expected may take, in real time, before it counts as different. */
const patienceMs = 4000
/** How long a busy machine may take for what a user does at once, such as a press. */
const actionMs = 15_000
/** For a page whose state is not known beforehand. */
const unhurriedMs = 400

/** Ids of elements are made anew by each drawing; what they end in is the name of the field. */
const idInPage = /^( *- \/url: "#)(?!pk-)[^"]*-([^"-]+")$/

let lastSession = 0

/** Plays a session from its first page to its last step, or to the first step that cannot be done. */
export async function playSession(browser: Browser, edge: Edge, play: Play): Promise<PlayedStep[]> {
  const { fixture } = play
  const { environment } = fixture
  const session = `${process.pid}-${++lastSession}`
  const clock = new Date(environment.clock)
  const context = await browser.newContext({
    baseURL: edge.origin,
    viewport: environment.viewport ?? { width: 1366, height: 768 },
    locale: environment.locale,
    timezoneId: environment.timezone ?? 'Asia/Tehran',
    colorScheme: environment.scheme ?? 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    extraHTTPHeaders: { [sessionHeader]: session },
  })
  const player = new Player(context, await context.newPage(), play)
  edge.open(session, player.answering)
  try {
    await context.addInitScript(preparePage, { seed: environment.seed ?? 1, state: storedState(fixture, play.token, clock.getTime()) })
    // Until it is stopped the clock runs, for as long as a busy machine takes.
    await player.page.clock.install({ time: clock.getTime() - 3_600_000 })
    await player.page.clock.pauseAt(clock)
    return await player.playAll()
  } finally {
    edge.close(session)
    await context.close()
  }
}

/** What the panel finds in the browser's storage. */
function storedState({ environment }: FixtureDocument, token: string | null, now: number): string {
  const { user, locale, timezone = 'Asia/Tehran', scheme = 'light' } = environment
  const auth =
    user && token !== null
      ? { token, user: { id: user.id, username: user.username ?? '', name_full: user.name_full ?? '' }, locale, timezone }
      : {}
  return JSON.stringify({ state: { auth, settings: { sidebarCollapsed: null, scheme, locale } }, stored_at: now })
}

class Player {
  readonly page: Page
  readonly answering: Answering
  private readonly play: Play
  private step = 0
  private inFlight = 0
  private lastEnd = 0
  /** Calls that have begun or ended, now and when the page was last at rest. */
  private traffic = 0
  private seenTraffic = 0
  private calls: string[] = []
  private problems: string[] = []
  private downloads: string[] = []

  constructor(context: BrowserContext, page: Page, play: Play) {
    this.page = page
    this.play = play
    const inner = play.answering(
      () => this.step,
      (sentence) => this.problems.push(sentence),
    )
    this.answering = {
      answer: (request) => {
        this.calls.push(formatCall(request.called))
        return inner.answer(request)
      },
    }
    const ended = () => {
      this.inFlight--
      this.traffic++
      this.lastEnd = Date.now()
    }
    context.on('request', () => {
      this.inFlight++
      this.traffic++
    })
    context.on('requestfinished', ended)
    context.on('requestfailed', ended)
    page.on('console', (message) => {
      // A call that was refused is in the list of calls and in what the page shows.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
        this.problems.push(`console: ${message.text().slice(0, 500)}`)
    })
    page.on('pageerror', (fault) => this.problems.push(`exception: ${fault.message.slice(0, 500)}`))
    page.on('download', (download) => this.downloads.push(`file "${download.suggestedFilename()}"`))
    page.on('dialog', (dialog) => {
      this.problems.push(`the browser asked: ${dialog.message().slice(0, 200)}`)
      void dialog.accept().catch(() => undefined)
    })
  }

  async playAll(): Promise<PlayedStep[]> {
    const { fixture, folder, onStep } = this.play
    const steps = fixture.steps ?? []
    const played: PlayedStep[] = []
    for (let index = 0; index <= steps.length; index++) {
      this.step = index
      const step = steps[index - 1]
      const failures: string[] = []
      try {
        if (step) await performStep(this.page, step, { folder, timeoutMs: actionMs, wait: this.patience(), pass: (ms) => this.pass(ms) })
        else await this.page.goto(fixture.opens ?? '/', { waitUntil: 'commit' })
      } catch (fault) {
        if (!(fault instanceof StepFailed)) throw fault
        failures.push(fault.message)
      }
      const isLast = index === steps.length || failures.length > 0
      const state = await this.settledState(this.play.expected[index], isLast)
      const expectations: FixtureDocumentExpectation[] = (step ? step.expect : fixture.expect) ?? []
      failures.push(...(await failedExpectations(this.page, expectations, this.patience())))
      const picture = this.play.hasPictures ? { picture: await this.page.screenshot({ animations: 'disabled', caret: 'hide' }) } : {}
      const result = { index, name: step ? describeStep(step) : `open ${fixture.opens ?? '/'}`, state, failures, ...picture }
      played.push(result)
      onStep?.(result)
      if (isLast) break
    }
    return played
  }

  /** Says yes, after a moment, until the time is over: for what is looked for again and again. */
  private patience(): () => Promise<boolean> {
    const until = Date.now() + patienceMs
    return async () => {
      await this.rest()
      return Date.now() < until
    }
  }

  /** Lets the page's clock run, and the page come to rest after each portion. */
  private async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 200) {
      await this.page.clock.runFor(Math.min(200, left))
      await this.rest()
    }
  }

  /**
   * Waits, in real time, until nothing is on its way and nothing is left to draw. The page's clock stands still. Where nothing has
   * happened since the last rest, one frame is enough to know it.
   */
  private async rest(quietMs = 0): Promise<void> {
    const until = Date.now() + 30_000
    let isMoved = false
    for (let quiet = 0; quiet < (isMoved ? 2 : 1) && Date.now() < until;) {
      const isChanged = await this.page.evaluate(waitForRest).catch(async () => {
        await this.page.waitForLoadState('domcontentloaded')
        return true
      })
      const hasCalled = this.inFlight > 0 || this.traffic !== this.seenTraffic
      this.seenTraffic = this.traffic
      isMoved ||= isChanged || hasCalled
      quiet = isChanged || hasCalled || Date.now() - this.lastEnd < quietMs ? 0 : quiet + 1
    }
  }

  private async settledState(expected: PageState | undefined, isLast: boolean): Promise<PageState> {
    await this.rest()
    for (const ms of portionsMs) {
      await this.page.clock.runFor(ms)
      await this.rest()
    }
    if (!expected) await this.rest(unhurriedMs)
    const collected = { calls: this.calls, problems: this.problems, downloads: this.downloads }
    const differs = this.play.fixture.differs ?? []
    const isAsExpected = (state: PageState): boolean => !expected || compareStates({ ...expected, axe: [] }, state, differs).length === 0
    let { state, isBusy } = await this.readState(collected)
    // What is late is waited for; what is different stays different.
    for (const until = Date.now() + patienceMs; (isBusy || !isAsExpected(state)) && Date.now() < until;) {
      await setTimeout(100)
      await this.rest()
      ;({ state, isBusy } = await this.readState(collected))
    }
    Object.assign(this, { calls: [], problems: [], downloads: [] })
    return isLast ? { ...state, axe: await findAxeProblems(this.page) } : state
  }

  private async readState(collected: {
    calls: string[]
    problems: string[]
    downloads: string[]
  }): Promise<{ state: PageState; isBusy: boolean }> {
    const { page } = this
    const [view, { passwords, hasFocus, ...read }, blocked, isBusy] = await Promise.all([
      page.locator('body').ariaSnapshot(),
      page.evaluate(readPage),
      page.evaluate(takeBlocked),
      page.evaluate(isPageBusy),
    ])
    collected.problems.push(...blocked)
    const hidden = (line: string): string =>
      passwords.reduce(
        (rest, secret) => rest.replace(`: ${JSON.stringify(secret)}`, `: ${hiddenValue}`).replace(`: ${secret}`, `: ${hiddenValue}`),
        line.replace(idInPage, '$1…-$2'),
      )
    const focus = hasFocus
      ? await page
          .locator(':focus')
          .ariaSnapshot({ timeout: patienceMs })
          .catch(() => '')
      : ''
    const state: PageState = {
      ...emptyState(),
      ...read,
      focus: hidden(focus.split('\n')[0]!).replace(/^- /, '').replace(/:$/, ''),
      calls: [...collected.calls, ...collected.downloads].sort(),
      problems: [...collected.problems].sort(),
      view: view.split('\n').map(hidden),
    }
    return { state, isBusy }
  }
}
