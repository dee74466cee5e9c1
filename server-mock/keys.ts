import { hkdfSync } from 'node:crypto'

/** What a key is for: a key that signs one thing says nothing of another. */
export type KeyPurpose =
  | 'tokens'
  | 'links'
  | 'idempotency'
  | 'stored-answers'
  | 'payments'
  | 'second-factors'
  | 'codes'
  | 'messages'
  | 'drivers'
  | 'provider-sign-ins'
  | 'passkeys'

const derived = new Map<string, Buffer>()

/** A key of 32 bytes for one purpose, derived from the server's secret. @source RFC 5869 */
export function deriveKey(secret: string, purpose: KeyPurpose): Buffer {
  const name = `${purpose} ${secret}`
  let key = derived.get(name)
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, 'pishkhan', purpose, 32))
    derived.set(name, key)
  }
  return key
}
