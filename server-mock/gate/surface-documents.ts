import { isRecord } from '#schemas/rules/is-record.ts'
import type { Surface } from '#schemas/gallery/result.ts'
import type { AnswerCache } from '#server/gallery/answer-cache.ts'
import type { DemoScene } from '#server/gallery/demo-scene.ts'

type Node = Record<string, unknown>

/** Parts of documents that records, or the publication, decide. */
const counted = new Set(['publication', 'count', 'count_is_exact', 'badge', 'edition'])

/** The documents of surfaces as they are answered, in some languages, as texts that can be compared; by the id of the surface. */
export async function surfaceDocuments(
  scene: DemoScene,
  surfaces: readonly Surface[],
  locales: readonly string[],
  cache: AnswerCache = scene.cache,
): Promise<Map<string, string>> {
  const calls = new Map(scene.plans.flatMap((plan) => [...plan.calls]))
  const modals = new Map(scene.plans.flatMap((plan) => [...plan.modalScreens]).map(([path, { modal }]) => [`/${path}`, modal]))
  const texts = new Map<string, string>()
  for (const { id, path } of surfaces) {
    const modal = modals.get(path)
    const documents: unknown[] = []
    for (const locale of locales)
      for (const called of calls.get(id) ?? []) documents.push(documentsIn((await cache.read(called, locale)).body, modal))
    texts.set(id, JSON.stringify(documents))
  }
  return texts
}

/** Of an answer: the document of a screen or a grid without its modals, or one of its modals. */
function documentsIn(body: unknown, modal: string | undefined): unknown {
  const { results, metadata, errorCode } = isRecord(body) ? body : {}
  const holders = [results, metadata].filter(isRecord)
  if (modal !== undefined)
    return holders.flatMap(({ modals }) =>
      Array.isArray(modals) ? plain(modals.filter((each) => isRecord(each) && each.id === modal)) : [],
    )
  const grid = isRecord(metadata) && isRecord(metadata.grid) ? { grid: metadata.grid, page_title: metadata.page_title } : undefined
  const { modals: _, ...document } = (grid ?? (isRecord(results) ? results : {})) as Node
  return errorCode === undefined ? plain(document) : { errorCode }
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (counted.has(key) ? [] : [[key, plain(each)]])))
}
