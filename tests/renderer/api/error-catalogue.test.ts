import { describe, expect, it } from 'vitest'
import { CallFailure, isCancelled } from '#renderer/api/call-failure.ts'
import { failureText, sessionEnd } from '#renderer/api/error-catalogue.ts'

const fail = (status: number, body: object = {}, call = 'single') => new CallFailure(call, status, body)

describe('the end of a session', () => {
  it.each([
    [{ errorCode: 'endpoint-401' }, 'single', true, 'after-delay'],
    [{ errorCode: 401 }, 'single', true, 'after-delay'],
    [{ errorCode: 'endpoint-401' }, 'persons-logout', true, 'now'],
    [{ errorCode: 'endpoint-403' }, 'layout', true, 'now'],
    [{ errorCode: 'endpoint-404' }, 'single', false, 'now'],
    [{ errorCode: 'endpoint-404' }, 'single', true, 'no'],
    [{ errorCode: 'permission-denied' }, 'single', true, 'no'],
    [{ errorCode: 'login-failed' }, 'login', false, 'no'],
  ] as const)('%j of %s, signed in %s: %s', (body, call, signedIn, expected) => {
    expect(sessionEnd(fail(400, body, call), signedIn)).toBe(expected)
  })
})

describe('the text of a failure', () => {
  it.each([
    ['the message of a 503', fail(503, { userMessage: 'Later.' }), undefined, { text: 'Later.' }],
    ['a standard text for a 500 without one', fail(500), 'own', { key: 'errors.server_problem' }],
    [
      'every field message of a 422',
      fail(422, { errorCode: 422, userMessage: 'Check.', errors: { a: ['A.', 'B.'], b: ['C.'] } }),
      undefined,
      { list: ['A.', 'B.', 'C.'], title: 'Check.' },
    ],
    ['the message of a 422 without fields', fail(422, { errorCode: 422, userMessage: 'Check.' }), undefined, { text: 'Check.' }],
    ['the message of a 409', fail(409, { errorCode: 'in-use', userMessage: 'In use.' }), 'own', { text: 'In use.' }],
    ["the caller's own text without a message", fail(409, { errorCode: 'in-use' }), 'own', { text: 'own' }],
    ['a standard text without either', fail(409), undefined, { key: 'toast.error' }],
    ['that nothing was reached', fail(0, { errorCode: 'network' }), 'own', { key: 'errors.network' }],
    ['that the session has ended, from a gateway that says nothing else', fail(401), 'own', { key: 'errors.session_ended' }],
    ['nothing for a cancelled call', fail(0, { errorCode: 'cancelled' }), 'own', null],
  ])('is %s', (_, failure, fallback, expected) => {
    expect(failureText(failure, fallback)).toEqual(expected)
  })

  it('survives bodies that are not what they should be', () => {
    const failure = fail(400, { userMessage: { not: 'text' }, errors: { a: 'one', b: [1] } })
    expect(failure).toMatchObject({ userMessage: '', errors: { a: ['one'], b: ['1'] } })
    expect(fail(400, { errors: null })).toMatchObject({ errors: {} })
    expect(isCancelled(fail(0, { errorCode: 'cancelled' }))).toBe(true)
    expect(isCancelled(new Error('cancelled'))).toBe(false)
  })
})
