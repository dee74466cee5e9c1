import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  filterOperators,
  operatorValues,
  parseWhere,
  printWhere,
  WhereError,
  whereConditions,
  whereLimits,
  type WhereCondition,
  type WhereGroup,
  type WhereNode,
  type WhereOperator,
} from '#schemas/rules/conditions/where.ts'

const value = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', ' ', 'a,b', '(x)', '"', '\\', '\\"', 'کتاب، ۱۲', ' foo ', 'and(a:is(b))', '😀'),
)
const condition: fc.Arbitrary<WhereCondition> = fc.constantFrom(...(Object.keys(operatorValues) as WhereOperator[])).chain((operator) => {
  const [least, most] = operatorValues[operator]
  return fc.record({
    key: fc.constantFrom('status', 'author.name_full', 'and', 'or', '_a1'),
    operator: fc.constant(operator),
    values: (operator === 'any_of' || operator === 'none_of' ? fc.uniqueArray : fc.array)(value, {
      minLength: least,
      maxLength: Math.min(most, 3),
    }),
  })
})
const group = (of: fc.Arbitrary<WhereNode>): fc.Arbitrary<WhereGroup> =>
  fc.record({ join: fc.constantFrom('and', 'or'), of: fc.array(of, { minLength: 1, maxLength: 2 }) })
const deepest = group(condition)
const middle = group(fc.oneof(condition, deepest))
const where = group(fc.oneof(condition, middle))

describe('conditions as text', () => {
  it('are the same when they are read again', () => {
    fc.assert(
      fc.property(where, (root) => {
        expect(parseWhere(printWhere(root))).toEqual(root)
      }),
      { numRuns: 500 },
    )
  })

  it('have each choice once, and may leave out what nobody understands', () => {
    expect(parseWhere('status:any_of(new,new,done)').of).toEqual([{ key: 'status', operator: 'any_of', values: ['new', 'done'] }])
    const left: string[] = []
    expect(parseWhere('or(a:foo(1),and(b:between(1))),c:empty', ({ written }) => left.push(written)).of).toEqual([
      { key: 'c', operator: 'empty', values: [] },
    ])
    expect(left).toEqual(['a:foo(1)', 'b:between(1)'])
  })

  it('never break on any text', () => {
    const pieces = fc
      .array(fc.constantFrom('and', 'or', '(', ')', ',', ':', '"', '\\', ' ', 'title', 'is', 'empty', 'a', '\0', '\ud800'), {
        maxLength: 40,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string(), pieces), (text) => {
        const outcome = (() => {
          try {
            return printWhere(parseWhere(text))
          } catch (error) {
            return error
          }
        })()
        expect(typeof outcome === 'string' || (outcome instanceof WhereError && outcome.at >= 0 && outcome.at <= text.length)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it.each<[string, WhereGroup]>([
    ['', { join: 'and', of: [] }],
    ['title:contains(foo bar)', { join: 'and', of: [{ key: 'title', operator: 'contains', values: ['foo bar'] }] }],
    [
      '  status : any_of( draft , published ) , title:empty',
      {
        join: 'and',
        of: [
          { key: 'status', operator: 'any_of', values: ['draft', 'published'] },
          { key: 'title', operator: 'empty', values: [] },
        ],
      },
    ],
    [
      'or(price:between(10,),lent:is(1))',
      {
        join: 'or',
        of: [
          { key: 'price', operator: 'between', values: ['10', ''] },
          { key: 'lent', operator: 'is', values: ['1'] },
        ],
      },
    ],
    ['and(or(title:is("a, \\"b\\"")))', { join: 'and', of: [{ join: 'or', of: [{ key: 'title', operator: 'is', values: ['a, "b"'] }] }] }],
    ['title:filled()', { join: 'and', of: [{ key: 'title', operator: 'filled', values: [] }] }],
  ])('read %j', (text, expected) => {
    expect(parseWhere(text)).toEqual(expected)
  })

  it.each([
    ['title', 5],
    ['title:', 6],
    ['title:like(x)', 6],
    ['title:contains', 6],
    ['title:contains(a,b)', 6],
    ['title:contains(a', 16],
    ['title:is("a)', 12],
    ['title:is(a))', 11],
    ['or()', 3],
    ['not(title:is(a))', 0],
    ['title:is(a),', 12],
    ['1:is(a)', 0],
    ['price:between(1)', 6],
    ['title:empty(a)', 12],
  ])('refuse %j at its place', (text, at) => {
    expect(() => parseWhere(text)).toThrow(expect.objectContaining({ reason: 'syntax', at }))
  })

  it('keep their limits', () => {
    const many = (count: number) => Array.from({ length: count }, () => 'a:is(1)').join(',')
    const nested = (depth: number) => `${'or('.repeat(depth)}a:is(1),b:is(1)${')'.repeat(depth)}`
    expect(parseWhere(many(whereLimits.conditions)).of).toHaveLength(whereLimits.conditions)
    expect(parseWhere(nested(whereLimits.depth)).join).toBe('or')
    for (const text of [
      many(whereLimits.conditions + 1),
      nested(whereLimits.depth + 1),
      `a:is(1),${nested(whereLimits.depth)}`,
      `a:is(${'x'.repeat(whereLimits.length)})`,
      nested(900),
    ]) {
      expect(() => parseWhere(text), text.slice(0, 60)).toThrow(expect.objectContaining({ reason: 'limit' }))
    }
  })

  it('are told with their places', () => {
    expect(
      [...whereConditions(parseWhere('a:is(1),or(b:empty,and(c:filled,d:is(2)))'))].map(
        ({ condition: { key }, place }) => `${key} ${place.join('.')}`,
      ),
    ).toEqual(['a 0', 'b 1.0', 'c 1.1.0', 'd 1.1.1'])
  })

  it('know how many values each operator of a kind takes', () => {
    for (const operators of Object.values(filterOperators)) for (const operator of operators) expect(operatorValues[operator]).toBeDefined()
  })
})
