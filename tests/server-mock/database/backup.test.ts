import { Readable, Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupDatabase } from '#server/database/backup.ts'
import type { Database } from '#server/database/database.ts'
import { restoreDatabase } from '#server/database/restore.ts'
import { gridRows, readRecord, writeRecord } from '#server/model/model.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { libraryRegistry, migrate, refusal, run } from '#tests/server-mock/model/library.ts'

const registry = libraryRegistry()

async function backupText(database: Database): Promise<string> {
  const chunks: Buffer[] = []
  await backupDatabase(
    database,
    new Writable({
      highWaterMark: 10,
      write(chunk: Buffer, _, done) {
        chunks.push(chunk)
        setImmediate(done)
      },
    }),
  )
  return Buffer.concat(chunks).toString()
}
const restore = (database: Database, text: string, options = {}) => restoreDatabase(database, Readable.from([text]), options)
const books = async (database: Database) =>
  await database.read((trx) =>
    trx.selectFrom('data.book').select(['title', 'price', 'author_id', 'tags', 'published_at']).orderBy('id').execute(),
  )

const routes = databaseKinds.flatMap((from) => databaseKinds.map((to) => [from, to] as const))

describe.each(routes)('a backup from %s to %s', (from, to) => {
  let source: Database
  let target: Database
  let text: string
  let bookId: number
  beforeAll(async () => {
    source = await freshDatabase(from)
    await migrate(source)
    bookId = await run(source, registry, async (context) => {
      const author = await writeRecord(context, 'author', { data: { name_full: 'نویسنده "یک"\n\\N' } })
      await writeRecord(context, 'genre', { data: { name: { fa: 'رمان', en: "it's" } } })
      await writeRecord(context, 'page', { data: { title: 'صفحه', slug: 'a' } })
      const book = await writeRecord(context, 'book', {
        data: {
          title: 'کتاب',
          isbn: '9780000000001',
          price: '10.50',
          author: author.id,
          tags: ['a', '"', '\\'],
          published_at: '2024-01-15T10:30:00.123Z',
        },
      })
      return book.id
    })
    await source.transaction((trx) =>
      trx.insertInto('pishkhan.documents').values({ module: 'library', version: '1', documents: '{"a":null}' }).returning('id').execute(),
    )
    await source.transaction((trx) =>
      trx.insertInto('pishkhan.publications').values({ number: 1, module: 'library', documents_id: 1, action: 'publish' }).execute(),
    )
    text = await backupText(source)
    target = await freshDatabase(to)
    await restore(target, text)
  })
  afterAll(async () => {
    await source.close()
    await target.close()
  })

  it('brings every row back as it was', async () => {
    expect(await books(target)).toEqual(await books(source))
    const again = await backupText(target)
    const content = (backup: string) =>
      backup
        .split('\n')
        .filter((line) => line.startsWith('{"table"'))
        .filter((line) => !line.includes('pishkhan.migrations'))
        .sort()
    expect(content(again)).toEqual(content(text))
  })

  it('leaves a database that works: keys, checks, search and numbers go on', async () => {
    expect(await run(target, registry, (context) => readRecord(context, 'book', bookId))).toMatchObject({ title: 'کتاب', price: '10.50' })
    const next = await run(target, registry, (context) => writeRecord(context, 'book', { data: { title: 'next', isbn: '9780000000002' } }))
    expect(next.id).toBe(bookId + 1)
    expect(
      await refusal(run(target, registry, (context) => writeRecord(context, 'book', { data: { title: 'x', isbn: '9780000000001' } }))),
    ).toMatchObject({ errors: { isbn: ['errors.not_unique'] } })
    await expect(sql`update data.book set author_id = 99`.execute(target.kysely)).rejects.toMatchObject({ code: '23503' })
    await expect(sql`update data.book set status = 'sold'`.execute(target.kysely)).rejects.toMatchObject({ code: '23514' })
    expect((await run(target, registry, (context) => gridRows(context, 'library/book/books', { q: 'كتاب' }))).rows).toHaveLength(1)
    expect(await migrate(target)).toEqual([])
    const ledger = (database: Database) =>
      database.read((trx) => trx.selectFrom('pishkhan.migrations').select('name').orderBy('name').execute())
    expect(await ledger(target)).toEqual(await ledger(source))
  })

  it('refuses a database that holds rows unless forced', async () => {
    await expect(restore(target, text)).rejects.toThrow('not empty')
    await restore(target, text, { force: true })
    expect(await books(target)).toEqual(await books(source))
  })

  it.each([
    ['cut off', (backup: string) => backup.split('\n').slice(0, -3).join('\n'), 'cut off'],
    ['with a changed row', (backup: string) => backup.replace('10.50', '99.50'), 'damaged'],
    [
      "with a statement of another's",
      (backup: string) => backup.replace(/"alter table data\.(\w+) add/, '"drop table data.$1; alter table data.$1 add'),
      'does not know',
    ],
    ['of something else', () => '{"format":"other"}\n', 'not a backup'],
    ['that is no text of ours', () => 'PK\u0003\u0004', 'not a backup'],
  ])('refuses a file %s and changes nothing', async (_, damage, message) => {
    const before = await books(target)
    await expect(restore(target, damage(text), { force: true })).rejects.toThrow(message)
    expect(await books(target)).toEqual(before)
  })
})
