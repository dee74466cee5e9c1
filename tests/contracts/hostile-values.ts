import fc from 'fast-check'

/** Values that people, scripts and attackers put where something else belongs. */
const nasty: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'undefined',
  '1e999',
  "'; drop table data.post; --",
  '<script>alert(1)</script>',
  '{row.id}',
  '$title',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  '\u202e',
  '۱۲۳',
  '😀',
  '2024-02-30',
  '99999999-01-01',
  '1..0',
  '..',
  ',,,',
  'a'.repeat(5000),
  [],
  {},
  [[[[[]]]]],
  { $ne: 1 },
  ['__proto__'],
  { length: 1e9 },
)

const anything = fc.oneof({ weight: 5, arbitrary: nasty }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) })

const hostileKeys = fc.constantFrom(
  'constructor',
  'toString',
  'sort',
  'order',
  'page',
  'filter',
  'id',
  'model',
  'data',
  'version',
  'deleted_at',
  'search_text',
  'password',
)

export interface Sent {
  params: Record<string, unknown>
  payload: unknown
}

type Schema = { properties?: Record<string, unknown> } | undefined

/** Objects under the names that a schema knows, each there or not, and a few that it does not know. */
function hostileObject(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.keys(schema?.properties ?? {})
  const fromSchema =
    known.length === 0 ? fc.constant({}) : fc.record(Object.fromEntries(known.map((name) => [name, plausible(name)])), { requiredKeys: [] })
  return fc
    .tuple(
      fromSchema,
      fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.dictionary(hostileKeys, anything, { maxKeys: 2 }) }),
    )
    .map(([a, b]) => ({ ...b, ...a }))
}

/** Now and then what the call really takes, so that the hostile part gets past the first check. */
function plausible(name: string): fc.Arbitrary<unknown> {
  const real: Record<string, unknown[]> = {
    model: ['post', 'user', 'division', 'content_type'],
    id: [1, 2, 999999999],
    type: ['news', 'province'],
    module: ['content'],
    class: ['post'],
    part: ['list'],
    name: ['content-post-list'],
    locale: ['fa', 'en'],
    version: [1],
    username: ['administrator'],
    data: [{ title: 'x' }, { title: { fa: 'x' } }],
  }
  return fc.oneof({ weight: 2, arbitrary: anything }, { weight: 1, arbitrary: fc.constantFrom(...(real[name] ?? ['1'])) })
}

/** What is sent to a call: parameters, and a body for the methods that have one. */
export function hostileCall(endpoint: { method: string; params?: unknown; payload?: unknown }): fc.Arbitrary<Sent> {
  const hasBody = !['GET', 'DELETE'].includes(endpoint.method)
  const payload = hasBody
    ? fc.oneof(
        { weight: 5, arbitrary: hostileObject(endpoint.payload as Schema) as fc.Arbitrary<unknown> },
        { weight: 1, arbitrary: anything },
      )
    : fc.constant(undefined)
  return fc.record({ params: hostileObject(endpoint.params as Schema), payload })
}

/** Bodies that are no JSON object at all, or that try to reach a prototype. */
export const brokenBodies: [string, string][] = [
  ['no JSON', '{"a":'],
  ['a prototype', '{"__proto__":{"isAdmin":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['deep nesting', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
  ['a list', '[1,2,3]'],
  ['a number', '7'],
  ['ten megabytes', JSON.stringify({ title: 'a'.repeat(10_000_000) })],
]
