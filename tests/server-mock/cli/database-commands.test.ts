import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backup } from '#server/cli/database-commands.ts'

it('a backup of a folder without a database is refused, and neither file nor database is made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-backup-'))
  try {
    const file = join(folder, 'out.jsonl')
    await expect(backup({ DATA_DIR: join(folder, 'mistyped') }, file)).rejects.toThrow('There is no database in')
    expect([existsSync(file), existsSync(join(folder, 'mistyped', 'postgres'))]).toEqual([false, false])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
