import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareOperators, readBareFilter, writeBareFilter } from '#schemas/rules/conditions/bare-filter.ts'
import { filterOperators, operatorValues, type FilterKind } from '#schemas/rules/conditions/where.ts'

const kinds = Object.keys(filterOperators) as FilterKind[]

describe('the value of a filter’s own key', () => {
  test.each<[FilterKind, string, string, string[]]>([
    ['select', 'a,b', 'any_of', ['a', 'b']],
    ['number-range', '10..', 'between', ['10', '']],
    ['number-range', '10', 'is', ['10']],
    ['date-range', 'today', 'within', ['today']],
    ['boolean', '1', 'is', ['1']],
    ['text', 'a..b', 'contains', ['a..b']],
  ])('of %s: %s', (kind, value, operator, values) => {
    expect(readBareFilter(kind, value)).toEqual({ operator, values })
    expect(writeBareFilter(kind, { operator: operator as never, values })).toBe(value)
  })

  test.each<[FilterKind, 'any_of' | 'is_not' | 'contains' | 'between' | 'is' | 'empty', string[]]>([
    ['select', 'any_of', ['a,b']],
    ['select', 'any_of', ['']],
    ['text', 'is_not', ['a']],
    ['text', 'contains', ['']],
    ['number-range', 'between', ['', '']],
    ['number-range', 'is', ['1..2']],
    ['boolean', 'empty', []],
  ])('cannot say %s %s %j', (kind, operator, values) => {
    expect(writeBareFilter(kind, { operator, values })).toBeUndefined()
  })

  test('what it says is read as it was meant', () => {
    const asked = fc
      .constantFrom(...kinds)
      .chain((kind) =>
        fc
          .constantFrom(...bareOperators[kind])
          .chain((operator) =>
            fc.record({
              kind: fc.constant(kind),
              operator: fc.constant(operator),
              values: fc.array(fc.string({ maxLength: 6 }), { minLength: operatorValues[operator][0], maxLength: 3 }),
            }),
          ),
      )
    fc.assert(
      fc.property(asked, ({ kind, operator, values }) => {
        const value = writeBareFilter(kind, { operator, values })
        if (value !== undefined) expect(readBareFilter(kind, value)).toEqual({ operator, values })
      }),
    )
  })
})
