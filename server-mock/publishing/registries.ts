import { parseModule } from '#schemas/check/parse-module.ts'
import type { Config } from '#server/config.ts'
import type { Database, Trx } from '#server/database/database.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import { servedGrids, type DocumentRegistry, type ModuleDocuments } from '#server/documents/registry.ts'
import type { Feature } from '#server/feature.ts'
import { readCurrentFiles, readPlainPublication, readPublication } from './store.ts'
import type { Person } from './trials/audience.ts'
import {
  documentsOf,
  editionText,
  keptEdition,
  newestEdition,
  parseEdition,
  plainEdition,
  type Edition,
  type Editions,
} from './trials/editions.ts'
import { readTrialGrids, readTrials, type Trial } from './trials/trial-rows.ts'

/** The documents for one caller. */
export interface Shown {
  registry: DocumentRegistry
  /** The newest documents for the caller, which are others than those of `registry` where a page keeps what it began with. */
  edition: string
}

export interface Registries {
  /** The registry of what is published now. It is built anew when another process, or this one, has published. */
  current(trx: Trx): Promise<DocumentRegistry>
  /** The same, for a publication that has just been read. */
  at(publication: number, database: Pick<Database, 'read'>): Promise<DocumentRegistry>
  /** The last one that was built, for answers that cannot ask the database. */
  latest(): DocumentRegistry | undefined
  /**
   * What a person is shown in place of the registry that is current: the documents of the trials that he is in, or those that his page
   * began with (`kept`). Where there are no trials it is that registry.
   */
  shownTo(registry: DocumentRegistry, person: Person | undefined, database: Pick<Database, 'read'>, kept?: string): Shown | Promise<Shown>
  /** Whether everybody is shown what the counter of publications says. */
  hasOnePublication(): boolean
  /** The trials that run, by the registry that was built last. */
  runningTrials(): readonly Trial[]
  /** Trials whose documents are in a registry. */
  trialsIn(registry: DocumentRegistry): readonly number[]
}

const noTrials: readonly never[] = []

/** Keeps the registry of the publication that the database counts, and those of its trials. */
export function createRegistries(config: Pick<Config, 'modules'>, features: readonly Pick<Feature, 'adaptDocuments'>[] = []): Registries {
  let latest: DocumentRegistry | undefined
  let editions: Editions = { publication: 0, trials: [] }
  let running: readonly Trial[] = noTrials
  let plain = ''
  /** Registries of other editions than the plain one, by its text. */
  let others = new Map<string, Promise<DocumentRegistry>>()
  const inTrials = new WeakMap<DocumentRegistry, readonly number[]>()

  async function build(
    trx: Trx,
    published: readonly ModuleDocuments[],
    publication: number,
    otherGrids: readonly GridDocument[],
  ): Promise<DocumentRegistry> {
    let documents = published
    for (const { adaptDocuments } of features) documents = (await adaptDocuments?.(trx, documents)) ?? documents
    const registry = buildRegistry(documents, publication, config.modules)
    return otherGrids.length === 0 ? registry : Object.freeze({ ...registry, otherGrids })
  }
  async function current(trx: Trx): Promise<DocumentRegistry> {
    const publication = await readPublication(trx)
    if (latest?.publication === publication) return latest
    const documents = [...(await readCurrentFiles(trx)).values()].map(parseModule)
    const built = await build(trx, documents, publication, await readTrialGrids(trx))
    const lastPlain = await readPlainPublication(trx)
    editions = { publication: lastPlain, trials: (await readTrials(trx, { endedSince: lastPlain })).reverse() }
    running = editions.trials.filter(({ status }) => status === 'running')
    plain = editionText(plainEdition(editions))
    others = new Map()
    latest = built
    return latest
  }
  function registryOf(edition: Edition, base: DocumentRegistry, database: Pick<Database, 'read'>): Promise<DocumentRegistry> {
    const text = editionText(edition)
    const [known, from] = [others, editions]
    let made = known.get(text)
    if (!made) {
      made = database.read(async (trx) => {
        const documents = await documentsOf(trx, from, edition, await readCurrentFiles(trx))
        const registry = await build(trx, documents, base.publication, servedGrids(base))
        inTrials.set(registry, edition.trials)
        return registry
      })
      known.set(text, made)
      made.catch(() => known.delete(text))
    }
    return made
  }
  return {
    latest: () => latest,
    current,
    at: async (publication, database) => (latest?.publication === publication ? latest : database.read(current)),
    hasOnePublication: () => running.length === 0 && plain === String(latest?.publication ?? ''),
    runningTrials: () => running,
    trialsIn: (registry) => inTrials.get(registry) ?? noTrials,
    shownTo(registry, person, database, kept) {
      if (editions.trials.length === 0 || registry !== latest) return { registry, edition: plain }
      const edition = editionText(newestEdition(editions, person))
      const chosen = keptEdition(editions, person, parseEdition(kept))
      if (editionText(chosen) === plain) return { registry, edition }
      // Publishing has checked that it can be built; whoever it fails for has at least the current documents.
      return registryOf(chosen, registry, database).then(
        (other) => ({ registry: other, edition }),
        () => ({ registry, edition }),
      )
    },
  }
}
