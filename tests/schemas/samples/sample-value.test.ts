import { expect, test } from 'vitest'
import { identifierChecks } from '#schemas/rules/values/identifiers.ts'
import { noSample, sampleKinds, sampleValue, type SamplePlace } from '#schemas/samples/sample-value.ts'

const place = (more: Partial<SamplePlace> = {}): SamplePlace => ({
  field: 'x',
  at: 0,
  kind: 'usual',
  locale: 'en',
  required: true,
  ...more,
})

test('texts are as long as rules and schema allow, and differ from record to record', () => {
  const schema = { type: 'string', rules: 'required|min:3|max:60' }
  expect(sampleValue(schema, place({ kind: 'most' }))).toHaveLength(60)
  for (const kind of sampleKinds)
    for (let at = 0; at < 30; at += 1) {
      const { length } = sampleValue(schema, place({ kind, at })) as string
      expect(length).toBeGreaterThanOrEqual(3)
      expect(length).toBeLessThanOrEqual(60)
    }
  expect(new Set(Array.from({ length: 30 }, (_, at) => sampleValue(schema, place({ at })))).size).toBe(30)
})

test('numbers stand at the ends of what is allowed', () => {
  const schema = { type: 'integer', minimum: 3, rules: 'max_value:9' }
  expect(sampleValue(schema, place({ kind: 'least' }))).toBe(3)
  expect(sampleValue(schema, place({ kind: 'most' }))).toBe(9)
  expect(
    sampleValue({ type: 'string', format: 'decimal', rules: 'min_value:0|max_value:1000000000000000|decimal:2' }, place({ kind: 'most' })),
  ).toBe('1000000000000000')
})

test('each value of a closed list occurs', () => {
  const schema = { enum: ['open', 'closed', null] }
  expect([0, 1, 2, 3].map((at) => sampleValue(schema, place({ at })))).toEqual(['open', 'closed', 'open', 'closed'])
})

test('nothing is only made where nothing is allowed', () => {
  const optional = { type: ['string', 'null'], rules: 'max:20' }
  expect(sampleValue(optional, place({ kind: 'none', required: false }))).toBeNull()
  expect(sampleValue(optional, place({ kind: 'none', required: true }))).not.toBeNull()
  expect(sampleValue({ ...optional, rules: 'required|max:20' }, place({ kind: 'none', required: false }))).not.toBeNull()
})

test('national codes have their check digit', () => {
  for (let at = 0; at < 200; at += 1) {
    const code = sampleValue({ type: 'string', format: 'national-code' }, place({ at })) as string
    expect(identifierChecks['national-code'](code)).toBe(true)
  }
})

test('what a schema does not say enough for has no value', () => {
  expect(sampleValue({ type: 'string', format: 'file' }, place())).toBe(noSample)
  expect(sampleValue({ type: 'string', pattern: '^(a|b)+$' }, place())).toBe(noSample)
  expect(sampleValue({ type: 'array', items: { type: 'string', format: 'file' } }, place())).toEqual([])
})

test.each(['^[A-Z]{3}-\\d+$', '^#[0-9a-fA-F]{6}$', '^[+]?[0-9]{8,15}$', '^978\\d{10}$'])(
  'texts fit the pattern %s, and differ',
  (pattern) => {
    const texts = Array.from({ length: 30 }, (_, at) => sampleValue({ type: 'string', pattern }, place({ at })) as string)
    for (const text of texts) expect(text).toMatch(new RegExp(pattern))
    expect(new Set(texts).size).toBe(30)
  },
)
