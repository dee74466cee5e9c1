import { describe, expect, it } from 'vitest'
import { answerInState } from '#schemas/gallery/answer-in-state.ts'

const schema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', rules: 'required|max:40' },
    note: { type: ['string', 'null'], rules: 'max:200' },
    weight: { type: ['number', 'null'], minimum: 2, maximum: 9000 },
    price: { type: 'string', format: 'decimal', rules: 'min_value:0|max_value:99999' },
    code: { type: 'string', pattern: '^[A-Z]{3}$' },
    status: { enum: ['open', 'held', 'closed'] },
    warehouse: { type: ['integer', 'null'], references: 'place' },
  },
}
const shape = { schema, status: 'status', locale: 'en' }
const row = (id: number) => ({
  id,
  version: 3,
  title: 'Tea',
  note: 'Fresh',
  weight: 12,
  price: '100.00',
  code: 'ABC',
  status: 'open',
  warehouse: { id: 4, title: 'North' },
  can_edit: true,
})
const list = () => ({
  results: [1, 2, 3, 4].map(row),
  metadata: { publication: 1, grid: { name: 'stock/item/list' }, pagination: { page: 2, total: 84, pages: 21, page_size: 4 } },
})
const rowsOf = (body: unknown) => (body as ReturnType<typeof list>).results

describe('an answer in a state of the gallery', () => {
  it('has no records, or one, and a count that fits', () => {
    expect(answerInState('empty', list(), shape)).toMatchObject({ results: [], metadata: { pagination: { page: 1, total: 0, pages: 1 } } })
    const one = answerInState('one', list(), shape)
    expect(rowsOf(one)).toEqual([row(1)])
    expect(one).toMatchObject({ metadata: { grid: { name: 'stock/item/list' }, pagination: { total: 1 } } })
  })

  it('has texts as long as their rules allow, and leaves codes, numbers, ids and rights as they are', () => {
    const [first] = rowsOf(answerInState('longest', list(), shape))
    expect(first!.title).toHaveLength(40)
    expect(first!.note.length).toBeGreaterThan(150)
    expect(first!.warehouse.id).toBe(4)
    expect(first!.warehouse.title.length).toBeGreaterThan(60)
    expect(first).toMatchObject({ id: 1, version: 3, weight: 12, price: '100.00', code: 'ABC', status: 'open', can_edit: true })
  })

  it('has texts of both directions', () => {
    const [first] = rowsOf(answerInState('mixed', list(), shape))
    expect(first!.title).toMatch(/[\u0600-\u06ff]/)
    expect(first!.title).toMatch(/[A-Za-z]/)
  })

  it('has nothing in fields that may be empty, and keeps those that may not', () => {
    const [first] = rowsOf(answerInState('nulls', list(), shape))
    expect(first).toMatchObject({ title: 'Tea', note: null, weight: null, price: '100.00', warehouse: null })
  })

  it('has the largest and the smallest numbers that the schema allows', () => {
    expect(rowsOf(answerInState('largest', list(), shape))[0]).toMatchObject({ weight: 9000, price: '99999', title: 'Tea' })
    expect(rowsOf(answerInState('smallest', list(), shape))[0]).toMatchObject({ weight: 2, price: '0' })
  })

  it('has each status in turn', () => {
    expect(rowsOf(answerInState('statuses', list(), shape)).map(({ status }) => status)).toEqual(['open', 'held', 'closed', 'open'])
  })

  it('has every language of a translated text filled', () => {
    const body = { results: { id: 1, title: { fa: 'چای', en: 'Tea' } } }
    const made = answerInState('longest', body, { schema: { properties: { title: { type: 'object', rules: 'max:30' } } }, locale: 'en' })
    const { title } = (made as typeof body).results
    expect(title.fa).toMatch(/^[\u0600-\u06ff]/)
    expect(title.en).toMatch(/^[A-Z]/)
  })

  it('changes nothing that it was given, and nothing of what is no record', () => {
    const given = list()
    answerInState('longest', given, shape)
    expect(given).toEqual(list())
    expect(answerInState('longest', { results: ['a', 'b'] }, shape)).toEqual({ results: ['a', 'b'] })
    expect(answerInState('empty', 'half an answ', shape)).toBe('half an answ')
    expect(answerInState('many', list(), shape)).toEqual(list())
  })
})
