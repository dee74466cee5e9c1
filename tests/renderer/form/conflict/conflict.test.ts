import { describe, expect, it } from 'vitest'
import { conflictOf } from '#renderer/form/conflict/conflict.ts'
import { mergedData, mergeRecord } from '#renderer/form/conflict/merge-record.ts'
import type { Side } from '#renderer/form/conflict/merge-values.ts'

const rows = { type: 'array', items: { type: 'object', properties: { id: {}, name: {}, count: {} } } }
const text = { type: 'object', 'x-translated': true, properties: { fa: {}, en: {} } }
const form = {
  schema: {
    type: 'object',
    properties: {
      title: {},
      status: {},
      note: {},
      created: { readOnly: true },
      name: text,
      parts: rows,
      tags: { type: 'array', items: { type: 'string' } },
    },
  },
}
const parts = [
  { id: 1, name: 'A', count: 1 },
  { id: 2, name: 'B', count: 2 },
  { id: 3, name: 'C', count: 3 },
] as const
const base = { title: 'Old', status: 'draft', note: 'n', created: '1', name: { fa: 'کتاب', en: 'Book' }, parts, tags: ['x'] }

const mergeOf = (mine: object, theirs: object) =>
  mergeRecord(form, { ...base, version: 1, ...mine }, base, { current: { ...base, version: 2, ...theirs }, base })
const paths = (list: readonly { path: (string | number)[] }[]) => list.map(({ path }) => path.join('.'))
const taking = (side: Side) => (): Side => side

describe('two people save the same record', () => {
  it('is told by the code and the stored record', () => {
    const conflict = { current: { title: 'Theirs', version: 9 }, base }
    expect(conflictOf({ errorCode: 'stale-version', metadata: conflict }, form)).toEqual(conflict)
    expect(conflictOf({ errorCode: 'in-use', metadata: conflict }, form)).toBeUndefined()
    expect(conflictOf({ errorCode: 'stale-version', metadata: {} }, form)).toBeUndefined()
  })
  it('is a conflict only where both changed a field, each in another way', () => {
    const merge = mergeOf({ title: 'Mine', note: 'Both', tags: ['x', 'y'] }, { title: 'Theirs', note: 'Both', status: 'published' })
    expect(merge.conflicts).toEqual([{ path: ['title'], base: 'Old', mine: 'Mine', theirs: 'Theirs' }])
    expect(merge.taken).toEqual([{ path: ['status'], before: 'draft', after: 'published' }])
    expect(mergedData(merge, taking('mine'))).toMatchObject({ title: 'Mine', note: 'Both', status: 'published', tags: ['x', 'y'] })
    expect(mergedData(merge, taking('theirs'))).toMatchObject({ title: 'Theirs', note: 'Both', tags: ['x', 'y'] })
  })
  it('takes what the form does not edit from them', () =>
    expect(mergedData(mergeOf({}, { created: '2', pinned: true }), taking('mine'))).toMatchObject({
      created: '2',
      pinned: true,
      version: 2,
    }))
  it('compares with what was loaded when the server has no history', () =>
    expect(paths(mergeRecord(form, { ...base, title: 'Mine' }, base, { current: { ...base, title: 'Theirs' } }).conflicts)).toEqual([
      'title',
    ]))
})

describe('translated texts', () => {
  it('merge by language', () => {
    const merge = mergeOf({ name: { fa: 'دفتر', en: 'Book' } }, { name: { fa: 'کتاب', en: 'Volume' } })
    expect([paths(merge.conflicts), paths(merge.taken)]).toEqual([[], ['name.en']])
    expect(mergedData(merge, taking('mine')).name).toEqual({ fa: 'دفتر', en: 'Volume' })
  })
  it('clash in one language alone', () => {
    const merge = mergeOf({ name: { fa: 'دفتر', en: 'Mine' } }, { name: { fa: 'کتاب', en: 'Theirs' } })
    expect(paths(merge.conflicts)).toEqual(['name.en'])
    expect(mergedData(merge, taking('theirs')).name).toEqual({ fa: 'دفتر', en: 'Theirs' })
  })
  it('merge into a text that was empty', () =>
    expect(
      mergedData(mergeRecord(form, { name: { fa: 'ف' } }, { name: null }, { current: { name: { en: 'E' } } }), taking('mine')).name,
    ).toEqual({ fa: 'ف', en: 'E' }))
})

describe('rows', () => {
  const [a, b, c] = parts
  it('merge by what identifies them, in the order of the side that moved them', () => {
    const merge = mergeOf(
      { parts: [a, { ...b, name: 'Mine' }, c, { name: 'New here' }] },
      { parts: [c, { ...b, count: 9 }, a, { id: 7, name: 'New there' }] },
    )
    expect(merge.conflicts).toEqual([])
    expect(mergedData(merge, taking('mine')).parts).toEqual([
      c,
      { name: 'New here' },
      { id: 2, name: 'Mine', count: 9 },
      a,
      { id: 7, name: 'New there' },
    ])
    expect(paths(merge.taken)).toEqual(['parts.2.count', 'parts.4'])
  })
  it('clash by field', () => {
    const merge = mergeOf({ parts: [a, { ...b, name: 'Mine' }, c] }, { parts: [{ ...b, name: 'Theirs' }, c] })
    expect(merge.conflicts).toEqual([{ path: ['parts', 0, 'name'], base: 'B', mine: 'Mine', theirs: 'Theirs' }])
    expect(mergedData(merge, taking('theirs')).parts).toEqual([{ ...b, name: 'Theirs' }, c])
  })
  it('clash where one side removed what the other changed', () => {
    const gone = mergeOf({ parts: [a, c] }, { parts: [a, { ...b, count: 5 }, c] })
    expect(gone.conflicts).toMatchObject([{ mine: undefined, theirs: { id: 2, count: 5 } }])
    expect(mergedData(gone, taking('mine')).parts).toEqual([a, c])
    expect(mergedData(gone, taking('theirs')).parts).toEqual([a, { ...b, count: 5 }, c])
    const changed = mergeOf({ parts: [a, { ...b, count: 5 }, c] }, { parts: [a, c] })
    expect(mergedData(changed, taking('mine')).parts).toEqual([a, { ...b, count: 5 }, c])
    expect(mergedData(changed, taking('theirs')).parts).toEqual([a, c])
  })
  it('that one side alone removed stay away', () => {
    expect(mergedData(mergeOf({ parts: [a, b] }, { title: 'Theirs' }), taking('mine')).parts).toEqual([a, b])
    expect(mergedData(mergeOf({ parts: [a, b] }, { parts: [{ ...a, count: 9 }, b, c] }), taking('mine')).parts).toEqual([
      { ...a, count: 9 },
      b,
    ])
    expect(mergedData(mergeOf({ parts: [{ ...b, name: 'Mine' }, a, c] }, { parts: [b] }), taking('mine')).parts).toEqual([
      { ...b, name: 'Mine' },
    ])
  })
  it('without anything that identifies them are told apart by what they hold and where they stand', () => {
    const rowsOf = (...names: string[]) => names.map((name) => ({ name }))
    const merge = mergeRecord(
      form,
      { parts: rowsOf('A', 'b', 'c') },
      { parts: rowsOf('a', 'b', 'c') },
      { current: { parts: rowsOf('a', 'B', 'c', 'd') } },
    )
    expect([merge.conflicts, paths(merge.taken)]).toEqual([[], ['parts.1', 'parts.3']])
    expect(mergedData(merge, taking('mine')).parts).toEqual(rowsOf('A', 'B', 'c', 'd'))
    const clash = mergeRecord(
      form,
      { parts: rowsOf('a', 'Mine', 'c') },
      { parts: rowsOf('a', 'b', 'c') },
      { current: { parts: rowsOf('Theirs', 'There', 'c') } },
    )
    expect(clash.conflicts).toEqual([{ path: ['parts', 1], base: { name: 'b' }, mine: { name: 'Mine' }, theirs: { name: 'There' } }])
    expect(mergedData(clash, taking('theirs')).parts).toEqual(rowsOf('Theirs', 'There', 'c'))
  })
})
