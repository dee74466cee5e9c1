import type { Browser } from 'playwright'
import { galleryStates } from '#schemas/gallery/gallery-state.ts'
import { isTooSlow, type GateLimits } from '#schemas/gate/gate-limits.ts'
import type { GateFinding, Measured } from '#schemas/gate/gate-report.ts'
import type { Surface } from '#schemas/gallery/result.ts'
import type { AnswerCache } from '#server/gallery/answer-cache.ts'
import type { DemoScene } from '#server/gallery/demo-scene.ts'
import { drawSurfaces, openPainter, type Painter } from '#server/gallery/draw-surfaces.ts'
import { signedIn } from '#server/gallery/signed-in.ts'
import type { Edge } from '#server/replay/edge.ts'
import { standInToken } from '#server/replay/stand-in-token.ts'

/** One of the versions that are compared, with the surfaces that are drawn of it. */
export interface Side {
  name: 'before' | 'after'
  scene: DemoScene
  surfaces: readonly Surface[]
}

/** What a surface of one side looks like. */
export interface Drawing {
  /** Accessibility trees by language. */
  views: Map<string, string[]>
  findings: Omit<GateFinding, 'isOld'>[]
  nodes: number
  picture?: Buffer
}

interface Place {
  browser: Browser
  edge: Edge
}

/** Pages in which both sides are drawn, one for each side, language and kind of visitor. */
export class SidePainters {
  private readonly place: Place
  private readonly locales: readonly string[]
  private readonly limits: GateLimits
  private readonly painters = new Map<string, Promise<Painter>>()
  private readonly drawings = new Map<string, Drawing>()

  constructor(place: Place, locales: readonly string[], limits: GateLimits) {
    this.place = place
    this.locales = locales
    this.limits = limits
  }

  /** What a surface looks like as far as it was drawn. */
  of(side: Side['name'], surface: string): Drawing | undefined {
    return this.drawings.get(`${side} ${surface}`)
  }

  /** Draws the surfaces in every state that the gate looks at, with what is wrong with them. */
  async draw(side: Side): Promise<void> {
    await this.each(side, this.locales, async (painter, surface, locale) => {
      const { states, widths, axe, keyboard } = this.limits
      await painter.draw(surface, { states, widths, axe, hasKeyboard: keyboard && locale === this.locales[0] })
    })
  }

  /** Draws what the surfaces look like with many records, without what is wrong with them. */
  async drawPlain(side: Side): Promise<void> {
    await this.each(side, this.locales, async (painter, surface) => {
      await painter.draw(surface, { states: ['many'], widths: [Math.max(...this.limits.widths)], axe: 'off', hasKeyboard: false })
    })
  }

  /** Draws the surfaces where something is wrong with them on the other side, to see whether it was before. */
  async drawWhere(side: Side, isWrong: (surface: string) => readonly Omit<GateFinding, 'isOld'>[]): Promise<void> {
    await this.each(side, this.locales, async (painter, surface, locale) => {
      const places = isWrong(surface.id).filter(({ at }) => at.locale === locale)
      if (places.length === 0) return
      await painter.draw(surface, {
        states: galleryStates.filter((state) => places.some(({ at }) => at.state === state)),
        widths: this.limits.widths.filter((width) => places.some(({ at }) => at.width === width)),
        axe: this.limits.axe,
        hasKeyboard: places.some(({ rule }) => rule === 'keyboard'),
      })
    })
  }

  /**
   * The least that drawing a surface took, before and after: turn by turn, so that what the machine does beside it meets both, and
   * once more while it is too much.
   */
  async measure(before: Side, after: Side): Promise<Map<string, Measured & { before: number }>> {
    const costs = new Map<string, Measured & { before: number }>()
    const painters = [await this.painter(before, this.locales[0]!, false), await this.painter(after, this.locales[0]!, false)]
    for (const surface of before.surfaces.filter(({ isForGuests }) => isForGuests !== true)) {
      const least = [Infinity, Infinity]
      const cost = (): Measured & { before: number } => ({ before: least[0]!, after: least[1]! })
      for (let round = 0; round <= 1 || (round <= rounds && isTooSlow(cost(), this.limits)); round++)
        for (const [at, painter] of painters.entries()) {
          const spent = await painter.cost(surface, Math.max(...this.limits.widths))
          // The first time the browser compiles what it has not run yet.
          if (round > 0) least[at] = Math.min(least[at]!, spent)
        }
      costs.set(surface.id, cost())
    }
    return costs
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.painters.values())
    for (const each of opened) if (each.status === 'fulfilled') await each.value.close()
  }

  private async each(
    side: Side,
    locales: readonly string[],
    draw: (painter: Painter, surface: Surface, locale: string) => Promise<void>,
  ): Promise<void> {
    const inLocale = async (locale: string): Promise<void> => {
      for (const isGuest of [true, false]) {
        const own = side.surfaces.filter(({ isForGuests }) => (isForGuests === true) === isGuest)
        if (own.length === 0) continue
        const painter = await this.painter(side, locale, isGuest)
        for (const surface of own) await draw(painter, surface, locale)
      }
    }
    await Promise.all(locales.map(inLocale))
  }

  private painter(side: Side, locale: string, isGuest: boolean): Promise<Painter> {
    const session = `gate-${side.name}-${locale}-${isGuest}`
    const known = this.painters.get(session)
    if (known) return known
    const drawingOf = ({ id }: Surface): Drawing => {
      const key = `${side.name} ${id}`
      const drawing = this.drawings.get(key) ?? { views: new Map<string, string[]>(), findings: [], nodes: 0 }
      this.drawings.set(key, drawing)
      return drawing
    }
    const opened = openPainter(this.place.browser, this.place.edge, {
      session,
      locale,
      states: [],
      schemes: ['light'],
      widths: this.limits.widths,
      auth: isGuest ? null : signedIn,
      answers: side.scene.answers({ isGuest }),
      onView: (surface, view) => {
        const { views } = drawingOf(surface)
        if (!views.has(locale)) views.set(locale, view)
      },
      onMissed: (surface, reason) =>
        void drawingOf(surface).findings.push({
          rule: 'drawing',
          text: reason,
          at: { state: 'many', locale, width: this.limits.widths[0]! },
        }),
      onDrawn: ({ surface, state, width, png, findings, nodes }) => {
        const drawing = drawingOf(surface)
        for (const finding of findings)
          if (!drawing.findings.some(({ rule, text }) => rule === finding.rule && text === finding.text))
            drawing.findings.push({ ...finding, at: { state, locale, width } })
        if (locale === this.locales[0] && state === 'many' && width === Math.max(...this.limits.widths))
          Object.assign(drawing, { nodes, picture: png })
      },
    })
    this.painters.set(session, opened)
    return opened
  }
}

const rounds = 3

/** The accessibility trees that somebody with a role gets, by surface. */
export async function viewsOf({ browser, edge }: Place, side: Side, role: string, cache: AnswerCache): Promise<Map<string, string[]>> {
  const views = new Map<string, string[]>()
  const user = { id: 2, username: role, name_full: signedIn.user.name_full, roles: [role] }
  await drawSurfaces(browser, edge, side.surfaces, {
    session: `gate-${side.name}-${role}`,
    locale: 'en',
    states: [],
    schemes: ['light'],
    widths: [1366],
    auth: { token: standInToken(user), user },
    answers: side.scene.answers({ cache }),
    onView: ({ id }, view) => void views.set(id, view),
    onDrawn: () => undefined,
    onMissed: () => undefined,
  })
  return views
}
