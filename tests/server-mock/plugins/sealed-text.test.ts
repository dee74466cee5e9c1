import { expect, it } from 'vitest'
import { deriveKey } from '#server/keys.ts'
import { openText, sealText } from '#server/plugins/sealed-text.ts'

const secret = 'a secret that is only good for tests'
const key = deriveKey(secret, 'stored-answers')

it('opens what was sealed, at its place and with its key alone', () => {
  const sealed = sealText(key, 'user:1 a', 'نشان')
  expect(sealed).not.toContain('نشان')
  expect(openText(key, 'user:1 a', sealed)).toBe('نشان')
  expect(openText(key, 'user:2 a', sealed)).toBeUndefined()
  expect(openText(deriveKey('another secret that is long enough', 'stored-answers'), 'user:1 a', sealed)).toBeUndefined()
  expect(openText(key, 'user:1 a', `${sealed.slice(0, -6)}AAAA==`)).toBeUndefined()
  expect(openText(key, 'user:1 a', 'x')).toBeUndefined()
})

it('has a key of its own for each purpose', () => {
  const keys = (['tokens', 'links', 'idempotency', 'stored-answers'] as const).map((purpose) => deriveKey(secret, purpose).toString('hex'))
  expect(new Set(keys).size).toBe(4)
  expect(deriveKey(secret, 'tokens').toString('hex')).toBe(keys[0])
})
