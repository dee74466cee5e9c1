import { expect, it, vi } from 'vitest'
import { createRepeatKeys } from '#renderer/api/idempotency-keys.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { NotStored } from '#renderer/form/form-types.ts'
import { sendByAction } from '#renderer/screen/blocks/send-action.ts'
import type { Action } from '#schemas/types/contract.d.ts'

const sample = { id: 99, title: 'Sample' }
vi.mock('#renderer/action/run-action.ts', () => ({
  runAction: (_: Action, { onSuccess }: ActionContext) => {
    onSuccess?.(sample)
    return Promise.resolve(true)
  },
}))

const save = (mock?: boolean): Action => ({ type: 'call', options: { name: 'save', mock, payload: { data: '{form}' } } })
const options = (stored: (record?: unknown) => void) => ({ record: {}, idempotencyKeys: createRepeatKeys(), stored })

it('a save hands its record to the form', async () => {
  const stored = vi.fn()
  expect(await sendByAction(save(), {})({ title: 'Typed' }, options(stored))).toEqual(sample)
  expect(stored).toHaveBeenCalledWith(sample, { reset: undefined })
})

it('a call that resets says so to the form', async () => {
  const stored = vi.fn()
  const send: Action = { type: 'call', options: { name: 'reply', payload: { text: '{form.text}' }, success: { reset: true } } }
  await sendByAction(send, {})({ text: 'Typed' }, options(stored))
  expect(stored).toHaveBeenCalledWith(sample, { reset: true })
})

it('a try with sample data never changes what an open form holds, and stores nothing', async () => {
  const stored = vi.fn()
  await expect(sendByAction(save(true), {})({ title: 'Typed' }, options(stored))).rejects.toBeInstanceOf(NotStored)
  expect(stored).not.toHaveBeenCalled()
})
