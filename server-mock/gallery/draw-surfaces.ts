import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { dataStates, galleryStates, type GalleryState } from '#schemas/gallery/gallery-state.ts'
import type { Finding, Scheme, Surface } from '#schemas/gallery/result.ts'
import { findWcagProblems } from '#server/replay/axe.ts'
import { sessionHeader, type Edge } from '#server/replay/edge.ts'
import { isPageBusy, preparePage, takeBlocked, waitForFrames } from '#server/replay/page-scripts.ts'
import { drawingTime } from './answer-cache.ts'
import { blankPath, type GalleryAnswers } from './gallery-answers.ts'
import { escapeDialog, walkByKeyboard } from './keyboard.ts'
import { checkPage, goTo, markNewKinds, pressOpen, pressSubmit } from './page-checks.ts'

/** A picture as it was drawn. */
export interface Drawn {
  surface: Surface
  state: GalleryState
  scheme: Scheme
  width: number
  png: Buffer
  findings: Finding[]
  /** Elements of the page. */
  nodes: number
}

export interface DrawOptions {
  session: string
  locale: string
  states: readonly GalleryState[]
  schemes: readonly Scheme[]
  widths: readonly number[]
  /** Of the page's storage: who is signed in; null for a guest. */
  auth: { token: string; user: { id: number; username: string; name_full: string } } | null
  answers: GalleryAnswers
  /** Level of WCAG by which axe examines; `off` leaves it out. */
  axe?: 'A' | 'AA' | 'off'
  /** Walks through each surface by Tab, with many records. */
  hasKeyboard?: boolean
  /** The accessibility tree of each surface with many records, as `ariaSnapshot` of Playwright writes it. */
  onView?: (surface: Surface, view: string[]) => void
  onDrawn: (drawn: Drawn) => void
  onMissed: (surface: Surface, reason: string) => void
}

/** Time at which everything is drawn. */
const clock = new Date(drawingTime)
const heights: Readonly<Record<number, number>> = { 1366: 900, 390: 844 }
const mostHeight = 2400
/** The panel asks the same thing only once within this time. */
const dedupeMs = 2100

/** Draws surfaces one after the other in one page, which is loaded once: a state comes by answering otherwise. */
export async function drawSurfaces(browser: Browser, edge: Edge, surfaces: readonly Surface[], options: DrawOptions): Promise<void> {
  const painter = await openPainter(browser, edge, options)
  try {
    for (const surface of surfaces) await painter.draw(surface)
  } finally {
    await painter.close()
  }
}

/** What may be otherwise for one surface than for the page in which it is drawn. */
export type DrawnParts = Pick<DrawOptions, 'states' | 'widths' | 'axe' | 'hasKeyboard'>

/** A page in which surfaces are drawn. */
export async function openPainter(browser: Browser, edge: Edge, options: DrawOptions): Promise<Painter> {
  const context = await browser.newContext({
    baseURL: edge.origin,
    viewport: { width: 1366, height: 900 },
    locale: options.locale,
    timezoneId: 'Asia/Tehran',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    extraHTTPHeaders: { [sessionHeader]: options.session },
  })
  edge.open(options.session, options.answers)
  const { locale, auth } = options
  const state = {
    auth: auth ? { ...auth, locale, timezone: 'Asia/Tehran' } : {},
    settings: { sidebarCollapsed: null, scheme: 'system', locale },
  }
  await context.addInitScript(preparePage, { seed: 1, state: JSON.stringify({ state, stored_at: clock.getTime() }) })
  const painter = new Painter(context, await context.newPage(), options, () => edge.close(options.session))
  await painter.begin()
  return painter
}

export class Painter {
  private readonly context: BrowserContext
  private readonly page: Page
  /** Those of the page, and those of the surface that is being drawn. */
  private readonly pageOptions: DrawOptions
  private options: DrawOptions
  private cdp!: CDPSession
  private inFlight = 0
  private problems: Finding[] = []
  private readonly known = new Map<string, string[]>()
  private place = { width: 0, scheme: '' }

  private readonly onClose: () => void

  constructor(context: BrowserContext, page: Page, options: DrawOptions, onClose: () => void) {
    this.onClose = onClose
    this.context = context
    this.page = page
    this.pageOptions = options
    this.options = options
    const ended = () => void this.inFlight--
    context.on('request', () => this.inFlight++)
    context.on('requestfinished', ended)
    context.on('requestfailed', ended)
    page.on('console', (message) => {
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
        this.problems.push({ rule: 'console', text: message.text().slice(0, 300) })
    })
    page.on('pageerror', (fault) => this.problems.push({ rule: 'console', text: `exception: ${fault.message.slice(0, 300)}` }))
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  }

  async close(): Promise<void> {
    this.onClose()
    await this.context.close()
  }

  /** Script, styles and layout until a surface with many records stands there in a window of this width, in ms of the processor. */
  async cost(surface: Surface, width: number): Promise<number> {
    await this.leave()
    await this.stand(width, this.options.schemes[0]!)
    await this.cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await this.spent()
    await this.open(surface, 'many')
    return Math.round((await this.spent()) - before)
  }

  private async spent(): Promise<number> {
    const { metrics } = await this.cdp.send('Performance.getMetrics')
    const parts = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']
    return metrics.reduce((sum, { name, value }) => sum + (parts.includes(name) ? value * 1000 : 0), 0)
  }

  async begin(): Promise<void> {
    await this.page.clock.install({ time: clock.getTime() - 3_600_000 })
    await this.page.clock.pauseAt(clock)
    this.cdp = await this.context.newCDPSession(this.page)
    await this.page.goto(`/${blankPath}`, { waitUntil: 'commit' })
    await this.settle()
  }

  async draw(surface: Surface, parts: Partial<DrawnParts> = {}): Promise<void> {
    this.options = { ...this.pageOptions, ...parts }
    const { answers, states } = this.options
    const seen = new Set<string>()
    let base = answers.scene.given
    let hasData = true
    for (const state of galleryStates) {
      const isData = dataStates.has(state)
      if (!states.includes(state) && state !== 'many') continue
      if (!isData && state !== 'no-right' && !hasData) continue
      if (surface.isForGuests && state === 'no-right') continue
      if (isData && state !== 'many' && state !== 'refused') {
        const data = answers.dataIn(state, base)
        if (seen.has(data)) continue
        seen.add(data)
      }
      const isThere = await this.open(surface, state)
      if (state === 'loading' && answers.scene.hanging === 0) {
        hasData = false
        continue
      }
      if (!isThere) {
        if (state === 'many') this.options.onMissed(surface, 'the button that opens it is not there')
        if (surface.kind === 'modal') return
        continue
      }
      if (state === 'many') {
        base = answers.scene.given
        seen.add(answers.dataIn('many', base))
      }
      if (state === 'many') await this.tellView(surface)
      if (states.includes(state)) await this.picture(surface, state)
    }
    await this.leave()
  }

  private async tellView(surface: Surface): Promise<void> {
    const { onView, widths, schemes } = this.options
    if (!onView) return
    // Narrow windows show lists as cards, without the names of columns.
    await this.stand(Math.max(...widths), schemes[0]!)
    onView(surface, (await this.page.locator('body').ariaSnapshot()).split('\n'))
  }

  /** By Tab through the page, and out of a dialog by Escape. */
  private async keyboard(surface: Surface): Promise<Finding[]> {
    const rest = async (): Promise<void> => {
      await this.page.clock.runFor(200)
      await this.rest()
    }
    const walked = await walkByKeyboard(this.page, rest)
    return surface.kind === 'modal' ? [...walked, ...(await escapeDialog(this.page, rest))] : walked
  }

  /** From an empty page to the surface in a state; whether there is such a state. */
  private async open(surface: Surface, state: GalleryState): Promise<boolean> {
    const { page } = this
    const { answers } = this.options
    await this.leave()
    const isModal = surface.kind === 'modal'
    answers.show(isModal ? 'many' : state)
    if (!isModal && state === 'offline') await this.context.setOffline(true)
    await page.evaluate(goTo, surface.path)
    await this.settle(isModal ? 'many' : state)
    if (isModal) {
      answers.show(state)
      if (state === 'offline') await this.context.setOffline(true)
      if (!(await page.evaluate(pressOpen))) return false
      await this.settle(state)
    }
    if (state === 'refused') {
      if (!(await page.evaluate(pressSubmit, true))) return false
      await this.settle(state)
    }
    return true
  }

  private async leave(): Promise<void> {
    await this.context.setOffline(false)
    this.options.answers.show('many')
    await this.page.evaluate(goTo, `/${blankPath}`)
    await this.rest()
    await this.page.clock.runFor(dedupeMs)
    await this.rest()
    await this.page.clock.setSystemTime(clock)
    this.problems = []
  }

  /** Lets time pass in the page until what is delayed has come and nothing is left to draw. */
  private async settle(state: GalleryState = 'many'): Promise<void> {
    await this.rest()
    await this.page.clock.runFor(60)
    await this.rest()
    await this.page.clock.runFor(940)
    await this.rest()
    if (state === 'loading') return
    for (const until = Date.now() + 4000; Date.now() < until && (await this.page.evaluate(isPageBusy).catch(() => true));) {
      await this.page.clock.runFor(100)
      await this.rest()
    }
  }

  /** Waits, in real time, until nothing is on its way and the page has been painted. */
  private async rest(): Promise<void> {
    const until = Date.now() + 15_000
    do await this.page.evaluate(waitForFrames).catch(() => this.page.waitForLoadState('domcontentloaded'))
    while (this.inFlight > this.options.answers.scene.hanging && Date.now() < until)
    await this.page.evaluate(waitForFrames)
  }

  private async picture(surface: Surface, state: GalleryState): Promise<void> {
    const { widths, schemes, hasKeyboard, onDrawn } = this.options
    const drawn: Drawn[] = []
    for (const width of widths) {
      for (const scheme of schemes) {
        await this.stand(width, scheme)
        const png = await this.photograph()
        const blocked = await this.page.evaluate(takeBlocked)
        const nodes = await this.page.evaluate(() => document.querySelectorAll('*').length)
        const findings = [
          ...(scheme === schemes[0] ? await this.page.evaluate(checkPage) : []),
          ...(await this.examine(scheme)),
          ...this.problems,
          ...blocked.map((text): Finding => ({ rule: 'policy', text })),
        ]
        this.problems = []
        drawn.push({ surface, state, scheme, width, png, findings, nodes })
      }
    }
    // A walk leaves the focus and what it has opened on the page.
    if (hasKeyboard && state === 'many') {
      await this.stand(widths[0]!, schemes[0]!)
      drawn[0]!.findings.push(...(await this.keyboard(surface)))
    }
    for (const each of drawn) onDrawn(each)
  }

  private async stand(width: number, scheme: Scheme): Promise<void> {
    if (this.place.width !== width) {
      await this.page.setViewportSize({ width, height: heights[width] ?? 844 })
      await this.page.clock.runFor(300)
      await this.rest()
    }
    if (this.place.scheme !== scheme) {
      await this.page.emulateMedia({ colorScheme: scheme })
      await this.page.clock.runFor(50)
      await this.page.evaluate(waitForFrames)
    }
    this.place = { width, scheme }
  }

  private async photograph(): Promise<Buffer> {
    const { width, height, content } = await this.page.evaluate(() => ({
      width: innerWidth,
      height: innerHeight,
      content: document.documentElement.scrollHeight,
    }))
    const isLong = content > height
    const { data } = await this.cdp.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      ...(isLong && { captureBeyondViewport: true, clip: { x: 0, y: 0, width, height: Math.min(content, mostHeight), scale: 1 } }),
    })
    return Buffer.from(data, 'base64')
  }

  /** What axe finds on elements of a kind that was not there before in these colours. */
  private async examine(scheme: Scheme): Promise<Finding[]> {
    const { axe = 'AA' } = this.options
    if (axe === 'off') return []
    const known = this.known.get(scheme)
    const fresh = await this.page.evaluate(markNewKinds, known ?? [])
    if (fresh.length === 0) return []
    this.known.set(scheme, [...(known ?? []), ...fresh])
    const found = await findWcagProblems(this.page, known === undefined ? undefined : '[data-gallery-new]', axe, () =>
      this.page.clock.runFor(20),
    )
    return found.map((text) => ({ rule: 'axe', text }))
  }
}
