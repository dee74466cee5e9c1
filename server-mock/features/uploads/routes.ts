import type { Config } from '#server/config.ts'
import type { Feature, UnmanagedHandler, Job } from '#server/feature.ts'
import { validationError } from '#server/errors.ts'
import { countUse, tooManyRequests } from '#server/plugins/rate-limit.ts'
import { requireSpace } from '#server/plugins/storage-space.ts'
import { checkFile, discardUnfinished, keepFile, removeStored, storedBefore, storedKeys } from './file-store.ts'
import { serveFiles } from './serve-files.ts'
import { insertFile, knownKeys, settleUnused } from './store.ts'

const hourMs = 60 * 60 * 1000
/** Longer than the seven days that a browser keeps a draft: its files are there when it is taken up again. */
export const unusedLifeMs = 8 * 24 * hourMs
/** Nothing is written into an upload that has been silent for longer. */
const silentMs = 10 * 60 * 1000
const uploadsAnHour = 2000

const upload: UnmanagedHandler<'upload'> = {
  async unmanaged({ file, payload, caller, database, config, now }) {
    if (!file) throw validationError({ file: [{ key: 'rules.required' }] })
    const waitMs = await database.transaction((trx) =>
      countUse(trx, [{ key: `upload:${caller.user!.id}`, limit: uploadsAnHour, windowMs: hourMs }], now),
    )
    if (waitMs > 0) throw tooManyRequests(waitMs)
    const checked = await checkFile(file, config)
    const key = await keepFile(checked, config)
    try {
      const userId = caller.user?.id ?? null
      const stored = await database.transaction(async (trx) => {
        const inserted = await insertFile(trx, { ...checked, key, payload: payload.payload, userId }, now)
        await requireSpace(trx, { size: checked.size + checked.versionsSize, userId }, config)
        return inserted
      })
      return { results: null, metadata: { ...stored } }
    } catch (fault) {
      await removeStored(key, config)
      throw fault
    }
  },
}

/**
 * Removes uploads that no record named within eight days; a file that one named is kept. Folders that no row knows go a
 * run later than their rows, so that nothing is lost when this is undone half-way.
 */
export const cleanUp: Job = {
  name: 'uploads-clean-up',
  everyMs: hourMs,
  async run(trx, _registry, now, config) {
    const before = new Date(now.getTime() - unusedLifeMs)
    await discardUnfinished(config, new Date(now.getTime() - silentMs))
    const keys = await storedKeys(config)
    const known = await knownKeys(trx, keys)
    for (const key of keys) if (!known.has(key) && (await storedBefore(key, before, config))) await removeStored(key, config)
    await settleUnused(trx, before, now)
  },
}

/** With the embedded database no other process uses the files: all uploads that are unfinished at the start can be removed. */
const unfinishedAtStart = (config: Config) => new Date(Date.now() - (config.databaseUrl === undefined ? 0 : silentMs))

/** Files: one call that takes them, links that serve them, and a job that removes what nothing uses. */
export const uploads: Feature = {
  module: 'uploads',
  handlers: { upload },
  jobs: [cleanUp],
  serve(app, config) {
    serveFiles(app, config)
    app.addHook('onReady', () => discardUnfinished(config, unfinishedAtStart(config)))
  },
}
