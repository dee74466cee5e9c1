import { expect, it } from 'vitest'
import { createFormStore } from '#renderer/form/data/form-store.ts'
import { movedFields } from '#renderer/form/data/moved-fields.ts'

it('moves values to the names that fields have now; what was typed counts', () => {
  expect(movedFields({ price: 'cost' }, { title: 'a' }, { title: 'a' })).toBeUndefined()
  expect(movedFields({ price: 'cost' }, { price: '12' }, { price: '10' })).toEqual({ data: { cost: '12' }, baseline: { cost: '10' } })
  expect(movedFields({ writer: 'author' }, { writer_id: 3 }, { writer_id: 3 })).toEqual({ data: { author_id: 3 }, baseline: { author_id: 3 } })
  // The record has been read again meanwhile.
  const both = { price: '10', cost: '11' }
  expect(movedFields({ price: 'cost' }, { ...both, price: '12' }, both)).toEqual({ data: { cost: '12' }, baseline: { cost: '11' } })
  expect(movedFields({ price: 'cost' }, both, both)).toEqual({ data: { cost: '11' }, baseline: { cost: '11' } })
})

it('keeps a form over a renamed field unsaved, with what was typed', () => {
  const store = createFormStore({ price: '10' }, () => ({}))
  store.commit(['price'], '12')
  store.rename({ price: 'cost' })
  expect([store.getState().data, store.isDirty()]).toEqual([{ cost: '12' }, true])
  store.rebase({ cost: '10', note: 'new' })
  expect(store.getState().data).toEqual({ cost: '12', note: 'new' })
})
