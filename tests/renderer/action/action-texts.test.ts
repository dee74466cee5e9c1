import { describe, expect, it } from 'vitest'
import { confirmText, errorText, isDestructive, successText } from '#renderer/action/action-texts.ts'
import type { Action } from '#schemas/types/contract.d.ts'

const call = (options: Action['options'] = {}, rest: Partial<Action> = {}): Action => ({ type: 'call', options, ...rest })

describe('texts of an action', () => {
  it('after success: the answer, then the document, then the short form, then the standard one', () => {
    expect(successText(call({ success: { toast: 'Lent.' } }), 'From the server.')).toEqual({ text: 'From the server.' })
    expect(successText(call({ success: { toast: 'Lent.' } }), undefined)).toEqual({ text: 'Lent.' })
    expect(successText(call({ name: 'destroy', success: { toast: true } }), undefined)).toEqual({ key: 'toast.destroyed' })
    expect(successText(call({ name: 'trash' }), undefined)).toEqual({ key: 'action.trash.success', withType: true })
    expect(successText(call({ name: 'lend' }), undefined)).toEqual({ key: 'toast.success' })
    expect(successText(call({ success: { toast: false } }), 'x')).toBeNull()
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
    expect([call({ name: 'destroy' }), call({}, { id: 'trash' }), call({}, { color: 'danger' }), call({ name: 'restore' })].map(isDestructive)).toEqual([true, true, true, false])
  })
})
