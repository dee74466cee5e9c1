import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import type { ModuleFiles } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { migrateTo } from './publish.ts'
import { endUnderneath } from './trials/trial-rows.ts'
import { hashFiles, lockPublishing, makeCurrent, product, readCurrentFiles, readHandledModules, storeVersion } from './store.ts'

/** The modules that come with the product, by name. */
export function readProductModules(folder: string): Map<string, ModuleFiles> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  return new Map(
    names.filter((name) => existsSync(join(folder, name, 'module.json'))).map((name) => [name, readModuleFolder(join(folder, name))]),
  )
}

/**
 * Publishes the product's own modules, all at once: those that are new, and those that a newer release has changed while
 * nobody has published, rolled back or removed them. Answers their names.
 */
export async function publishProductModules(database: Database, config: Pick<Config, 'root'>, now: Date): Promise<string[]> {
  const folders = readProductModules(join(config.root, 'modules'))
  return database.transaction(async (trx) => {
    await lockPublishing(trx)
    const current = await readCurrentFiles(trx)
    const handled = await readHandledModules(trx)
    const changed = [...folders].filter(
      ([name, files]) => !handled.has(name) && (!current.has(name) || hashFiles(current.get(name)!) !== hashFiles(files)),
    )
    if (changed.length === 0) return []
    await migrateTo(trx, current, new Map([...current, ...changed]))
    for (const [name, files] of changed) {
      const documentsId = await storeVersion(trx, {
        module: name,
        release: parseModule(files).module.version,
        files,
        note: '',
        publisher: product,
        now,
      })
      const publication = await makeCurrent(trx, { module: name, documentsId, action: 'publish', note: '', publisher: product, now })
      await endUnderneath(trx, name, publication, now)
    }
    return changed.map(([name]) => name)
  })
}
