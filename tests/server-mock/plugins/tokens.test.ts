import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, it } from 'vitest'
import { bearerToken, readToken, signToken, tokenLifeSeconds } from '#server/plugins/tokens.ts'

const secret = 's'.repeat(40)
const now = new Date('2024-05-01T08:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const claims = { sub: 7, sid: 'a-session', roles: ['editor'], is_admin: false, is_developer: false }
const sign = (ends = later(86_400)) => signToken(claims, secret, now, ends)

it('is read back until it expires', async () => {
  const token = await sign()
  expect(await readToken(token, secret, later(tokenLifeSeconds - 1))).toMatchObject({ userId: 7, sessionId: 'a-session' })
  expect(await readToken(token, secret, later(tokenLifeSeconds + 1))).toBeUndefined()
})

it('never outlives its session', async () => {
  expect(await readToken(await sign(later(60)), secret, later(61))).toBeUndefined()
})

it('carries roles and flags for the panel', async () => {
  const payload = JSON.parse(Buffer.from((await sign()).split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  expect(payload).toMatchObject({ sub: '7', sid: 'a-session', roles: ['editor'], is_admin: false, is_developer: false })
})

it('is refused when it was changed, unsigned, or signed otherwise', async () => {
  const [head, , signature] = (await sign()).split('.')
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: '1', is_admin: true, exp: 9_999_999_999 })).toString('base64url')
  expect(await readToken(`${head}.${forged}.${signature}`, secret, now)).toBeUndefined()
  expect(await readToken(new UnsecuredJWT({ sid: 'x' }).setSubject('1').setExpirationTime('1h').encode(), secret, now)).toBeUndefined()
  const other = await new SignJWT({ sid: 'x' })
    .setProtectedHeader({ alg: 'HS512' })
    .setSubject('1')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
  expect(await readToken(other, secret, now)).toBeUndefined()
  expect(await readToken('not a token', secret, now)).toBeUndefined()
})

it('is found in the header that carries it, and nowhere else', () => {
  expect(bearerToken('Bearer abc.def.ghi')).toBe('abc.def.ghi')
  expect([undefined, '', 'abc.def.ghi', 'Basic abc', 'Bearer a b'].map(bearerToken)).toEqual(Array(5).fill(undefined))
})
