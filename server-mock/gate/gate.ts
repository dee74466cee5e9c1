import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { findMissingTexts } from '#schemas/check/check-module.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { findFixtures, fixtureName } from '#schemas/cli/fixture-folders.ts'
import type { GateOptions, GateResult } from '#schemas/cli/gate/load-gate.ts'
import { offlineContext, readModuleFolder, readProductModules } from '#schemas/cli/module-folder.ts'
import { formatResult } from '#schemas/cli/replay/terminal-report.ts'
import { readingOf } from '#schemas/cli/replay/result.ts'
import { gateFailures, gateLimits, type GateLimits } from '#schemas/gate/gate-limits.ts'
import type { GateFixture, GateSurface, Measured } from '#schemas/gate/gate-report.ts'
import { visibleChanges, type VisibleChange } from '#schemas/gate/visible-changes.ts'
import type { Surface } from '#schemas/gallery/result.ts'
import { launchChromium, NoBrowser, shortVisitFlags } from '#server/browser/launch-chromium.ts'
import { openScene, type DemoScene } from '#server/gallery/demo-scene.ts'
import { replayFixtures } from '#server/replay/replay.ts'
import { openEdge, type Edge } from '#server/replay/edge.ts'
import { SidePainters, viewsOf, type Drawing, type Side } from './draw-sides.ts'
import { surfaceDocuments } from './surface-documents.ts'

export { NoBrowser }

/** What is drawn: a language of each direction. */
const drawnLocales = ['en', 'fa'] as const

/**
 * Compares the documents in a folder with those that are published: which screens, grids and modals change, what a user would see
 * differently on them, and what has to hold and does not.
 * @throws NoBrowser when there is no browser or no built panel, Error with the problems when the module cannot be published
 */
export async function runGate(folder: string, options: GateOptions): Promise<GateResult> {
  const started = Date.now()
  const { root, env, before: published } = options
  if (!existsSync(join(root, 'dist/app/index.html'))) throw new NoBrowser('the panel is not built yet: run "npm run build"')
  const files = readModuleFolder(folder)
  const { module } = parseModule(files)
  const limits = gateLimits(module)
  const product = readProductModules(root)
  const own = existsSync(join(root, 'modules', module.name, 'module.json'))
    ? readModuleFolder(join(root, 'modules', module.name))
    : undefined
  const open = (drawn: Record<string, string>, name: string): Promise<DemoScene> =>
    openScene(root, product, [{ files: drawn, isOfProduct: own !== undefined && isSame(own, drawn), folder: name }], drawnLocales)
  const opened = await Promise.allSettled([
    open(files, `${folder.replace(/\/+$/, '')}/`),
    published ? open(published, 'published: ') : Promise.resolve(undefined),
    openEdge(root),
  ])
  const [after, before, edge] = opened.map((each) => (each.status === 'fulfilled' ? each.value : undefined)) as [
    DemoScene | undefined,
    DemoScene | undefined,
    Edge | undefined,
  ]
  let browser: Browser | undefined
  let fixtures: Promise<GateFixture[]> = Promise.resolve([])
  try {
    for (const each of opened) if (each.status === 'rejected') throw each.reason
    fixtures = playFixtures(folder, limits, options, before && { before: before.url, after: after!.url })
    // A failure is told when the drawing is done.
    fixtures.catch(() => undefined)
    browser = await launchChromium(env, 'the gate', { flags: [...shortVisitFlags, ...edge!.browserFlags] })
    const { surfaces, unchanged, pictures } = await compareSides({ browser, edge: edge! }, before, after!, limits)
    const played = await fixtures
    const missing = missingTexts(files, published, limits)
    return {
      report: {
        format: 1,
        module: module.name,
        at: new Date(started).toISOString(),
        ms: Date.now() - started,
        surfaces,
        unchanged,
        fixtures: played,
        failures: gateFailures(surfaces, played, missing, limits),
      },
      pictures,
    }
  } finally {
    await fixtures.catch(() => undefined)
    await browser?.close()
    await Promise.all([edge?.stop(), before?.stop(), after?.stop()])
  }
}

const isSame = (one: Record<string, string>, other: Record<string, string>): boolean => {
  const text = (files: Record<string, string>): string =>
    JSON.stringify(
      Object.keys(files)
        .sort()
        .map((path) => [path, JSON.parse(files[path]!)]),
    )
  return text(one) === text(other)
}

async function compareSides(
  place: { browser: Browser; edge: Edge },
  before: DemoScene | undefined,
  after: DemoScene,
  limits: GateLimits,
): Promise<{ surfaces: GateSurface[]; unchanged: number; pictures: GateResult['pictures'] }> {
  const [was, is] = [before?.plans[0]!.surfaces ?? [], after.plans[0]!.surfaces]
  const [old, now] = await Promise.all([
    before ? surfaceDocuments(before, was, drawnLocales) : new Map<string, string>(),
    surfaceDocuments(after, is, drawnLocales),
  ])
  const changed = is.filter(({ id }) => old.get(id) !== now.get(id))
  const gone = was.filter(({ id }) => !now.has(id))
  const compared = was.filter(({ id }) => changed.some((each) => each.id === id))
  const painters = new SidePainters(place, drawnLocales, limits)
  const sideAfter: Side = { name: 'after', scene: after, surfaces: changed }
  const sideBefore: Side | undefined = before && compared.length > 0 ? { name: 'before', scene: before, surfaces: compared } : undefined
  let costs = new Map<string, Measured>()
  try {
    await Promise.all([painters.draw(sideAfter), sideBefore && painters.drawPlain(sideBefore)])
    if (sideBefore) {
      await painters.drawWhere(sideBefore, (id) => painters.of('after', id)?.findings ?? [])
      costs = await painters.measure(sideBefore, sideAfter)
    }
  } finally {
    await painters.close()
  }
  const ofRoles = await changesOfRoles(place, before, after, changed, limits)
  const seen = new Set<string>()
  const surfaces = changed.map((surface): GateSurface => {
    const [left, right] = [painters.of('before', surface.id), painters.of('after', surface.id)]
    const isNew = !old.has(surface.id)
    const known = new Set(left?.findings.map(({ rule, text }) => `${rule} ${text}`))
    const differences = isNew ? [] : [...changesIn(left, right), ...(ofRoles.get(surface.id) ?? [])]
    const scriptMs = costs.get(surface.id)
    return {
      id: surface.id,
      kind: surface.kind,
      path: surface.path,
      change: isNew ? 'new' : 'changed',
      // What stands around every page, such as the menu, is told once.
      differences: differences.filter((change) => !seen.has(JSON.stringify(change)) || !isAround(change)),
      findings: (right?.findings ?? []).map((finding) => ({ ...finding, isOld: known.has(`${finding.rule} ${finding.text}`) })),
      ...(right && { nodes: { ...(left && { before: left.nodes }), after: right.nodes } }),
      ...(scriptMs && { scriptMs }),
    }
    function isAround(change: VisibleChange): boolean {
      seen.add(JSON.stringify(change))
      return 'thing' in change && change.thing === 'link'
    }
  })
  const pictures: GateResult['pictures'] = new Map(
    changed.map(({ id }) => [id, { before: painters.of('before', id)?.picture, after: painters.of('after', id)?.picture }]),
  )
  return {
    surfaces: [
      ...surfaces,
      ...gone.map(({ id, kind, path }): GateSurface => ({ id, kind, path, change: 'gone', differences: [], findings: [] })),
    ],
    unchanged: is.length - changed.length,
    pictures,
  }
}

/** What is different in the languages that are drawn; what is in both of them is told once, in the first. */
function changesIn(before: Drawing | undefined, after: Drawing | undefined): VisibleChange[] {
  const [first, ...others] = drawnLocales.map((locale) => visibleChanges(before?.views.get(locale) ?? [], after?.views.get(locale) ?? []))
  return first!.length > 0 ? first! : (others.find((changes) => changes.length > 0) ?? [])
}

/** What others see differently, where their documents differ otherwise than those of an administrator. */
async function changesOfRoles(
  place: { browser: Browser; edge: Edge },
  before: DemoScene | undefined,
  after: DemoScene,
  changed: readonly Surface[],
  { roles }: GateLimits,
): Promise<Map<string, VisibleChange[]>> {
  const found = new Map<string, VisibleChange[]>()
  for (const role of before ? roles : []) {
    const [left, right] = await Promise.all([before!.cacheOf([role]), after.cacheOf([role])])
    const [was, is] = await Promise.all([surfaceDocuments(before!, changed, ['en'], left), surfaceDocuments(after, changed, ['en'], right)])
    const own = changed.filter(({ id }) => was.get(id) !== is.get(id))
    if (own.length === 0) continue
    const [old, now] = [
      await viewsOf(place, { name: 'before', scene: before!, surfaces: own }, role, left),
      await viewsOf(place, { name: 'after', scene: after, surfaces: own }, role, right),
    ]
    for (const { id } of own)
      found.set(id, [
        ...(found.get(id) ?? []),
        ...visibleChanges(old.get(id) ?? [], now.get(id) ?? []).map((change) => ({ ...change, role })),
      ])
  }
  return found
}

async function playFixtures(
  folder: string,
  limits: GateLimits,
  { root, env }: GateOptions,
  servers: { before: string; after: string } | undefined,
): Promise<GateFixture[]> {
  const place = join(folder, 'fixtures')
  if (!existsSync(place)) return []
  const folders = findFixtures(place).filter((each) => limits.fixtures?.includes(fixtureName(each).split('/').at(-1)!) ?? true)
  if (folders.length === 0) return []
  const results = await replayFixtures(folders, { root, env, documents: folder, ...(servers && { servers }) })
  return results.map((result) => {
    const reading = readingOf(result)
    const lines = reading === 'same' ? [] : formatResult(result, false).split('\n').slice(1)
    return { name: result.name.split('/').at(-1)!, title: result.title, reading, lines: lines.map((line) => line.slice(4)).slice(0, 60) }
  })
}

/** Texts that may not be missing and are; by language. */
function missingTexts(
  files: Record<string, string>,
  published: Record<string, string> | undefined,
  limits: GateLimits,
): Map<string, string[]> {
  const context = offlineContext()
  const now = findMissingTexts(files, context)
  const before = published && !limits.locales ? findMissingTexts(published, context) : new Map<string, string[]>()
  const missing = new Map<string, string[]>()
  for (const [locale, keys] of now) {
    const own = limits.locales ? limits.locales.includes(locale) : files[`locales/${locale}.json`] !== undefined
    const fresh = keys.filter((key) => !before.get(locale)?.includes(key))
    if (own && fresh.length > 0) missing.set(locale, fresh)
  }
  return missing
}
