import { describe, expect, it, vi } from 'vitest'
import { changedFields, createFormStore, type Data, type Messages } from '#renderer/form/data/form-store.ts'
import { messagesOf } from '#renderer/form/data/form-messages.ts'

const needsTitle = (data: Data): Messages => (data.title ? {} : { title: ['Title is required.'] })

describe('the data of a form', () => {
  it('is dirty while it differs from what is stored', () => {
    const store = createFormStore({ title: 'a' }, needsTitle)
    store.commit(['title'], 'b')
    expect([store.isDirty(), changedFields(store.getState())]).toEqual([true, ['title']])
    store.commit(['title'], 'a')
    expect(store.isDirty()).toBe(false)
  })
  it('holds what follows from a change, and one step takes back both', () => {
    const store = createFormStore({ gift: false, price: 5 }, () => ({}))
    store.setDerive((data) => (data.gift && data.price !== 0 ? { ...data, price: 0 } : data))
    store.commit(['gift'], true)
    expect(store.getState().data).toEqual({ gift: true, price: 0 })
    store.undo()
    expect([store.getState().data, store.isDirty()]).toEqual([{ gift: false, price: 5 }, false])
    store.redo()
    expect(store.getState().data).toEqual({ gift: true, price: 0 })
  })
  it('is dirty while something typed waits', () => {
    const store = createFormStore({ title: 'a' }, needsTitle)
    store.pending.set('title', () => store.commit(['title'], 'b'))
    expect(store.isDirty()).toBe(true)
    store.flush()
    expect([store.getState().data, store.pending.size]).toEqual([{ title: 'b' }, 0])
  })
  it('shows problems after a try, or where somebody was', () => {
    const store = createFormStore({}, needsTitle)
    expect(store.messages('title')).toEqual([])
    store.touch('title')
    expect(store.messages('title')).toEqual(['Title is required.'])
  })
  it('forgets what the server refused when the field changes, and keeps the rest', () => {
    const store = createFormStore({ title: 'a' }, needsTitle)
    store.setState({ refused: { title: ['Taken.'], 'rows.0.name': ['Bad.'] } })
    store.commit(['title'], 'b')
    expect(store.getState().refused).toEqual({ 'rows.0.name': ['Bad.'] })
    store.commit(['rows'], [])
    expect(store.getState().refused).toEqual({})
  })
  it('gathers the messages under a control that draws all of its value', () => {
    const store = createFormStore({ title: 'a' }, needsTitle)
    store.setState({ refused: { 'titles.fa': ['Too long.'] } })
    expect(messagesOf(store.getState(), 'titles', true)).toEqual(['Too long.'])
    expect(messagesOf(store.getState(), 'titles')).toEqual([])
  })
  it('gives up what is on its way and what is wrong in a control, and has its controls begin anew', async () => {
    const store = createFormStore({ title: 'a' }, needsTitle)
    store.commit(['title'], 'b')
    store.hold(new Promise(() => {}), 'files')
    store.setFault('extra.0.code', 'Unreadable.')
    store.discard()
    await store.whenWorkEnds()
    expect([store.isDirty(), store.getState().data, store.getState().problems, store.getState().working]).toEqual([
      false,
      { title: 'a' },
      {},
      false,
    ])
    expect(store.getState().renewals).toEqual({ title: 1, files: 1, extra: 1 })
  })
  it('tells nobody when a commit changes nothing', () => {
    const store = createFormStore({ title: 'a' }, needsTitle)
    const told = vi.fn()
    store.subscribe((state, before) => {
      if (state.data !== before.data) told()
    })
    store.commit(['title'], 'a')
    expect(told).not.toHaveBeenCalled()
  })
  it('counts what a field stored of its own as stored, and saves on the version that the record has since', () => {
    const store = createFormStore({ id: 7, version: 3, pinned: 0, title: 'a' }, () => ({}))
    store.commit(['title'], 'b')
    store.commit(['pinned'], 1)
    store.noteStored(['pinned'], 1, 4)
    expect(changedFields(store.getState())).toEqual(['title'])
    expect(store.getState()).toMatchObject({ data: { pinned: 1, version: 4 }, baseline: { pinned: 1, version: 4, title: 'a' } })
  })
  it('says what a field says of itself in the place of what the rules say of it and of what it holds', () => {
    const store = createFormStore({}, () => ({ period: ['Not a period.'], 'period.from': ['Not a date.'], periodic: ['Required.'] }))
    store.setFault('period', 'The end is before the beginning')
    expect(store.getState().problems).toEqual({ period: ['The end is before the beginning'], periodic: ['Required.'] })
    store.setFault('period', undefined)
    expect(store.getState().problems).toHaveProperty('period', ['Not a period.'])
  })
})
