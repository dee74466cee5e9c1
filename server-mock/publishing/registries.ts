import { parseModule } from '#schemas/check/parse-module.ts'
import type { Config } from '#server/config.ts'
import type { Database, Trx } from '#server/database/database.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import type { DocumentRegistry, ModuleDocuments } from '#server/documents/registry.ts'
import type { Feature } from '#server/feature.ts'
import { readCurrentFiles, readPublication } from './store.ts'

export interface Registries {
  /** The registry of what is published now. It is built anew when another process, or this one, has published. */
  current(trx: Trx): Promise<DocumentRegistry>
  /** The same, for a publication that has just been read. */
  at(publication: number, database: Pick<Database, 'read'>): Promise<DocumentRegistry>
  /** The last one that was built, for answers that cannot ask the database. */
  latest(): DocumentRegistry | undefined
}

/** Keeps the registry of the publication that the database counts. */
export function createRegistries(
  config: Pick<Config, 'modules'>,
  features: readonly Pick<Feature, 'adaptDocuments'>[] = [],
  onChange: (registry: DocumentRegistry) => void = () => {},
): Registries {
  let latest: DocumentRegistry | undefined
  async function current(trx: Trx): Promise<DocumentRegistry> {
    const publication = await readPublication(trx)
    if (latest?.publication === publication) return latest
    let documents: readonly ModuleDocuments[] = [...(await readCurrentFiles(trx)).values()].map(parseModule)
    for (const { adaptDocuments } of features) documents = (await adaptDocuments?.(trx, documents)) ?? documents
    latest = buildRegistry(documents, publication, config.modules)
    onChange(latest)
    return latest
  }
  return {
    latest: () => latest,
    current,
    at: async (publication, database) => (latest?.publication === publication ? latest : database.read(current)),
  }
}
