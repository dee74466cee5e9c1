import { describe, expect, it } from 'vitest'
import { carryOver, purgeCarried, readCarried } from '#renderer/form/data/carry-over.ts'
import { createFormStore } from '#renderer/form/data/form-store.ts'
import { rebase, typedSince } from '#renderer/form/conflict/rebase.ts'

const baseline = { id: 7, version: 3, title: 'Old', text: 'Text', note: null }
const data = { ...baseline, title: 'Mine' }

describe('a newer record under unsaved changes', () => {
  it('moves the version on and keeps what is unsaved, when an action of the page changed another field', () => {
    const next = rebase({ data, baseline }, { ...baseline, version: 4, note: 'Rejected' })
    expect(next.baseline).toEqual({ ...baseline, version: 4, note: 'Rejected' })
    expect(next.data).toEqual({ ...baseline, version: 4, note: 'Rejected', title: 'Mine' })
  })
  it('stays on its version where both changed a field, so that saving tells of it', () => {
    const next = rebase({ data, baseline }, { ...baseline, version: 4, title: 'Theirs', text: 'Their text' })
    expect(next.baseline).toMatchObject({ version: 3, title: 'Old', text: 'Their text' })
    expect(next.data).toMatchObject({ version: 3, title: 'Mine', text: 'Their text' })
  })
  it('is no clash when both wrote the same', () =>
    expect(rebase({ data, baseline }, { ...baseline, version: 4, title: 'Mine' }).baseline).toMatchObject({ version: 4, title: 'Mine' }))
  it('stays on the version of a draft that was begun on an older one', () =>
    expect(rebase({ data, baseline: { ...baseline, version: 1 } }, { ...baseline, version: 4 }).baseline.version).toBe(1))
  it('leaves the form dirty with the unsaved field alone', () => {
    const store = createFormStore(baseline, () => ({}))
    store.commit(['title'], 'Mine')
    store.rebase({ ...baseline, version: 4 })
    expect(typedSince(store.getState().baseline, store.getState().data)).toEqual({ title: 'Mine' })
  })
})

describe('what was typed while a new record was saved', () => {
  const form = { name: 'post', schema: { type: 'object', properties: { title: {}, text: {} } } } as const
  it('is what differs from what was sent', () =>
    expect(typedSince({ title: 'A', version: 1 }, { title: 'A', text: 'B', version: 2 })).toEqual({ text: 'B' }))
  it('waits for the form of that record, and only for the fields that it has', () => {
    carryOver(form, 12, { text: 'Later', gone: 1 })
    expect(readCarried(form, { id: 13 })).toEqual({})
    expect(readCarried({ ...form, name: 'page' }, { id: 12 })).toEqual({})
    expect(readCarried(form, { id: 12 })).toEqual({ text: 'Later' })
    purgeCarried()
    expect(readCarried(form, { id: 12 })).toEqual({})
  })
  it('opens as unsaved', () => {
    const store = createFormStore({ id: 12, text: '' }, () => ({}), { text: 'Later' })
    expect(store.getState()).toMatchObject({ data: { text: 'Later' }, baseline: { text: '' } })
    expect(store.isDirty()).toBe(true)
  })
})
