import { describe, expect, it } from 'vitest'
import { expandUiPath, formatUiPath, getAt, isSame, parsePath, plainPath, scopeOf, setAt } from '#renderer/form/data/path.ts'

describe('places in data', () => {
  it('reads through objects and lists', () => expect(getAt({ rows: [{ count: 2 }] }, parsePath('rows.0.count'))).toBe(2))
  it('reads own properties only', () => expect(getAt({}, ['constructor', 'name'])).toBeUndefined())
  it('writes a copy and shares what lies beside the way', () => {
    const data = { rows: [{ count: 1 }, { count: 2 }], other: {} }
    const next = setAt(data, ['rows', 1, 'count'], 3)
    expect(next).toEqual({ rows: [{ count: 1 }, { count: 3 }], other: {} })
    expect(next.rows[0]).toBe(data.rows[0])
    expect(data.rows[1]).toEqual({ count: 2 })
  })
  it('makes the way where there is none', () => expect(setAt({}, ['rows', 0, 'name'], 'x')).toEqual({ rows: [{ name: 'x' }] }))
  it('removes a property that becomes undefined', () => expect(setAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 }))
  it('never writes into a prototype', () => {
    setAt({}, ['__proto__', 'polluted'], true)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
  it('finds every place of a pattern', () =>
    expect(expandUiPath('rows[].count', { rows: [{}, {}] })).toEqual([
      ['rows', 0, 'count'],
      ['rows', 1, 'count'],
    ]))
  it('finds no place in a list that is not there', () => expect(expandUiPath('rows[].count', {})).toEqual([]))
  it('turns indexes back into a pattern', () => expect(formatUiPath(['rows', 3, 'count'])).toBe('rows[].count'))
  it('takes the row as the scope of a condition inside a list', () =>
    expect(scopeOf({ kind: 'a', rows: [{ kind: 'b' }] }, ['rows', 0, 'count'])).toEqual({ kind: 'b' }))
  it('takes all data as the scope elsewhere', () => expect(scopeOf({ kind: 'a' }, ['address', 'city'])).toEqual({ kind: 'a' }))
  it('counts nothing, null and an empty text as the same', () => {
    expect(isSame({ a: '', b: [1] }, { a: null, b: [1] })).toBe(true)
    expect(isSame({ b: [1, 2] }, { b: [2, 1] })).toBe(false)
  })
})

it('takes a place as a server writes it', () =>
  expect(['rows[2].title', 'rows[0][1]', 'rows.2.title'].map(plainPath)).toEqual(['rows.2.title', 'rows.0.1', 'rows.2.title']))
