import { expect, it } from 'vitest'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import { guessMapping, importFields } from '#server/features/panel/import/import-fields.ts'
import { findModel } from '#server/model/context.ts'
import { administrator, library, registryOf } from '#tests/server-mock/documents/sample-modules.ts'

const caller = { ...administrator, sessionId: null, timezone: 'UTC', requestId: '' }

function fieldsOf(options: GridDocument['import']) {
  const module = library({ grids: { books: { entity: 'book', title: '$books', columns: ['title'], import: options } } })
  Object.assign(module.entities.book!.schema.properties.price as object, { readOnly: true })
  const registry = registryOf(module)
  const grid = registry.grids.get('library/book/books')!
  return importFields({ caller, registry }, administrator, grid, findModel({ registry }, 'book'))
}

it('offers no field that is read only, and maps no column to it', () => {
  const fields = fieldsOf(true)
  expect(fields.map(({ name }) => name)).toContain('title')
  expect(guessMapping(['title', 'price'], fields)).toEqual({ title: 0 })
  expect(fieldsOf({ fields: ['title', 'price'] }).map(({ name }) => name)).toEqual(['title'])
})

it('offers a read-only field that finds the record', () => {
  expect(fieldsOf({ key: 'price' }).map(({ name }) => name)).toContain('price')
})
