import type { Database } from '#server/database/database.ts'
import type { Registries } from '#server/publishing/registries.ts'
import { raiseTopic, type LiveTopic } from './topics.ts'

/** What is written within this time is one piece of news, so that a busy office is not told of each record. */
const waitMs = 400

export interface WatchEntitiesOptions {
  database: Database
  registries: Registries
  topics: Readonly<Record<string, LiveTopic>>
  onFailure: (fault: unknown) => void
}

/** Raises the topics of entities when this process has written records of them, by whatever call. Returns a function that ends it. */
export function watchEntities({ database, registries, topics, onFailure }: WatchEntitiesOptions): () => void {
  const written = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const raise = async () => {
    timer = undefined
    const registry = registries.latest()
    const tables = new Set(written)
    written.clear()
    if (!registry) return
    const news = Object.entries(topics).filter(([, { entities }]) => [...(entities?.(registry) ?? [])].some((name) => tables.has(name)))
    if (news.length > 0)
      await database.transaction(async (trx) => {
        for (const [topic] of news) await raiseTopic(trx, topic)
      })
  }
  const unwatch = database.watchTables((tables) => {
    for (const table of tables) written.add(table)
    timer ??= setTimeout(() => void raise().catch(onFailure), waitMs)
    timer.unref()
  })
  return () => {
    unwatch()
    clearTimeout(timer)
  }
}
