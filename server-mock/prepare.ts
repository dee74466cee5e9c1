import { sql } from 'kysely'
import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { extendModules } from '#schemas/extensions/extend-modules.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import type { Feature } from './feature.ts'
import { provideHooks } from '#server/model/lifecycles/hooks.ts'
import { moveLoginHistory } from '#server/features/auth/move-login-history.ts'
import { loadHelp } from '#server/features/panel-help/load-help.ts'
import { ensureRoles } from '#server/features/persons/store.ts'
import { publishProductModules } from '#server/publishing/product-modules.ts'
import { addDeclaredRoles } from '#server/publishing/publish.ts'
import { readCurrentFiles } from '#server/publishing/store.ts'

export interface Preparation {
  published: string[]
  /** What extensions have lost by that: their parts stand at the end, or are left out. */
  lost?: string[]
  seeded: string[]
}

/**
 * Makes an open database ready to serve: publishes the product's modules, adds the roles, and fills an empty database
 * with demo data where the configuration asks for it. Does nothing the second time.
 */
export async function prepareDatabase(
  database: Database,
  config: Config,
  features: readonly Feature[],
  now = new Date(),
): Promise<Preparation> {
  const published = await publishProductModules(database, config, now)
  return database.transaction(async (trx) => {
    const modules = [...(await readCurrentFiles(trx)).values()].map(parseModule)
    const registry = buildRegistry(modules, 0, undefined)
    await ensureRoles(trx, registry)
    // Modules that were published before there was any role.
    for (const files of modules) await addDeclaredRoles(trx, modules, files)
    await moveLoginHistory(trx, registry)
    const marker = await trx.selectFrom('pishkhan.counters').select('name').where('name', '=', 'seeded').executeTakeFirst()
    const isEmpty =
      marker === undefined &&
      registry.entities.has('user') &&
      (await trx.selectFrom('data.user').select('id').executeTakeFirst()) === undefined
    const lost = published.length > 0 ? lostBy(modules) : []
    if (!config.demo || !isEmpty) {
      await loadHelp(trx, registry, config)
      return { published, ...(lost.length > 0 && { lost }), seeded: [] }
    }
    const seeded = features.filter(({ seed, module }) => seed && registry.modules.has(module))
    // Records of the demo are written as any others: what documents name of the features is there.
    provideHooks(features)
    for (const { seed } of seeded) await seed!(trx, registry)
    // After the demo, whose records have ids of their own.
    await loadHelp(trx, registry, config)
    await trx.insertInto('pishkhan.counters').values({ name: 'seeded', value: 1 }).execute()
    // The planner knows the new rows at once; the embedded database has nobody else who would tell it.
    await sql`analyze`.execute(trx)
    return { published, seeded: seeded.map(({ module }) => module) }
  })
}

const lostBy = (modules: readonly ModuleDocuments[]): string[] =>
  extendModules(modules).faults.map(
    ({ module, extension, pointer, message }) => `${module}/extensions/${extension}.json${pointer}: ${message}`,
  )
