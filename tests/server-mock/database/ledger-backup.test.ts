import { Readable, Writable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backupDatabase } from '#server/database/backup.ts'
import { restoreDatabase } from '#server/database/restore.ts'
import { readRecord, writeRecord } from '#server/model/model.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { refusal, run } from '#tests/server-mock/model/library.ts'
import { balancesOf, entriesOf, ledgerRegistry, migrateLedger } from '#tests/server-mock/model/ledgers/stock.ts'

const registry = ledgerRegistry()

test.each(databaseKinds)('a ledger is restored with its entries, balances, floors and protection (%s)', async (kind) => {
  const [source, target] = [await freshDatabase(kind), await freshDatabase(kind)]
  try {
    await migrateLedger(source, registry)
    const change = (database: typeof source, ware: number, quantity: string, name = 'supply') =>
      run(database, registry, (context) => writeRecord(context, 'change', { data: { ware, kind: name, quantity, fee: '1' } }))
    const { id } = await run(source, registry, (context) => writeRecord(context, 'ware', { data: { title: 'Pen', stop_when_empty: true } }))
    await change(source, id, '5')
    let text = ''
    await backupDatabase(
      source,
      new Writable({
        write(chunk: Buffer, _, done) {
          text += chunk.toString()
          done()
        },
      }),
    )
    await restoreDatabase(target, Readable.from([text]))
    await restoreDatabase(target, Readable.from([text]), { force: true })
    expect(await migrateLedger(target, registry)).toEqual([])
    expect(await balancesOf(target, id)).toEqual(await balancesOf(source, id))
    await expect(sql`delete from data.stock_entry`.execute(target.kysely)).rejects.toThrow('can only be added to')
    expect(await refusal(change(target, id, '6', 'damage'))).toMatchObject({ code: '422' })
    await change(target, id, '2')
    const { id: other } = await run(target, registry, (context) => writeRecord(context, 'ware', { data: { title: 'Ink' } }))
    await change(target, other, '1')
    expect(await run(target, registry, (context) => readRecord(context, 'ware', id))).toMatchObject({ stock: '7' })
    expect(await entriesOf(target)).toHaveLength(3)
  } finally {
    await source.close()
    await target.close()
  }
})
