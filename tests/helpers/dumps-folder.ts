import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives a run of tests a folder for the databases that many of them begin with. */
export default function makeDumpsFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-dumps-'))
  process.env.TEST_DUMPS = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
