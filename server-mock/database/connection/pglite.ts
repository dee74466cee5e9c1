import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { lockFolder } from './lock-file.ts'
import { makeFolder } from '#server/database/make-folder.ts'
import { valueParsers } from './value-types.ts'

/**
 * Opens the embedded database in a folder, or in memory. A new folder is created as a copy of `template`, if that
 * exists; a database in memory is created from `dump`. A commit returns after its write-ahead log was handed to the
 * operating system: killing the process loses nothing, a power failure may (PGlite has no fsync).
 */
export async function openPGlite(
  { dataDir, template, dump }: { dataDir?: string; template?: string; dump?: Blob },
  log: (message: string, detail?: Record<string, unknown>) => void,
) {
  if (dataDir) makeFolder(dataDir)
  const unlock = dataDir ? lockFolder(dataDir, log) : () => {}
  try {
    const folder = dataDir && join(dataDir, 'postgres')
    if (folder && template && !existsSync(folder) && existsSync(template)) copyWhole(template, folder)
    const pglite = await PGlite.create({
      dataDir: folder,
      loadDataDir: folder ? undefined : dump,
      relaxedDurability: false,
      parsers: valueParsers,
      extensions: { pg_trgm },
    })
    await pglite.exec("set timezone to 'UTC'")
    return {
      pglite,
      async close() {
        await pglite.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Copies under a temporary name, so that an incomplete copy is never used. */
function copyWhole(from: string, to: string) {
  const unfinished = `${to}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(from, unfinished, { recursive: true })
  renameSync(unfinished, to)
}
