import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseModule } from '#schemas/check/parse-module.ts'
import { readModuleFolder, readProductModules } from '#schemas/cli/module-folder.ts'
import type { GalleryOptions } from '#schemas/cli/gallery/load-gallery.ts'
import type { GalleryResult, Picture, Surface } from '#schemas/gallery/result.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { loadRuleMessages, ruleMessage } from '#schemas/rules/messages.ts'
import type { Disturbance } from '#schemas/cli/mock-orders.ts'
import { launchChromium, NoBrowser } from '#server/browser/launch-chromium.ts'
import { publishToDemo, signInToDemo, startDemo } from '#server/mock/demo-server.ts'
import { disturbAnswers } from '#server/mock/disturb-answers.ts'
import { makeRecords } from '#server/mock/make-records.ts'
import { comparePictures } from '#server/replay/compare-pictures.ts'
import { openEdge } from '#server/replay/edge.ts'
import { standInToken } from '#server/replay/stand-in-token.ts'
import type { ServerParts } from '#server/server.ts'
import { createAnswerCache } from './answer-cache.ts'
import { drawSurfaces, type Drawn } from './draw-surfaces.ts'
import { galleryAnswers } from './gallery-answers.ts'
import { planSurfaces, type Plan } from './plan-surfaces.ts'

export { NoBrowser }

const recordsOfEntity = 12
const user = { id: 1, username: 'administrator', name_full: 'Sara Ahmadi', roles: ['administrator'], is_admin: true }

/**
 * Draws the surfaces of modules in their states, and compares the pictures with those of the last run in the same folder.
 * @throws NoBrowser when there is no browser or no built panel, Error with the problems when a module cannot be published
 */
export async function drawGallery(folders: readonly string[], options: GalleryOptions): Promise<GalleryResult> {
  const started = Date.now()
  const { root, out } = options
  if (!existsSync(join(root, 'dist/app/index.html'))) throw new NoBrowser('the panel is not built yet: run "npm run build"')
  let disturbances: Disturbance[] = []
  let parts: ServerParts | undefined
  const [server, edge] = await Promise.all([
    startDemo(root, {
      prepare: (given) => {
        parts = given
        disturbAnswers(given.app, () => disturbances)
      },
    }),
    openEdge(root),
  ])
  const browser = await launchChromium(options.env, 'gallery', { flags: edge.browserFlags }).catch(async (fault: unknown) => {
    await Promise.all([edge.stop(), server.stop()])
    throw fault
  })
  try {
    const modules = readProductModules(root)
    const named = folders.map((folder) => ({ folder, documents: parseModule(readModuleFolder(folder)) }))
    for (const { folder, documents } of named) {
      const { name } = documents.module
      if (relative(join(root, 'modules', name), folder) !== '') {
        await publishToDemo(server.url, folder, 'gallery')
        modules[name] = documents
      }
      await parts!.database.transaction(async (trx) => makeRecords(trx, await parts!.registries.current(trx), name, recordsOfEntity))
    }
    const cache = createAnswerCache(server.url, await signInToDemo(server.url, ['administrator']))
    await loadRuleMessages(...options.locales)
    const failure = async (status: '403' | '422' | '500', locale: string): Promise<Record<string, unknown>> => {
      disturbances = [{ call: 'publication', fail: status }]
      const { body } = await cache.read({ method: 'GET', name: 'publication', params: { failure: status } }, locale)
      disturbances = []
      return isRecord(body) ? body : {}
    }
    for (const locale of options.locales) for (const status of ['403', '422', '500'] as const) await failure(status, locale)
    const plans: Plan[] = []
    for (const { documents } of named) plans.push(await planSurfaces(documents, cache))
    const modalScreens = new Map(plans.flatMap((plan) => [...plan.modalScreens]))
    const surfaces = plans.flatMap((plan) => plan.surfaces).filter(({ id, path }) => isWanted(options.only, id, path))
    const missed = plans.flatMap((plan) => plan.missed).filter(({ id }) => isWanted(options.only, id, ''))
    const pictures: Picture[] = []
    const keeping: Promise<void>[] = []
    const lastFiles = new Set(existsSync(join(out, 'pictures')) ? picturesIn(out) : [])
    rmSync(join(out, 'before'), { recursive: true, force: true })
    const parallel = Math.max(1, Math.ceil((options.workers ?? 2) / options.locales.length))
    const tasks = options.locales.flatMap((locale) =>
      [true, false].flatMap((isGuest) => {
        const own = surfaces.filter(({ isForGuests }) => (isForGuests === true) === isGuest)
        return Array.from({ length: Math.min(parallel, own.length) }, (_, part) => ({
          locale,
          isGuest,
          own: own.filter((_surface, at) => at % parallel === part),
        }))
      }),
    )
    const work = async (): Promise<void> => {
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        const { locale, isGuest, own } = task
        const answers = galleryAnswers({
          cache,
          modules,
          modalScreens,
          failure,
          fieldSentence: (of) => ruleMessage(of, 'rules.regex', {}),
          isGuest,
        })
        await drawSurfaces(browser, edge, own, {
          session: `gallery-${locale}-${isGuest ? 'guest' : 'user'}-${own[0]!.id}`,
          locale,
          states: options.states,
          schemes: options.schemes,
          widths: options.widths,
          auth: isGuest ? null : { token: standInToken(user), user },
          answers,
          onDrawn: (drawn) => keeping.push(keep(drawn, locale)),
          onMissed: (surface, reason) => missed.push({ id: surface.id, reason }),
        })
      }
    }
    const keep = async (drawn: Drawn, locale: string): Promise<void> => {
      const picture = await keepPicture(out, drawn, locale)
      lastFiles.delete(picture.file)
      pictures.push(picture)
      options.onPicture?.(picture)
    }
    await Promise.all(Array.from({ length: Math.min(options.workers ?? 2, tasks.length) }, work))
    await Promise.all(keeping)
    const drawnIds = new Set(surfaces.map(({ id }) => id))
    const gone = [...lastFiles].filter((file) => isAll(options) && drawnIds.has(file.split('/')[1] ?? ''))
    for (const file of gone) rmSync(join(out, file), { force: true })
    return { pictures: inOrder(pictures, surfaces), missed: uniqueById(missed), gone, ms: Date.now() - started }
  } finally {
    await browser.close()
    await Promise.all([edge.stop(), server.stop()])
  }
}

const isAll = ({ only }: GalleryOptions): boolean => only === undefined
const isWanted = (only: string | undefined, id: string, path: string): boolean =>
  only === undefined || id.includes(only) || path.replace(/^\//, '').startsWith(only.replace(/^\//, ''))

const picturesIn = (out: string): string[] =>
  readdirSync(join(out, 'pictures'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.png'))
    .map((name) => `pictures/${name.replaceAll('\\', '/')}`)

async function keepPicture(out: string, { surface, state, scheme, width, png, findings }: Drawn, locale: string): Promise<Picture> {
  const name = `${surface.id}/${state}.${locale}.${scheme}.${width}.png`
  const file = `pictures/${name}`
  const path = join(out, file)
  const last = existsSync(path) ? readFileSync(path) : undefined
  const change = last && (await comparePictures(last, png))
  if (change) {
    mkdirSync(dirname(join(out, 'before', name)), { recursive: true })
    renameSync(path, join(out, 'before', name))
  }
  mkdirSync(dirname(path), { recursive: true })
  if (!last || change) writeFileSync(path, png)
  return {
    surface,
    state,
    locale,
    scheme,
    width,
    file,
    findings,
    ...(last === undefined ? { change: 'new' as const } : change && { change, before: `before/${name}` }),
  }
}

const inOrder = (pictures: readonly Picture[], surfaces: readonly Surface[]): Picture[] => {
  const place = new Map(surfaces.map(({ id }, at) => [id, at]))
  return [...pictures].sort((a, b) => place.get(a.surface.id)! - place.get(b.surface.id)! || a.file.localeCompare(b.file))
}

const uniqueById = <Entry extends { id: string }>(entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
]
