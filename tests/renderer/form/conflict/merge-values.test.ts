import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChoices, mergeValues, type Merge, type Side } from '#renderer/form/conflict/merge-values.ts'

const schema = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, count: { type: 'integer' } } } }
const texts = { type: 'array', items: { type: 'string' } }
const merged = (merge: Merge, side: Side) => applyChoices(merge, () => side)

const row = fc.record({ name: fc.constantFrom('bolt', 'nut', 'screw', 'washer', 'pin'), count: fc.integer({ min: 1, max: 4 }) })
const rows = fc.array(row, { maxLength: 7 })
const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 })
const lists = fc.oneof(fc.tuple(fc.constant(schema), rows, rows, rows), fc.tuple(fc.constant(texts), words, words, words))

describe('lists whose rows have no key', () => {
  it('that only one side changed are as that side has them, without a question', () => {
    fc.assert(
      fc.property(lists, ([of, base, changed]) => {
        const [mine, theirs] = [mergeValues(of, of, base, changed, base), mergeValues(of, of, base, base, changed)]
        expect([mine.value, mine.conflicts, mine.taken]).toEqual([changed, [], []])
        expect([merged(theirs, 'mine'), theirs.conflicts]).toEqual([changed, []])
      }),
    )
  })
  it('that both changed in the same way are as both have them', () => {
    fc.assert(
      fc.property(lists, ([of, base, changed]) => {
        expect(mergeValues(of, of, base, changed, changed)).toEqual({ value: changed, conflicts: [], taken: [] })
      }),
    )
  })
  it('keep every row that a side made, in the list or in a question', () => {
    fc.assert(
      fc.property(words, words, words, (base, mine, theirs) => {
        const merge = mergeValues(texts, texts, base, mine, theirs)
        for (const [side, list, other] of [
          ['mine', mine, theirs],
          ['theirs', theirs, mine],
        ] as const) {
          const kept = merged(merge, side) as string[]
          const made = list.filter((word) => !base.includes(word) && !other.includes(word))
          expect(made.filter((word) => !kept.includes(word))).toEqual([])
        }
      }),
    )
  })
  it('that hold nothing twice do not after the merge, and lose nothing that a side added', () => {
    const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 8 })
    const numbers = { type: 'array', items: { type: 'integer' }, uniqueItems: true }
    fc.assert(
      fc.property(distinct, distinct, distinct, (base, mine, theirs) => {
        const merge = mergeValues(numbers, numbers, base, mine, theirs)
        const value = merged(merge, 'mine') as number[]
        expect([merge.conflicts, new Set(value).size]).toEqual([[], value.length])
        expect(new Set(value)).toEqual(
          new Set([...mine, ...theirs].filter((one) => (mine.includes(one) && theirs.includes(one)) || !base.includes(one))),
        )
      }),
    )
  })
  it('merge what each side did to rows of its own', () => {
    const base = [
      { name: 'a', count: 1 },
      { name: 'b', count: 2 },
      { name: 'c', count: 3 },
    ]
    const [a, b, c] = base
    const merge = (mine: unknown, theirs: unknown) => mergeValues(schema, schema, base, mine, theirs)
    const together = merge([{ name: 'A', count: 1 }, b, c], [a, { name: 'B', count: 2 }, c, { name: 'd', count: 4 }])
    expect([together.value, together.conflicts]).toEqual([
      [{ name: 'A', count: 1 }, { name: 'B', count: 2 }, c, { name: 'd', count: 4 }],
      [],
    ])
    expect(together.taken.map(({ path }) => path)).toEqual([[1, 'name'], [3]])
    expect(merge([a, b, c, { name: 'x', count: 9 }], [b, c]).value).toEqual([b, c, { name: 'x', count: 9 }])
    expect(merge([c, a, b], [a, { name: 'b', count: 5 }, c]).value).toEqual([c, a, { name: 'b', count: 5 }])
    expect(merge([a, { name: 'b', count: 7 }, c], [a, { name: 'B', count: 2 }, c]).value).toEqual([a, { name: 'B', count: 7 }, c])
    expect(merge([a, b, c, { name: 'd', count: 4 }], [{ name: 'A', count: 1 }, b, c, { name: 'd', count: 4 }]).value).toEqual([
      { name: 'A', count: 1 },
      b,
      c,
      { name: 'd', count: 4 },
    ])
  })
  it('ask about a row that both changed, and about one that only one side has left', () => {
    const base = [
      { name: 'a', count: 1 },
      { name: 'b', count: 2 },
    ]
    const both = mergeValues(schema, schema, base, [{ name: 'mine', count: 8 }, base[1]], [{ name: 'theirs', count: 9 }, base[1]])
    expect(both.conflicts.map(({ path }) => path)).toEqual([[0]])
    expect(merged(both, 'theirs')).toEqual([{ name: 'theirs', count: 9 }, base[1]])
    const gone = mergeValues(schema, schema, base, [base[0]], [base[0], { name: 'b', count: 7 }])
    expect(gone.conflicts).toMatchObject([{ mine: undefined, theirs: { name: 'b', count: 7 } }])
    expect([merged(gone, 'mine'), merged(gone, 'theirs')]).toEqual([[base[0]], [base[0], { name: 'b', count: 7 }]])
  })
  it('of two ends, of places with a meaning each, and of anything are one value', () => {
    const ends = { type: 'array', items: { type: 'string' }, maxItems: 2 }
    expect(mergeValues(ends, ends, ['a', 'b'], ['A', 'b'], ['a', 'B']).conflicts.map(({ path }) => path)).toEqual([[]])
    expect(mergeValues({}, {}, [1, 2, 3], [9, 2, 3], [1, 2, 9]).conflicts.map(({ path }) => path)).toEqual([[]])
  })
  it('of thousands of rows are merged all the same', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `row ${at}`)
    expect(mergeValues(texts, texts, many, ['mine', ...many.slice(1)], [...many.slice(0, -1), 'theirs']).value).toEqual([
      'mine',
      ...many.slice(1, -1),
      'theirs',
    ])
  })
})
