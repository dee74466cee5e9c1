import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { moduleName, readModuleFolder, readProductModules } from '#schemas/cli/module-folder.ts'
import type { GalleryOptions } from '#schemas/cli/gallery/load-gallery.ts'
import type { GalleryResult, Picture, Surface } from '#schemas/gallery/result.ts'
import { launchChromium, NoBrowser, shortVisitFlags } from '#server/browser/launch-chromium.ts'
import { comparePictures } from '#server/replay/compare-pictures.ts'
import { openEdge } from '#server/replay/edge.ts'
import { openScene } from './demo-scene.ts'
import { drawSurfaces, type Drawn } from './draw-surfaces.ts'
import { signedIn } from './signed-in.ts'

export { NoBrowser }

/**
 * Draws the surfaces of modules in their states, and compares the pictures with those of the last run in the same folder.
 * @throws NoBrowser when there is no browser or no built panel, Error with the problems when a module cannot be published
 */
export async function drawGallery(folders: readonly string[], options: GalleryOptions): Promise<GalleryResult> {
  const started = Date.now()
  const { root, out } = options
  if (!existsSync(join(root, 'dist/app/index.html'))) throw new NoBrowser('the panel is not built yet: run "npm run build"')
  const drawn = folders.map((folder) => {
    const files = readModuleFolder(folder)
    const isOfProduct = relative(join(root, 'modules', moduleName(files)), folder) === ''
    return { files, isOfProduct, folder: `${folder.replace(/\/+$/, '')}/` }
  })
  const [scene, edge] = await Promise.all([openScene(root, readProductModules(root), drawn, options.locales), openEdge(root)])
  const browser = await launchChromium(options.env, 'gallery', { flags: [...shortVisitFlags, ...edge.browserFlags] }).catch(
    async (fault: unknown) => {
      await Promise.all([edge.stop(), scene.stop()])
      throw fault
    },
  )
  try {
    const surfaces = scene.plans.flatMap((plan) => plan.surfaces).filter(({ id, path }) => isWanted(options.only, id, path))
    const missed = scene.plans.flatMap((plan) => plan.missed).filter(({ id }) => isWanted(options.only, id, ''))
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
        await drawSurfaces(browser, edge, own, {
          session: `gallery-${locale}-${isGuest ? 'guest' : 'user'}-${own[0]!.id}`,
          locale,
          states: options.states,
          schemes: options.schemes,
          widths: options.widths,
          auth: isGuest ? null : signedIn,
          answers: scene.answers({ isGuest }),
          hasKeyboard: options.hasKeyboard === true,
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
    await Promise.all([edge.stop(), scene.stop()])
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
