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
  | 'push'

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

/** A number from 1 to `below` - 1 that follows from the secret: a private key of a curve of that order. @source FIPS 186-5, A.2.1 */
export const deriveNumber = (secret: string, purpose: KeyPurpose, below: bigint): bigint =>
  (BigInt(`0x${Buffer.from(hkdfSync('sha256', secret, 'pishkhan', `${purpose} number`, 40)).toString('hex')}`) % (below - 1n)) + 1n
