import { SignJWT, errors, jwtVerify } from 'jose'
import { deriveKey } from '#server/keys.ts'

/** Claims of a token. The flags are for the panel; the server trusts `sub` and `sid` only. */
export interface TokenClaims {
  sub: number
  sid: string
  roles: readonly string[]
  is_admin: boolean
  is_developer: boolean
}

export const tokenLifeSeconds = 30 * 60
/** A token with less than this left is renewed with the next answer. */
export const renewBelowSeconds = tokenLifeSeconds / 3
export const sessionLifeSeconds = 7 * 24 * 60 * 60
/** A token that a command line keeps lives as long as its session; a day's use prolongs both. */
export const longTokenLifeSeconds = sessionLifeSeconds
const longRenewBelowSeconds = longTokenLifeSeconds - 24 * 60 * 60

const imported = new Map<string, Promise<CryptoKey>>()

/** The key of tokens, ready for use: reading it anew costs as much as checking a signature. */
function key(secret: string): Promise<CryptoKey> {
  let ready = imported.get(secret)
  if (!ready) {
    ready = crypto.subtle.importKey('raw', new Uint8Array(deriveKey(secret, 'tokens')), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ])
    imported.set(secret, ready)
  }
  return ready
}
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** Signs a token that lives 30 minutes, or as long as it says, but never longer than its session. */
export async function signToken(
  claims: TokenClaims,
  secret: string,
  now: Date,
  sessionEnds: Date,
  lifeSeconds = tokenLifeSeconds,
): Promise<string> {
  const { sub, ...rest } = claims
  return new SignJWT({ ...rest })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(sub))
    .setIssuedAt(seconds(now))
    .setExpirationTime(Math.min(seconds(now) + lifeSeconds, seconds(sessionEnds)))
    .sign(await key(secret))
}

export interface LiveToken {
  userId: number
  sessionId: string
  expires: Date
  /** A token with a long life, as the command line stores it. */ isLongLived: boolean
}

/** Whether the next answer carries a new token. */
export const isDue = ({ expires, isLongLived }: LiveToken, now: Date): boolean =>
  expires.getTime() - now.getTime() < (isLongLived ? longRenewBelowSeconds : renewBelowSeconds) * 1000

/** Tokens whose signature was checked, by secret and token: a signature stays true, only time passes. */
const checked = new Map<string, LiveToken>()
const mostChecked = 5000

/** Subject, session and expiry of a token of ours that has not expired; `undefined` for anything else. */
export async function readToken(token: string, secret: string, now: Date): Promise<LiveToken | undefined> {
  const known = `${secret} ${token}`
  const live = checked.get(known) ?? (await checkToken(token, secret, now))
  if (!live || live.expires <= now) {
    checked.delete(known)
    return undefined
  }
  if (checked.size >= mostChecked) checked.clear()
  checked.set(known, live)
  return live
}

async function checkToken(token: string, secret: string, now: Date): Promise<LiveToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, await key(secret), {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    })
    const userId = Number(payload.sub)
    if (!Number.isSafeInteger(userId) || typeof payload.sid !== 'string') return undefined
    return {
      userId,
      sessionId: payload.sid,
      expires: new Date(payload.exp! * 1000),
      isLongLived: payload.exp! - payload.iat! > tokenLifeSeconds,
    }
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return undefined
    throw fault
  }
}

/** The token of an `Authorization: Bearer …` header; `undefined` without one. */
export function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +([A-Za-z0-9._~+/=-]+) *$/i)?.[1]
}
