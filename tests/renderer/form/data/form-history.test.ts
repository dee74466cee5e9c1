import { describe, expect, it } from 'vitest'
import { createFormStore } from '#renderer/form/data/form-store.ts'
import { createHistory } from '#renderer/form/data/form-history.ts'

function open(initial: Record<string, unknown>) {
  let time = 0
  const store = createFormStore(
    initial,
    () => ({}),
    {},
    () => time,
  )
  return {
    store,
    wait: (ms: number) => {
      time += ms
    },
    data: () => store.getState().data,
  }
}

describe('undo and redo', () => {
  it('lead back and forth through what was changed, field by field', () => {
    const { store, data } = open({ title: 'a', note: 'n' })
    store.commit(['title'], 'b')
    store.commit(['note'], 'm')
    expect(store.undo()).toMatchObject([{ path: ['note'], before: 'm', after: 'n' }])
    expect(data()).toEqual({ title: 'b', note: 'n' })
    store.undo()
    expect([data(), store.isDirty(), store.undo()]).toEqual([{ title: 'a', note: 'n' }, false, undefined])
    store.redo()
    store.redo()
    expect([data(), store.redo()]).toEqual([{ title: 'b', note: 'm' }, undefined])
    expect([store.getState().undoable, store.getState().redoable]).toEqual([2, 0])
  })
  it('take a burst of typing in one field as one step', () => {
    const { store, wait, data } = open({ title: '' })
    for (const text of ['B', 'Bo', 'Book']) {
      store.commit(['title'], text)
      wait(300)
    }
    wait(5000)
    store.commit(['title'], 'Books')
    store.undo()
    expect(data()).toEqual({ title: 'Book' })
    store.undo()
    expect(data().title).toBe('')
  })
  it('keep what is typed in two languages of a text apart', () => {
    const { store, data } = open({ title: { fa: '', en: '' } })
    store.commit(['title'], { fa: 'ک', en: '' })
    store.commit(['title'], { fa: 'کتاب', en: '' })
    store.commit(['title'], { fa: 'کتاب', en: 'Book' })
    store.undo()
    expect(data().title).toEqual({ fa: 'کتاب', en: '' })
    store.undo()
    expect(data().title).toEqual({ fa: '', en: '' })
  })
  it('forget a text that was typed back, by the browser’s own undo too', () => {
    const { store } = open({ title: 'a' })
    store.commit(['title'], 'ab')
    store.commit(['title'], 'a')
    expect([store.getState().undoable, store.getState().redoable]).toEqual([0, 1])
  })
  it('reach across rows that were added, moved and removed', () => {
    const [one, two] = [{ name: 'A' }, { name: 'B' }]
    const { store, data } = open({ parts: [one, two] })
    store.commit(['parts'], [one, two, {}])
    store.commit(['parts', 2, 'name'], 'C')
    store.commit(['parts'], [two, one, { name: 'C' }])
    store.commit(['parts'], [two, { name: 'C' }])
    for (const expected of [
      [two, one, { name: 'C' }],
      [one, two, { name: 'C' }],
      [one, two, {}],
      [one, two],
    ]) {
      store.undo()
      expect(data().parts).toEqual(expected)
    }
    for (let step = 0; step < 4; step += 1) store.redo()
    expect(data().parts).toEqual([two, { name: 'C' }])
  })
  it('take what is being typed along', () => {
    const { store, data } = open({ title: 'a' })
    store.pending.set('title', () => {
      store.commit(['title'], 'b')
    })
    store.undo()
    expect(data()).toEqual({ title: 'a' })
  })
  it('take a restored draft back at once', () => {
    const { store, data } = open({ title: 'a', note: 'n', version: 3 })
    store.replace({ title: 'b', note: 'm', version: 2 })
    expect(store.undo()).toHaveLength(2)
    expect(data()).toMatchObject({ title: 'a', note: 'n' })
  })
  it('survive saving, and end when changes are given up', () => {
    const { store, data } = open({ title: 'a', version: 1, updated_at: '1' })
    store.commit(['title'], 'b')
    store.settle({ title: 'b', version: 2, updated_at: '2' })
    store.undo()
    expect([data(), store.isDirty()]).toEqual([{ title: 'a', version: 2, updated_at: '2' }, true])
    store.settle({ title: 'b', version: 2, updated_at: '2' })
    expect([store.getState().undoable, store.getState().redoable]).toEqual([0, 0])
  })
  it('leave alone what has become something else meanwhile', () => {
    const { store, data } = open({ title: 'a' })
    store.commit(['title'], 'b')
    store.setState({ data: { title: 'theirs' } })
    expect(store.undo()).toBeUndefined()
    expect(data()).toEqual({ title: 'theirs' })
  })
})

describe('the steps that are kept', () => {
  it('share the data of the form', () => {
    const history = createHistory()
    const rows = [{ name: 'A' }]
    history.note([{ path: ['rows'], before: rows, after: [] }])
    expect(history.back()?.[0]?.after).toBe(rows)
  })
  it('are two hundred at most, and fewer of long texts', () => {
    const history = createHistory()
    for (let at = 0; at < 300; at += 1) history.note([{ path: ['rows'], before: [at], after: [at + 1] }])
    expect(history.undoable).toBe(200)
    const long = createHistory(() => 0)
    for (let at = 0; at < 40; at += 1) {
      long.close()
      long.note([{ path: ['text'], before: `${at}${'x'.repeat(500_000)}`, after: `${at + 1}${'x'.repeat(500_000)}` }])
    }
    expect(long.undoable).toBeLessThan(12)
    expect(long.undoable).toBeGreaterThan(5)
  })
})
