import { describe, expect, it } from 'vitest'
import type { EntityDocument, GridDocument } from '#schemas/types/contract.d.ts'
import { shapeOf } from '#server/database/entity-shape.ts'
import { plannedIndexes } from '#server/database/tables/index-plan.ts'
import { tableUses } from '#server/database/tables/text-columns.ts'

const shelf = {
  name: 'shelf',
  title: 'Shelf',
  schema: { type: 'object', required: ['code'], properties: { code: { type: 'string' }, room: { type: 'string' } } },
  storage: { unique: [['code']] },
} as unknown as EntityDocument
const book = {
  name: 'book',
  title: 'Book',
  schema: {
    type: 'object',
    required: ['pinned', 'shelf'],
    properties: { pinned: { type: 'boolean' }, price: { type: ['integer', 'null'] }, shelf: { type: 'integer', references: 'shelf' } },
  },
} as unknown as EntityDocument
const grid = (change: Partial<GridDocument>) =>
  ({ entity: 'book', class: 'book', part: 'list', columns: ['pinned'], ...change }) as GridDocument

function orderIndexes(...grids: GridDocument[]): string[] {
  const entities = new Map([shelf, book].map((entity) => [entity.name, entity]))
  const use = tableUses(entities, grids).get('book')!
  return plannedIndexes(shapeOf(book), use, { trigrams: false })
    .filter(({ name }) => name.endsWith('_order'))
    .map(({ definition }) => definition)
}

describe('the usual order of a grid', () => {
  it('has an index as the list asks for it: only what can be empty says where empty values stand', () => {
    expect(orderIndexes(grid({ sort: '-pinned,-created_at' }))).toEqual(['on data."book" ("pinned" desc, "created_at" desc, id desc)'])
    expect(orderIndexes(grid({ sort: '-price,created_at' }))).toEqual(['on data."book" ("price" desc nulls last, "created_at", id)'])
  })

  it('begins with the reference that a parameter narrows by, also where the parameter names a unique field behind it', () => {
    const narrowed = ['on data."book" ("shelf_id", "created_at" desc, id desc)']
    expect(orderIndexes(grid({ params: { shelf: 'shelf' } }))).toEqual(narrowed)
    expect(orderIndexes(grid({ params: { shelf: 'shelf.code' } }))).toEqual(narrowed)
    expect(orderIndexes(grid({ params: { room: 'shelf.room' } }))).toEqual([])
  })
})

describe('an index of an entity', () => {
  it('is that of an order where it says which fields come from the largest value down', () => {
    const ordered = {
      ...book,
      storage: {
        index: [
          ['shelf', '-price', '-created_at'],
          ['shelf', 'price'],
        ],
      },
    } as EntityDocument
    const use = tableUses(new Map([shelf, ordered].map((entity) => [entity.name, entity])), []).get('book')!
    const definitions = plannedIndexes(shapeOf(ordered), use, { trigrams: false }).map(({ definition }) => definition)
    expect(definitions).toContain('on data."book" ("shelf_id", "price" desc nulls last, "created_at" desc, id desc)')
    expect(definitions).toContain('on data."book" ("shelf_id", "price")')
    expect(definitions.filter((one) => one.includes('-'))).toEqual([])
  })
})

describe('what records are called by', () => {
  it('has a folded copy where it is searched, since a list without a filter for it is filtered by it too', () => {
    const properties = { title: { type: 'string' }, note: { type: 'string' }, kind: { enum: ['a', 'b'] } }
    const entity = (more: object) =>
      ({ name: 'book', title: 'Book', schema: { type: 'object', properties }, ...more }) as unknown as EntityDocument
    const folded = (more: object) => [...tableUses(new Map([['book', entity(more)]]), []).get('book')!.folded]
    expect(folded({ storage: { search: ['title', 'note'] } })).toEqual(['title'])
    expect(folded({ display: '{note} {kind}', storage: { search: ['title', 'note', 'kind'] } })).toEqual(['note'])
    expect(folded({})).toEqual([])
  })
})
