import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { lockFolder } from './lock-file.ts'
import { makeFolder } from './make-folder.ts'
import { valueParsers } from './value-types.ts'

/**
 * Opens the embedded database in a folder, or in memory without one; a new folder begins as a copy of `template`, where
 * there is one, a database in memory as what `dump` was made of. A commit is answered after its write-ahead log
 * was handed to the operating system: killing the process loses nothing, losing power may (PGlite has no fsync).
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

/** The copy stands under its name only when it is complete. */
function copyWhole(from: string, to: string) {
  const unfinished = `${to}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(from, unfinished, { recursive: true })
  renameSync(unfinished, to)
}
