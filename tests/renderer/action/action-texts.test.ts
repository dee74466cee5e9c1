import { describe, expect, it } from 'vitest'
import { confirmText, errorText, isDestructive, successText } from '#renderer/action/action-texts.ts'
import type { Action } from '#schemas/types/contract.d.ts'

const call = (options: Action['options'] = {}, rest: Partial<Action> = {}): Action => ({ type: 'call', options, ...rest })

describe('texts of an action', () => {
  it('after success: the document or its short form, then the answer, then the standard one', () => {
    expect(successText(call({ success: { toast: 'Lent.' } }), 'From the server.')).toEqual({ text: 'Lent.' })
    expect(successText(call({ name: 'lend' }), 'From the server.')).toEqual({ text: 'From the server.' })
    expect(successText(call({ name: 'trash' }), undefined)).toEqual({ key: 'action.trash.success', withType: true })
    expect(successText(call({ name: 'lend' }), undefined)).toEqual({ key: 'toast.success' })
    expect(successText(call({ success: { toast: false } }), 'x')).toBeNull()
  })

  it.each([
    ['save', {}, 'saved'],
    ['save', { id: '{row.id}' }, 'updated'],
    ['activate', {}, 'activated'],
    ['deactivate', {}, 'deactivated'],
    ['destroy', {}, 'destroyed'],
    ['lend', {}, 'success'],
  ])('has a short form of success for %s %o', (name, payload, key) => {
    expect(successText(call({ name, payload, success: { toast: true } }), 'From the server.')).toEqual({ key: `toast.${key}` })
  })

  it('takes no sample for a text', () => {
    expect(successText(call({ name: 'save', mock: 1 }), 'sample')).toEqual({ key: 'action.save.success', withType: true })
  })

  it('of a save that names a record are those of an update', () => {
    const save = call({ name: 'save', payload: { model: 'book', id: '{row.id}' } }, { confirm: true })
    expect([confirmText(save), successText(save, undefined), errorText(save)]).toEqual(
      ['confirm', 'success', 'error'].map((text) => ({ key: `action.update.${text}`, withType: true })),
    )
  })

  it('after failure', () => {
    expect(errorText(call({ error: { toast: 'No.' } }))).toEqual({ text: 'No.' })
    expect(errorText(call({ error: { toast: true } }))).toEqual({ key: 'toast.short_error' })
    expect(errorText(call({}, { id: 'save' }))).toEqual({ key: 'action.save.error', withType: true })
    expect(errorText(call())).toEqual({ key: 'toast.error' })
  })

  it('before', () => {
    expect(confirmText(call({ name: 'activate' }, { confirm: true }))).toEqual({ key: 'action.activate.confirm', withType: true })
    expect(confirmText(call({}, { confirm: 'Sure?' }))).toEqual({ text: 'Sure?' })
    expect(confirmText(call({ name: 'activate' }))).toBeNull()
  })

  it('knows what is lost or leaves', () => {
    expect(
      [call({ name: 'destroy' }), call({}, { id: 'trash' }), call({}, { color: 'danger' }), call({ name: 'restore' })].map(isDestructive),
    ).toEqual([true, true, true, false])
  })
})
