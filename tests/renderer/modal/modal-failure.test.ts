import { expect, it } from 'vitest'
import { CallFailure } from '#renderer/api/call-failure.ts'
import { modalFailureText } from '#renderer/modal/modal-failure.ts'

const t = ((key: string) => key) as Parameters<typeof modalFailureText>[2]
const fail = (status: number, body: object = {}) => new CallFailure('single', status, body)

it('a modal whose data answers 401 says that the session has ended, also after a toast of its own', () => {
  expect(modalFailureText(fail(401, { errorCode: 'endpoint-401', userMessage: 'Signed out.' }), false, t)).toBe('Signed out.')
  expect(modalFailureText(fail(401, { errorCode: 'endpoint-401', userMessage: 'Signed out.' }), true, t)).toBe('Signed out.')
  expect(modalFailureText(fail(401), true, t)).toBe('errors.session_ended')
})

it('any other failure is told once: by its toast, or here', () => {
  expect(modalFailureText(fail(409, { userMessage: 'In use.' }), false, t)).toBe('In use.')
  expect(modalFailureText(fail(409, { userMessage: 'In use.' }), true, t)).toBe('modal.load_failed')
  expect(modalFailureText(fail(409), false, t)).toBe('modal.load_failed')
})
