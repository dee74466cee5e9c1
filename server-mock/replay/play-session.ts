import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, ConsoleMessage, Dialog, Download, Page, Request } from 'playwright'
import { compareStates } from '#schemas/fixtures/compare-states.ts'
import { hiddenValue } from '#schemas/fixtures/mask-secrets.ts'
import { emptyState, type PageState } from '#schemas/fixtures/page-state.ts'
import { formatCall } from '#schemas/fixtures/recorded-answer.ts'
import type { FixtureDocument, FixtureDocumentExpectation } from '#schemas/types/contract.d.ts'
import { findAxeProblems } from './axe.ts'
import type { Answering, Edge } from './edge.ts'
import { installPageClock } from './page-clock.ts'
import { isPageBusy, passUntilDue, preparePage, readPage, takeBlocked, waitForRest, type PageReading } from './page-scripts.ts'
import type { PagePool } from './page-pool.ts'
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
const portionsMs: readonly number[] = [20, 80, 200, 300, 400]
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
export async function playSession(pool: PagePool, edge: Edge, play: Play): Promise<PlayedStep[]> {
  const { fixture } = play
  const { environment } = fixture
  const session = `${process.pid}-${++lastSession}`
  const clock = new Date(environment.clock)
  const tab = await pool.open(environment, session)
  const player = new Player(tab.context, tab.page, play)
  edge.open(session, player.answering)
  try {
    await tab.prepare(preparePage, { seed: environment.seed ?? 1, state: storedState(fixture, play.token, clock.getTime()) })
    await tab.prepare(installPageClock, clock.getTime())
    return await player.playAll()
  } finally {
    player.stop()
    edge.close(session)
    await tab.close()
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
  /** Listens to the tab no longer. */
  readonly stop: () => void
  private readonly play: Play
  private step = 0
  /** Calls that are waited for. */
  private readonly inFlight = new Set<Request>()
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
    const ended = (request: Request) => {
      this.inFlight.delete(request)
      this.traffic++
      this.lastEnd = Date.now()
    }
    const begun = (request: Request) => {
      this.inFlight.add(request)
      this.traffic++
    }
    const heard = {
      console: (message: ConsoleMessage) => {
        // A call that was refused is in the list of calls and in what the page shows.
        if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
          this.problems.push(`console: ${message.text().slice(0, 500)}`)
      },
      pageerror: (fault: Error) => this.problems.push(`exception: ${fault.message.slice(0, 500)}`),
      download: (download: Download) => this.downloads.push(`file "${download.suggestedFilename()}"`),
      dialog: (dialog: Dialog) => {
        this.problems.push(`the browser asked: ${dialog.message().slice(0, 200)}`)
        void dialog.accept().catch(() => undefined)
      },
    }
    context.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
    page.on('console', heard.console).on('pageerror', heard.pageerror).on('download', heard.download).on('dialog', heard.dialog)
    this.stop = () => {
      context.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
      page.off('console', heard.console).off('pageerror', heard.pageerror).off('download', heard.download).off('dialog', heard.dialog)
    }
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
    await this.passPortions(Array.from({ length: Math.ceil(ms / 200) }, (_, turn) => Math.min(200, ms - turn * 200)))
  }

  /**
   * Waits, in real time, until nothing is on its way and nothing is left to draw. The page's clock stands still. Where nothing has
   * happened since the last rest, one frame is enough to know it.
   */
  private async rest({ quietMs = 0, isMoved = false } = {}): Promise<void> {
    const until = Date.now() + 30_000
    for (let quiet = 0; quiet < (isMoved ? 2 : 1) && Date.now() < until;) {
      const isChanged = await this.page.evaluate(waitForRest).catch(async () => {
        await this.page.waitForLoadState('domcontentloaded')
        return true
      })
      const hasCalled = this.hasCalled()
      isMoved ||= isChanged || hasCalled
      quiet = isChanged || hasCalled || Date.now() - this.lastEnd < quietMs ? 0 : quiet + 1
    }
    // A call that has not ended in this time, such as one whose answer nobody reads, is not waited for again.
    if (Date.now() >= until) this.inFlight.clear()
  }

  /** Whether a call has begun, goes on or has ended since this was asked before. */
  private hasCalled(): boolean {
    const hasCalled = this.inFlight.size > 0 || this.traffic !== this.seenTraffic
    this.seenTraffic = this.traffic
    return hasCalled
  }

  /** Lets the page's clock go on by all portions; the page comes to rest after each in which something was due. */
  private async passPortions(portions: readonly number[]): Promise<void> {
    for (let left = portions; left.length > 0;) {
      const passed = await this.page.evaluate(passUntilDue, left).catch(async () => {
        await this.page.waitForLoadState('domcontentloaded')
        return { left: left.slice(1), isChanged: true }
      })
      left = passed.left
      if (this.hasCalled() || passed.isChanged) await this.rest({ isMoved: true })
    }
  }

  private async settledState(expected: PageState | undefined, isLast: boolean): Promise<PageState> {
    await this.rest()
    await this.passPortions(portionsMs)
    if (!expected) await this.rest({ quietMs: unhurriedMs })
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
    const [view, [{ passwords, hasFocus, ...read }, blocked, isBusy]] = await Promise.all([
      page.locator('body').ariaSnapshot(),
      page.evaluate<[PageReading, string[], boolean]>(`[${[readPage, takeBlocked, isPageBusy].map((each) => `(${each})()`).join()}]`),
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
