import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { expandScreen } from '#server/documents/expand-screen.ts'
import { seedRecords, trusted, writeRecord } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '../helpers/database.ts'
import { caller, run } from '../server-mock/model/library.ts'

const page = readFileSync('docs/writing-a-module.md', 'utf8')
const taught = Object.fromEntries(
  [...page.matchAll(/```jsonc\n\/\/ ([a-z/_-]+\.json)\n([^]*?)\n```/g)].map(([, file, text]) => [file, text]),
)
const library = readModuleFolder('tests/fixtures/library')
const texts = { order: 'Order', order_line: 'Line', order_payment: 'Payment', no_lines: 'No lines' }
const labels = { 'order.number': 'N', 'order.customer': 'C', 'order.lines': 'L', 'order.payments': 'P' }
const more = { 'order_line.book': 'B', 'order_line.count': 'C', 'order_line.note': 'N', 'order_payment.amount': 'A' }
const messages = {
  ...texts,
  ...Object.fromEntries(Object.entries({ ...labels, ...more }).map(([path, text]) => [`entities.${path}`, text])),
}
const files = {
  ...library,
  ...taught,
  ...Object.fromEntries(
    Object.entries(library)
      .filter(([file]) => file.startsWith('locales/'))
      .map(([file, text]) => [file, JSON.stringify({ ...(JSON.parse(text) as object), ...messages })]),
  ),
}

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase(usualKind)
})
afterAll(() => database.close())

it('the rows that the guide teaches are sound, published and written', async () => {
  expect(Object.keys(taught)).toHaveLength(5)
  const problems = checkModule(files, offlineContext(undefined, {})).filter(({ file, severity }) => severity === 'error' && file in taught)
  expect(problems).toEqual([])
  const user = { name: 'user', title: 'U', display: '{id}', schema: { type: 'object' as const, properties: { name: { type: 'string' } } } }
  const module = parseModule(files)
  const registry = buildRegistry([{ ...module, entities: { ...module.entities, user } }], 1, undefined)
  const entities = new Map([...registry.entities].map(([name, { document }]) => [name, document]))
  expect(await database.transaction((trx) => migrateEntities(trx, new Map(), entities, []))).toEqual([])
  const order = await run(database, registry, async (context) => {
    const [book] = await seedRecords(context.trx, registry, 'book', [{ title: 'Masnavi', isbn: '9780000000001' }])
    return writeRecord(context, 'order', { data: { customer: 'Sara', lines: [{ book_id: book, count: 2 }] } }, trusted)
  })
  expect(order).toMatchObject({ customer: 'Sara', lines: [{ count: 2, book: { title: 'Masnavi' } }], payments: [] })
  expect(order.number).toMatch(/^A-.{8}$/)
  const screen = expandScreen(registry, caller({ locale: 'en', isDeveloper: true }), 'library-order-view')
  expect(screen!.body[0]).toMatchObject({
    rows: 'order.lines',
    empty: 'No lines',
    columns: [{ key: 'book.title' }, { key: 'count', cell: 'number' }],
  })
})
