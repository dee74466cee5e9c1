import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { lockFolder } from './lock-file.ts'
import { valueParsers } from './value-types.ts'

/**
 * Opens the embedded database in a folder, or in memory without one. A commit is answered after its write-ahead log
 * was handed to the operating system: killing the process loses nothing, losing power may (PGlite has no fsync).
 */
export async function openPGlite(dataDir: string | undefined, log: (message: string, detail?: Record<string, unknown>) => void) {
  if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = dataDir ? lockFolder(dataDir, log) : () => {}
  try {
    const pglite = await PGlite.create({ dataDir: dataDir && join(dataDir, 'postgres'), relaxedDurability: false, parsers: valueParsers })
    await pglite.exec("set timezone to 'UTC'")
    return { pglite, async close() { await pglite.close(); unlock() } }
  } catch (error) {
    unlock()
    throw error
  }
}
