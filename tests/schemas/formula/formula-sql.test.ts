import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalDecimal, compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { evaluateFormula } from '#schemas/formula/evaluate-formula.ts'
import { FormulaOverflow, functions, maxParts, type FormulaNode, type FunctionName } from '#schemas/formula/formula.ts'
import { formulaToSql, overflowLimit, type SqlPart } from '#schemas/formula/formula-sql.ts'
import { parseFormula } from '#schemas/formula/parse-formula.ts'

/** A formula without the places of its parts. */
type Bare =
  | { kind: 'number'; value: string }
  | { kind: 'path'; path: string[] }
  | { kind: 'negate'; of: Bare }
  | { kind: 'operator'; operator: '+' | '-' | '*' | '/'; left: Bare; right: Bare }
  | { kind: 'call'; name: FunctionName; args: Bare[] }

const number: fc.Arbitrary<Bare> = fc
  .tuple(fc.nat({ max: 2000 }), fc.constantFrom('', '.0', '.5', '.005', '.25', '.333'))
  .map(([whole, fraction]) => ({ kind: 'number', value: `${whole}${fraction}` }))
const path = (...names: string[]): fc.Arbitrary<Bare> => fc.constantFrom(...names).map((name) => ({ kind: 'path', path: name.split('.') }))
const call = (name: FunctionName, ...args: fc.Arbitrary<Bare>[]): fc.Arbitrary<Bare> =>
  fc.tuple(...args).map((list) => ({ kind: 'call', name, args: list }))
const places: fc.Arbitrary<Bare> = fc.nat({ max: 5 }).map((value) => ({ kind: 'number', value: String(value) }))

/** What may stand between fields of one kind. */
const around = (inner: fc.Arbitrary<Bare>): fc.Arbitrary<Bare>[] => [
  fc
    .tuple(fc.constantFrom<('+' | '-' | '*' | '/')[]>('+', '-', '*', '/'), inner, inner)
    .map(([operator, left, right]) => ({ kind: 'operator', operator, left, right })),
  inner.map((of) => ({ kind: 'negate', of })),
  call('round', inner, places),
  call('abs', inner),
  call('div', inner, inner, places),
  fc.constantFrom<FunctionName[]>('min', 'max').chain((name) => call(name, inner, inner)),
]

const formulas = fc.letrec<{ inRow: Bare; any: Bare }>((tie) => ({
  inRow: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'row' },
    path('lines.count', 'lines.price', 'lines.discount'),
    path('rate', 'shipping'),
    number,
    ...around(tie('inRow')),
  ),
  any: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'any' },
    path('rate', 'shipping', 'pieces', 'ware.price'),
    number,
    fc.constantFrom<FunctionName[]>('sum', 'avg', 'min', 'max', 'count').chain((name) =>
      call(
        name,
        fc
          .tuple(tie('inRow'), path('lines.count', 'lines.price'))
          .map(([left, right]) => ({ kind: 'operator', operator: '*', left, right })),
      ),
    ),
    call('count', path('lines', 'lines.note', 'lines.price')),
    ...around(tie('any')),
  ),
})).any

/** With as few brackets as can be. */
function print(node: Bare, power = 0): string {
  switch (node.kind) {
    case 'number':
      return node.value
    case 'path':
      return node.path.join('.')
    case 'negate':
      return `-${print(node.of, 3)}`
    case 'call':
      return `${node.name}(${node.args.map((arg) => print(arg)).join(', ')})`
    case 'operator': {
      const own = '+-'.includes(node.operator) ? 1 : 2
      const text = `${print(node.left, own)} ${node.operator} ${print(node.right, own + 1)}`
      return own < power ? `(${text})` : text
    }
  }
}

function bare(node: FormulaNode): Bare {
  switch (node.kind) {
    case 'number':
      return { kind: 'number', value: node.value }
    case 'path':
      return { kind: 'path', path: [...node.path] }
    case 'negate':
      return { kind: 'negate', of: bare(node.of) }
    case 'operator':
      return { kind: 'operator', operator: node.operator, left: bare(node.left), right: bare(node.right) }
    case 'call':
      return { kind: 'call', name: node.name, args: node.args.map(bare) }
  }
}

const size = (node: Bare): number =>
  1 +
  (node.kind === 'negate'
    ? size(node.of)
    : node.kind === 'operator'
      ? size(node.left) + size(node.right)
      : node.kind === 'call'
        ? node.args.reduce((sum, arg) => sum + size(arg), 0)
        : 0)

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((units) => {
  const text = String(Math.abs(units)).padStart(3, '0')
  return `${units < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
})
const decimal = fc.oneof(
  { arbitrary: cents, weight: 5 },
  fc.constantFrom('0', '0.00', '1', '-1', '0.000001', '99999999999999999999.999999', '-123456789012345678901234567890.5'),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 })
const records = fc.record({
  rate: maybe(decimal),
  shipping: maybe(decimal),
  pieces: maybe(fc.integer({ min: -5, max: 5 })),
  ware: fc.record({ price: maybe(decimal) }),
  lines: fc.array(
    fc.record({
      count: maybe(fc.integer({ min: 0, max: 9 })),
      price: maybe(decimal),
      discount: maybe(decimal),
      note: maybe(fc.constantFrom('', 'x')),
    }),
    { maxLength: 4 },
  ),
})

let database: PGlite
beforeAll(async () => {
  database = await PGlite.create()
  await database.exec(`
    create table record (id int primary key, rate numeric, shipping numeric, pieces bigint, ware_price numeric);
    create table line (record_id int, count bigint, price numeric, discount numeric, note text);
    create index on line (record_id);
  `)
})
afterAll(() => database.close())

/** One select with many formulas, its decimals as parameters. */
async function select(trees: readonly FormulaNode[], limits: { from: number; to: number }): Promise<(string | null)[][]> {
  const params: string[] = []
  const text = (part: SqlPart<string>): string =>
    typeof part === 'string' ? part : 'sql' in part ? part.sql : `$${params.push(part.value)}`
  const expressions = trees.map((tree) =>
    formulaToSql<string>(tree, {
      field: ([first, second]) =>
        (first === 'lines' ? `c.${second!}` : second ? `r.${first!}_${second}` : `r.${first!}`) + (second === 'note' ? '' : '::numeric'),
      rows: (name) => (name === 'lines' ? 'line c where c.record_id = r.id' : undefined),
    })
      .map(text)
      .join(''),
  )
  const sql = `select array[${expressions.map((each) => `(${each})::text`).join(', ')}] as values from record r where id >= ${limits.from} and id < ${limits.to} order by id`
  const { rows } = await database.query<{ values: (string | null)[] }>(sql, params)
  return rows.map(({ values }) => values)
}

function evaluated(tree: FormulaNode, record: Record<string, unknown>): string | null {
  try {
    return evaluateFormula(tree, record)
  } catch (fault) {
    if (fault instanceof FormulaOverflow) return 'overflow'
    throw fault
  }
}

const told = (value: string | null): string | null =>
  value === null ? null : compareDecimal(value.replace('-', ''), overflowLimit) >= 0 ? 'overflow' : canonicalDecimal(value)

const perSelect = 25

test('what is parsed, evaluated and selected is the same, for 500 formulas and 200 records', async () => {
  const seed = Date.now()
  const trees = fc
    .sample(
      formulas.filter((node) => size(node) <= maxParts && print(node).length <= 1000),
      { numRuns: 500, seed },
    )
    .map((node) => {
      const tree = parseFormula(print(node))
      expect(bare(tree), print(node)).toEqual(node)
      return tree
    })
  const sample = fc.sample(records, { numRuns: 200, seed })
  await database.query(
    `insert into record select id, rate, shipping, pieces, (ware->>'price')::numeric
     from jsonb_to_recordset($1::jsonb) as t(id int, rate numeric, shipping numeric, pieces bigint, ware jsonb)`,
    [JSON.stringify(sample.map((record, id) => ({ ...record, id })))],
  )
  await database.query(
    `insert into line select * from jsonb_to_recordset($1::jsonb) as t(record_id int, count bigint, price numeric, discount numeric, note text)`,
    [JSON.stringify(sample.flatMap(({ lines }, record_id) => lines.map((line) => ({ ...line, record_id }))))],
  )
  const differences: unknown[] = []
  for (let first = 0; first < trees.length; first += perSelect) {
    const batch = trees.slice(first, first + perSelect)
    const selected = await select(batch, { from: 0, to: sample.length })
    sample.forEach((record, row) =>
      batch.forEach((tree, column) => {
        const [here, there] = [evaluated(tree, record), told(selected[row]![column]!)]
        if (here !== there) differences.push({ seed, formula: print(bare(tree)), record, here, there })
      }),
    )
  }
  expect(differences.slice(0, 3)).toEqual([])
})

test('a number of a formula is a parameter, and its words come from nowhere else', () => {
  const parts = formulaToSql<{ field: string }>(parseFormula('round(a * 1.5, 2) + 7'), {
    field: (path) => ({ field: path.join('.') }),
    rows: () => undefined,
  })
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([{ sql: { field: 'a' } }, { value: '1.5' }, { value: '7' }])
})

test('every function is tried', () => {
  const names = new Set(
    fc.sample(formulas, { numRuns: 500, seed: 1 }).flatMap((node) => [...print(node).matchAll(/([a-z]+)\(/g)].map(([, name]) => name)),
  )
  expect([...names].sort()).toEqual(Object.keys(functions).sort())
})
