import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { demoTemplate } from '#server/database/demo-template.ts'
import { features } from '#server/features/index.ts'
import { prepareDatabase } from '#server/prepare.ts'

// A step of the build: makes the database of the demo once, so that no first start has to wait for it.
const { root } = readConfig(process.env.PISHKHAN_ROOT ? { PISHKHAN_ROOT: process.env.PISHKHAN_ROOT } : {})
const dataDir = dirname(demoTemplate(root))
rmSync(dataDir, { recursive: true, force: true })
// The log of its changes is copied with it: with the usual size it is larger than the data. The setting holds from the next opening on.
const empty = await openDatabase({ dataDir })
await sql`alter system set max_wal_size = '64MB'`.execute(empty.kysely)
await sql`alter system set min_wal_size = '32MB'`.execute(empty.kysely)
await empty.close()
const database = await openDatabase({ dataDir })
try {
  await prepareDatabase(database, readConfig({ DATA_DIR: dataDir, PISHKHAN_ROOT: root, DEMO: 'on' }), features)
  await sql`vacuum analyze`.execute(database.kysely)
  await sql`alter system reset max_wal_size`.execute(database.kysely)
  await sql`alter system reset min_wal_size`.execute(database.kysely)
  await sql`checkpoint`.execute(database.kysely)
} finally {
  await database.close()
}
