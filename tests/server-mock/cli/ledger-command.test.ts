import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { commands } from '#schemas/cli/commands/index.ts'
import { openDatabase } from '#server/database/database.ts'
import { writeRecord } from '#server/model/model.ts'
import { run } from '#tests/server-mock/model/library.ts'
import { documents, ledgerRegistry, migrateLedger, stock } from '#tests/server-mock/model/ledgers/stock.ts'

it('ledger check tells balances that are not what the entries come to, by its exit code too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-ledger-'))
  const lines: string[] = []
  const terminal = { env: { DATA_DIR: folder }, out: (line: string) => void lines.push(line) }
  const check = (...names: string[]) => {
    lines.length = 0
    return commands.ledger!.run({ arguments: ['check', ...names], options: {}, terminal: terminal as never })
  }
  const inDatabase = async <T>(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) => {
    const database = await openDatabase({ dataDir: folder })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  try {
    const registry = ledgerRegistry(documents, [stock])
    const ware = await inDatabase(async (database) => {
      await migrateLedger(database, registry)
      const files = Object.fromEntries([
        ['module.json', { name: 'library', title: 'Library', version: '1.0.0' }],
        ['ledgers/stock.json', stock],
        ...documents.map((entity) => [`entities/${entity.name}.json`, entity] as const),
      ])
      const texts = Object.fromEntries(Object.entries(files).map(([path, file]) => [path, JSON.stringify(file)]))
      await sql`insert into pishkhan.documents (module, version, documents, is_current) values ('library', '1.0.0', ${JSON.stringify(texts)}::text::jsonb, true)`.execute(
        database.kysely,
      )
      await sql`insert into pishkhan.publications (number, module, documents_id, action) values (1, 'library', 1, 'publish')`.execute(
        database.kysely,
      )
      return run(database, registry, async (context) => {
        const { id } = await writeRecord(context, 'ware', { data: { title: 'Pen' } })
        await writeRecord(context, 'change', { data: { ware: id, kind: 'supply', quantity: '5', fee: '1' } })
        return id
      })
    })
    expect([await check(), ...lines]).toEqual([0, 'stock: 1 entries of 1 accounts, balances agree'])
    await inDatabase((database) => sql`update ledger.stock_balance set on_hand = 6`.execute(database.kysely))
    expect([await check('stock'), ...lines]).toEqual([
      1,
      'stock: 1 entries of 1 accounts, 1 differ',
      `  stock of ware ${ware}: on_hand is 6, and the entries come to 5`,
    ])
    await expect(check('stok')).rejects.toThrow('There is no ledger "stok". There are: stock.')
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 180_000) // opens five databases, one after the other
