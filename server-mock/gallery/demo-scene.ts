import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import type { Disturbance } from '#schemas/cli/mock-orders.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { loadRuleMessages, ruleMessage } from '#schemas/rules/messages.ts'
import { publishFilesToDemo, signInToDemo, startDemo } from '#server/mock/demo-server.ts'
import { disturbAnswers } from '#server/mock/disturb-answers.ts'
import { makeRecords } from '#server/mock/make-records.ts'
import type { ServerParts } from '#server/server.ts'
import { createAnswerCache, type AnswerCache } from './answer-cache.ts'
import { galleryAnswers, type GalleryAnswers } from './gallery-answers.ts'
import { planSurfaces, type Plan } from './plan-surfaces.ts'

const recordsOfEntity = 12
const failures = ['403', '422', '500'] as const

/** Documents that are drawn. */
export interface DrawnModule {
  files: Record<string, string>
  /** They are those of the product, which the demo has already. */
  isOfProduct: boolean
  /** Before the names of files in problems. */
  folder?: string
}

/** A server with demo data and the modules that are drawn, and what there is to draw of them. */
export interface DemoScene {
  url: string
  cache: AnswerCache
  plans: Plan[]
  /** Asks as somebody else, the first of these that the demo has. */
  cacheOf: (names: readonly string[]) => Promise<AnswerCache>
  answers: (of: { cache?: AnswerCache; isGuest?: boolean }) => GalleryAnswers
  stop: () => Promise<void>
}

/** @throws Error with the problems when a module cannot be published */
export async function openScene(
  root: string,
  product: Readonly<Record<string, ModuleDocuments>>,
  drawn: readonly DrawnModule[],
  locales: readonly string[],
): Promise<DemoScene> {
  let disturbances: Disturbance[] = []
  let parts: ServerParts | undefined
  const server = await startDemo(root, {
    prepare: (given) => {
      parts = given
      disturbAnswers(given.app, () => disturbances)
    },
  })
  try {
    const modules = { ...product }
    const own = drawn.map(({ files }) => parseModule(files))
    for (const [at, { files, isOfProduct, folder }] of drawn.entries()) {
      const documents = own[at]!
      if (!isOfProduct) {
        await publishFilesToDemo(server.url, files, 'gallery', folder)
        modules[documents.module.name] = documents
      }
      await parts!.database.transaction(async (trx) =>
        makeRecords(trx, await parts!.registries.current(trx), documents.module.name, recordsOfEntity),
      )
    }
    const cacheOf = (names: readonly string[]): Promise<AnswerCache> => createAnswerCache(server.url, () => signInToDemo(server.url, names))
    const cache = await cacheOf(['developer'])
    await loadRuleMessages(...locales)
    const failure = async (status: (typeof failures)[number], locale: string): Promise<Record<string, unknown>> => {
      disturbances = [{ call: 'publication', fail: status }]
      const { body } = await cache.read({ method: 'GET', name: 'publication', params: { failure: status } }, locale)
      disturbances = []
      return isRecord(body) ? body : {}
    }
    for (const locale of locales) for (const status of failures) await failure(status, locale)
    const plans: Plan[] = []
    for (const documents of own) plans.push(await planSurfaces(documents, cache))
    const modalScreens = new Map(plans.flatMap((plan) => [...plan.modalScreens]))
    return {
      url: server.url,
      cache,
      plans,
      cacheOf,
      answers: ({ cache: asked = cache, isGuest = false }) =>
        galleryAnswers({
          cache: asked,
          modules,
          modalScreens,
          failure,
          fieldSentence: (of) => ruleMessage(of, 'rules.regex', {}),
          isGuest,
        }),
      stop: () => server.stop(),
    }
  } catch (fault) {
    await server.stop()
    throw fault
  }
}
