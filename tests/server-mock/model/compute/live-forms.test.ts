import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeLive, type Computing } from '#renderer/form/live/compute-live.ts'
import { livePlan } from '#renderer/form/live/live-plan.ts'
import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { writeRecord, type ModelContext } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '../../../helpers/database.ts'
import { caller, libraryRegistry, migrate, run } from '../library.ts'
import { saleEntities } from './sales.ts'

type Values = Record<string, unknown>

const registry = libraryRegistry(saleEntities)
const prices: Record<string, string | null> = { 1: '10.00', 2: '2.50', 3: '0.01', 4: null }
const weights: Record<string, number> = { 1: 1, 2: 2, 3: 3, 4: 0 }
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, saleEntities)).toEqual([])
  await inCall(async ({ trx }) => {
    for (const id of Object.keys(prices))
      await sql`insert into data.ware (id, title, sale_price, weight) values (${id}, ${`ware ${id}`}, ${prices[id]}, ${weights[id]})`.execute(
        trx,
      )
  })
})
afterAll(() => database.close())

const inCall = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
const form = expandForm(
  registry,
  caller({ locale: 'en', permissions: new Set(['library.read', 'library.write', 'library.wares']) }),
  'library',
  { entity: 'sale' },
)
const plan = livePlan(form.schema)
const rowNames = Object.keys(plan.root.lists.get('lines')!.properties)

const fetched: Computing['fetched'] = (_, id, path) => (path[0] === 'weight' ? weights[String(id)] : (prices[String(id)] ?? null))
const compute = (before: Values | undefined, next: Values, stored: Values = {}): Values =>
  computeLive(plan, { before, next, stored, seenBy: (data) => data, fetched, proposes: true }).data

const linesOf = (data: Values): Values[] => (data.lines ?? []) as Values[]
const asForm = (record: Values): Values => ({
  ...record,
  lines: linesOf(record).map((row) => Object.fromEntries(rowNames.map((name) => [name, row[name]]))),
})
const written = (data: Values): Values => ({
  number: 'A1',
  discount: data.discount,
  limit: data.limit,
  lines: linesOf(data).map(({ id, ware_id, count, is_added, unit_price }) => ({
    ...(id !== undefined && { id }),
    ware_id,
    count,
    is_added,
    unit_price,
  })),
})
const save = async (data: Values, id?: number): Promise<Values> =>
  asForm(await inCall((context) => writeRecord(context, 'sale', { id, data: written(data) })))

/** What is computed of a sale, numbers by what they are. */
const computedOf = (data: Values): unknown => {
  const pick = (record: Values, names: string[]) => Object.fromEntries(names.map((name) => [name, plain(record[name])]))
  return {
    ...pick(data, ['total', 'payable', 'rest', 'mean', 'frozen', 'first_weight']),
    lines: linesOf(data).map((row) => pick(row, ['unit_price', 'list_price', 'limit_now', 'amount', 'tax', 'discount'])),
  }
}
const plain = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? null
  return compareDecimal(value, '0') === 0 ? '0' : value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
}

const decimals = (max: number, scale: number) =>
  fc.tuple(fc.nat({ max }), fc.nat({ max: 10 ** scale - 1 })).map(([whole, part]) => `${whole}.${String(part).padStart(scale, '0')}`)
const line = fc.record(
  {
    ware_id: fc.integer({ min: 1, max: 4 }),
    count: decimals(50, 3),
    is_added: fc.boolean(),
    unit_price: fc.option(decimals(900, 2), { nil: undefined, freq: 1 }),
  },
  { requiredKeys: ['ware_id', 'count', 'is_added'] },
)
const sale = fc.record({ discount: fc.option(decimals(20, 2), { nil: null }), lines: fc.array(line, { maxLength: 5 }) })
/** Ways in which a person changes a sale: the place of the row is taken among those that there are. */
const edit = fc.oneof(
  decimals(50, 3).chain((count) => fc.nat().map((at) => ({ at, set: { count } as Values }))),
  fc.integer({ min: 1, max: 4 }).chain((ware) => fc.nat().map((at) => ({ at, set: { ware_id: ware } as Values }))),
  fc.boolean().chain((added) => fc.nat().map((at) => ({ at, set: { is_added: added } as Values }))),
  decimals(900, 2).chain((price) => fc.nat().map((at) => ({ at, set: { unit_price: price } as Values }))),
  line.map((row) => ({ add: row as Values })),
  fc.nat().map((at) => ({ remove: at })),
  decimals(20, 2).map((discount) => ({ discount })),
)
type Edit = { at: number; set: Values } | { add: Values } | { remove: number } | { discount: string }

function edited(data: Values, change: Edit): Values {
  const lines = linesOf(data)
  if ('discount' in change) return { ...data, discount: change.discount }
  if ('add' in change) return { ...data, lines: [...lines, change.add] }
  if (lines.length === 0) return data
  if ('remove' in change) return { ...data, lines: lines.toSpliced(change.remove % lines.length, 1) }
  const at = change.at % lines.length
  return { ...data, lines: lines.with(at, { ...lines[at], ...change.set }) }
}

/** A new form as it opens, with what somebody fills in. */
function filledIn(given: Values): Values {
  const opened = compute(undefined, { number: 'A1', lines: [] })
  return compute(opened, { ...opened, ...given })
}

const isPayable = (data: Values): boolean => compareDecimal(String(data.payable ?? '0'), '0') >= 0

test('what a new form shows is what the server stores', async () => {
  await fc.assert(
    fc.asyncProperty(sale, async (given) => {
      const shown = filledIn(given)
      fc.pre(isPayable(shown))
      expect(computedOf(await save(given))).toEqual(computedOf(shown))
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('what a form shows after any changes is what the server stores', async () => {
  await fc.assert(
    fc.asyncProperty(sale, fc.array(edit, { minLength: 1, maxLength: 6 }), async (given, edits) => {
      fc.pre(isPayable(filledIn(given)))
      const stored = await save(given)
      let shown = stored
      for (const one of edits) shown = compute(shown, edited(shown, one as Edit), stored)
      fc.pre(isPayable(shown))
      expect(computedOf(await save(shown, stored.id as number))).toEqual(computedOf(shown))
    }),
    { numRuns: 60 },
  )
}, 120_000)
