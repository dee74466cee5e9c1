import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000
/** Clocks of phones may be wrong by one step. */
const window = 1

/** @source RFC 6238: SHA-1, six digits, a step of 30 seconds */
const parameters = { algorithm: 'SHA1', digits: 6, period: periodMs / 1000 }

/** A secret of 160 bits, in base 32 as authenticator apps take it. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What the QR code says: `otpauth://totp/Pishkhan:sara?secret=…`. */
export const otpauthUri = (secret: string, issuer: string, username: string): string =>
  new TOTP({ ...parameters, issuer: issuer.replace(/:/g, ' '), label: username, secret: Secret.fromBase32(secret) }).toString()

/** The step of time that a code belongs to; undefined for a code that is wrong, or is not of this moment. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const delta = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? undefined : Math.floor(now.getTime() / periodMs) + delta
}
