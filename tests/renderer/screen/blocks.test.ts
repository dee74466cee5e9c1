import { describe, expect, it } from 'vitest'
import { kindOf } from '#renderer/screen/blocks/block-kinds.ts'
import { usesForm } from '#renderer/screen/blocks/send-action.ts'

describe('blocks', () => {
  it.each([
    [{ grid: 'a/b/c' }, 'grid'],
    [{ form: 'book', data: 'book', submit: 'save' }, 'form'],
    [{ details: 'book', title: 'x' }, 'details'],
    [{ panel: 'x', body: [] }, 'panel'],
    [{ actions: '{buttons}' }, 'actions'],
    [{ text: 'x', tone: 'info' }, 'text'],
  ])('%j is a %s block', (block, kind) => expect(kindOf(block)).toBe(kind))
  it('knows no kind for anything else', () =>
    expect([kindOf({ carousel: 1 }), kindOf(null), kindOf('x')]).toEqual([undefined, undefined, undefined]))
})

describe('an action that takes a form along', () => {
  it('is a call that inserts the form or a part of it', () => {
    expect(usesForm({ type: 'call', options: { name: 'save', payload: { data: '{form}' } } })).toBe(true)
    expect(usesForm({ type: 'call', options: { name: 'save', payload: { note: '{form.note}' } } })).toBe(true)
  })
  it('is no other', () => {
    expect(usesForm({ type: 'call', options: { name: 'trash', params: { id: '{row.id}' } } })).toBe(false)
    expect(usesForm({ type: 'modal', options: { modal: 'x', params: { id: '{form.id}' } } })).toBe(false)
  })
})
