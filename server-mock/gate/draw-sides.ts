import type { Browser } from 'playwright'
import type { GateLimits } from '#schemas/gate/gate-limits.ts'
import type { GateFinding, Measured } from '#schemas/gate/gate-report.ts'
import type { Surface } from '#schemas/gallery/result.ts'
import type { AnswerCache } from '#server/gallery/answer-cache.ts'
import type { DemoScene } from '#server/gallery/demo-scene.ts'
import { drawSurfaces, openPainter, type DrawOptions } from '#server/gallery/draw-surfaces.ts'
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

/** Draws the surfaces of both sides in their states; by side and surface: `after library-books`. */
export async function drawSides(
  { browser, edge }: Place,
  sides: readonly Side[],
  { locales, limits }: { locales: readonly string[]; limits: GateLimits },
): Promise<Map<string, Drawing>> {
  const drawings = new Map<string, Drawing>()
  const drawingOf = (key: string): Drawing => {
    const known = drawings.get(key) ?? { views: new Map<string, string[]>(), findings: [], nodes: 0 }
    drawings.set(key, known)
    return known
  }
  const tasks = locales
    .flatMap((locale) =>
      sides.flatMap((side) =>
        [true, false].map((isGuest) => ({
          locale,
          side,
          isGuest,
          own: side.surfaces.filter(({ isForGuests }) => (isForGuests === true) === isGuest),
        })),
      ),
    )
    .filter(({ own }) => own.length > 0)
  const draw = async ({ locale, side, isGuest, own }: (typeof tasks)[number]): Promise<void> => {
    const isFirst = locale === locales[0]
    await drawSurfaces(browser, edge, own, {
      session: `gate-${side.name}-${locale}-${isGuest}`,
      locale,
      states: limits.states,
      schemes: ['light'],
      widths: limits.widths,
      auth: isGuest ? null : signedIn,
      answers: side.scene.answers({ isGuest }),
      axe: limits.axe,
      hasKeyboard: limits.keyboard && isFirst,
      onView: ({ id }, view) => void drawingOf(`${side.name} ${id}`).views.set(locale, view),
      onMissed: ({ id }, reason) =>
        void drawingOf(`${side.name} ${id}`).findings.push({
          rule: 'drawing',
          text: reason,
          at: { state: 'many', locale, width: limits.widths[0]! },
        }),
      onDrawn({ surface, state, width, png, findings, nodes }) {
        const drawing = drawingOf(`${side.name} ${surface.id}`)
        for (const finding of findings)
          if (!drawing.findings.some(({ rule, text }) => rule === finding.rule && text === finding.text))
            drawing.findings.push({ ...finding, at: { state, locale, width } })
        if (isFirst && state === 'many' && width === Math.max(...limits.widths)) Object.assign(drawing, { nodes, picture: png })
      },
    })
  }
  const work = async (): Promise<void> => {
    for (let task = tasks.shift(); task; task = tasks.shift()) await draw(task)
  }
  await Promise.all([work(), work()])
  return drawings
}

const rounds = 3

/** The least that drawing a surface took, before and after: turn by turn, so that what the machine does beside it meets both. */
export async function measureSides(
  { browser, edge }: Place,
  before: DemoScene,
  after: DemoScene,
  surfaces: readonly Surface[],
): Promise<Map<string, Measured & { before: number }>> {
  const options = (name: string, scene: DemoScene): DrawOptions => ({
    session: `gate-cost-${name}`,
    locale: 'en',
    states: [],
    schemes: ['light'],
    widths: [1366],
    auth: signedIn,
    answers: scene.answers({}),
    onDrawn: () => undefined,
    onMissed: () => undefined,
  })
  const painters = [await openPainter(browser, edge, options('before', before)), await openPainter(browser, edge, options('after', after))]
  const costs = new Map<string, Measured & { before: number }>()
  try {
    for (const surface of surfaces.filter(({ isForGuests }) => isForGuests !== true)) {
      const least = [Infinity, Infinity]
      for (let round = 0; round <= rounds; round++)
        for (const [at, painter] of painters.entries()) {
          const cost = await painter.cost(surface)
          // The first time the browser compiles what it has not run yet.
          if (round > 0) least[at] = Math.min(least[at]!, cost)
        }
      costs.set(surface.id, { before: least[0]!, after: least[1]! })
    }
  } finally {
    for (const painter of painters) await painter.close()
  }
  return costs
}

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
