import { describe, expect, test } from 'vitest'
import { CallFailure } from '#renderer/api/call-failure.ts'
import { emptyQuery, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import { withoutRefused } from '#renderer/grid/filter/filter-errors.ts'

const refusal = (errors: Record<string, string[]>, metadata?: Record<string, unknown>) =>
  new CallFailure('grid', 422, { errorCode: '422', userMessage: '', errors, metadata })
const query: GridQuery = {
  ...emptyQuery,
  page: 2,
  filters: { status: 'x', price: '10..20' },
  where: 'status:any_of(z),or(title:contains(a),price:between(b,c)),blocked:is(1)',
}

describe('a query that the server refuses in part', () => {
  test('keeps what was not refused', () => {
    expect(withoutRefused(query, refusal({ status: ['no'] }))).toEqual({
      dropped: [{ key: 'status', value: 'x' }],
      query: { ...query, filters: { price: '10..20' } },
    })
  })

  test('loses the conditions that are told, and keeps the others', () => {
    const faults = {
      where: [
        { place: [0], key: 'status' },
        { place: [1, 1], key: 'price' },
      ],
    }
    expect(withoutRefused(query, refusal({ where: ['no', 'no'] }, faults))).toEqual({
      dropped: [
        { key: 'status', value: 'status:any_of(z)' },
        { key: 'price', value: 'price:between(b,c)' },
      ],
      query: { ...query, where: 'title:contains(a),blocked:is(1)' },
    })
  })

  test.each([[undefined], [[{ at: 3 }]], [[{ place: [9] }]], ['nonsense']])(
    'loses all of where when the place is not told: %j',
    (where) => {
      expect(withoutRefused(query, refusal({ where: ['no'] }, { where }))?.query.where).toBe('')
    },
  )

  test('is a failure like any other when the query holds none of the keys', () => {
    expect(withoutRefused(query, refusal({ tab: ['no'] }))).toBeNull()
    expect(withoutRefused(query, new CallFailure('grid', 500, { errors: { status: ['no'] } }))).toBeNull()
  })
})
