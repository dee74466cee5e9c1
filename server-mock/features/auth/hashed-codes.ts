import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { deriveKey } from '#server/keys.ts'

const saltBytes = 12

/** Characters of a backup code: no letters or digits that are mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const backupLength = 10

/** A code such as `k7m2p-9xqrt`. */
export function newBackupCode(): string {
  const text = Array.from({ length: backupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${text.slice(0, backupLength / 2)}-${text.slice(backupLength / 2)}`
}

/** A code as it is compared: Latin digits, lower case, without spaces and hyphens. */
export const readCode = (typed: string): string =>
  toLatinDigits(typed.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\s\p{Cf}\p{Pd}]/gu, '')

const digest = (secret: string, salt: string, code: string): Buffer =>
  createHmac('sha256', deriveKey(secret, 'codes'))
    .update(`${salt}:${readCode(code)}`)
    .digest()

/** A salted hash of a code, under a key of the server: the database alone is not enough to try codes. */
export function hashCode(secret: string, code: string): string {
  const salt = randomBytes(saltBytes).toString('base64url')
  return `${salt}.${digest(secret, salt, code).toString('base64url')}`
}

/** Whether a hash is that of the code. */
export function isHashOf(secret: string, hash: string, code: string): boolean {
  const [salt = '', stored = ''] = hash.split('.')
  const found = digest(secret, salt, code)
  const expected = Buffer.from(stored, 'base64url')
  return expected.length === found.length && timingSafeEqual(expected, found)
}
