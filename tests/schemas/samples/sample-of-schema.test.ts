import { describe, expect, it } from 'vitest'
import { sampleOfSchema } from '#schemas/samples/sample-of-schema.ts'

const book = {
  type: 'object',
  properties: { title: { type: 'string' }, pages: { type: 'integer' }, price: { type: 'string', format: 'decimal' } },
}
const sample = (schema: unknown) => sampleOfSchema(schema, (ref) => (ref === 'book.json' ? book : undefined))

describe('the sample of a schema', () => {
  it('has one entry a list, all properties, and the smallest numbers', () => {
    expect(sample({ type: 'array', items: { $ref: 'book.json' } })).toEqual([{ title: 'Sample 1', pages: 1, price: '12' }])
    expect(sample({ type: 'integer', minimum: 5 })).toBe(5)
  })
  it('is what the schema names itself', () => {
    expect(sample({ type: 'string', examples: ['A1'] })).toBe('A1')
    expect(sample({ enum: ['open', 'done'] })).toBe('open')
    expect(sample({ anyOf: [{ const: 3 }, { type: 'null' }] })).toBe(3)
  })
  it('is null where nothing can be made, also for a schema that contains itself', () => {
    const endless: Record<string, unknown> = { type: 'object' }
    endless.properties = { inner: endless }
    expect(JSON.stringify(sample(endless))).toContain('null')
    expect(sample({ type: ['null', 'string'] })).toBeNull()
    expect(sample({ type: 'string', format: 'unknown' })).toBeNull()
  })
})
