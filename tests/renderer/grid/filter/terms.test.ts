import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyQuery, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import { fits, operatorsOf, readTerms, writeTerms } from '#renderer/grid/filter/terms.ts'
import {
  filterOperators,
  isWhereGroup,
  operatorValues,
  printWhere,
  type WhereCondition,
  type WhereNode,
} from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'

const filter = (key: string, kind: GridFilter['kind'], more: Partial<GridFilter> = {}): GridFilter => ({
  key,
  title: key,
  kind,
  groups: true,
  operators: [...filterOperators[kind]],
  ...more,
})
const filters = [
  filter('title', 'text'),
  filter('status', 'select'),
  filter('author', 'remote-select'),
  filter('blocked', 'boolean'),
  filter('made', 'date-range'),
  filter('price', 'number-range'),
  filter('alone', 'select', { groups: false, operators: [] }),
]
const query = (filters: GridQuery['filters'], where = ''): GridQuery => ({ ...emptyQuery, filters, where })
const written = (...terms: WhereNode[]) => {
  const { filters: values, where } = writeTerms(emptyQuery, terms, filters)
  return { values, where }
}

describe('filters of a query as one list', () => {
  test('keys and conditions stand side by side, and a group is one of them', () => {
    const terms = readTerms(
      query({ price: '10..', status: 'draft,published' }, 'status:none_of(x),or(title:contains(a),made:within(today))'),
      filters,
    )
    expect(terms).toEqual([
      { key: 'status', operator: 'any_of', values: ['draft', 'published'] },
      { key: 'price', operator: 'between', values: ['10', ''] },
      { key: 'status', operator: 'none_of', values: ['x'] },
      {
        join: 'or',
        of: [
          { key: 'title', operator: 'contains', values: ['a'] },
          { key: 'made', operator: 'within', values: ['today'] },
        ],
      },
    ])
  })

  test('what a key can say stands under the key', () => {
    expect(
      written(
        { key: 'status', operator: 'any_of', values: ['a', 'b'] },
        { key: 'made', operator: 'within', values: ['this-month.jalali'] },
        { key: 'price', operator: 'is', values: ['10'] },
        { key: 'blocked', operator: 'is', values: ['1'] },
      ),
    ).toEqual({ values: { status: 'a,b', made: 'this-month.jalali', price: '10', blocked: '1' }, where: '' })
  })

  test('what it cannot say, a second condition and a group stand in where', () => {
    const group: WhereNode = {
      join: 'or',
      of: [
        { key: 'title', operator: 'empty', values: [] },
        { key: 'price', operator: 'is', values: ['1'] },
      ],
    }
    expect(
      written(
        { key: 'status', operator: 'any_of', values: ['a'] },
        { key: 'status', operator: 'any_of', values: ['b'] },
        { key: 'status', operator: 'any_of', values: ['a,b'] },
        group,
      ),
    ).toEqual({ values: { status: 'a' }, where: 'status:any_of(b),status:any_of("a,b"),or(title:empty,price:is(1))' })
    expect(written(group)).toEqual({ values: {}, where: 'or(title:empty,price:is(1))' })
  })

  test('groups that say nothing of their own come apart', () => {
    const inner: WhereNode = { key: 'title', operator: 'filled', values: [] }
    expect(written({ join: 'and', of: [inner, { join: 'or', of: [inner] }] })).toEqual({ values: {}, where: 'title:filled,title:filled' })
    expect(written({ join: 'or', of: [] })).toEqual({ values: {}, where: '' })
  })

  test('keys of no filter stay, and the first page is shown', () => {
    expect(writeTerms({ ...query({ lost: '1', status: 'a' }), page: 3 }, [], filters)).toEqual(query({ lost: '1' }))
  })

  test('a filter outside the groups asks what its key can', () => {
    expect(operatorsOf(filters.at(-1)!)).toEqual(['any_of'])
    expect(operatorsOf(filter('x', 'text', { operators: ['contains', 'empty'] }))).toEqual(['contains', 'empty'])
  })

  test('more conditions than an address holds do not fit', () => {
    const many = (count: number): WhereNode[] => Array.from({ length: count }, () => ({ key: 'title', operator: 'empty', values: [] }))
    expect(fits(emptyQuery, many(20), filters)).toBe(true)
    expect(fits(emptyQuery, many(21), filters)).toBe(false)
  })

  test('what is written is read back', () => {
    const condition = fc.constantFrom(...filters.filter(({ groups }) => groups)).chain(({ key, kind }) =>
      fc.constantFrom(...filterOperators[kind]).chain((operator): fc.Arbitrary<WhereCondition> => {
        const [least, most] = operatorValues[operator]
        return fc.record({
          key: fc.constant(key),
          operator: fc.constant(operator),
          values: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: least, maxLength: Math.min(most, 3) }),
        })
      }),
    )
    const group = fc.record({ join: fc.constant('or' as const), of: fc.array(condition, { minLength: 2, maxLength: 4 }) })
    const sorted = (terms: readonly WhereNode[]) =>
      terms.map((term) => (isWhereGroup(term) ? printWhere(term) : printWhere({ join: 'and', of: [term] }))).sort()
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 4 }), fc.option(group), (conditions, one) => {
        const terms = one ? [...conditions, one] : conditions
        expect(sorted(readTerms(writeTerms(emptyQuery, terms, filters), filters))).toEqual(sorted(terms))
      }),
    )
  })
})
