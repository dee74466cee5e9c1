import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { deriveKey } from '#server/keys.ts'
import type { CallContext } from '#server/feature.ts'

/** The site as browsers know it: passkeys belong to its domain. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * The site's own address, or where it is not configured the one that the browser calls. Undefined where browsers have no passkeys: at an
 * address that is a number, and without TLS anywhere but on the same machine.
 * @source Web Authentication, 5.1.3 and 13.4.9
 */
export function relyingParty({ config, origin }: Pick<CallContext, 'config' | 'origin'>): RelyingParty | undefined {
  const address = config.siteOrigin ?? origin
  if (address === undefined || !URL.canParse(address)) return undefined
  const { hostname, protocol, origin: own } = new URL(address)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isNumber || (protocol !== 'https:' && !isLocal) ? undefined : { id: hostname, origin: own }
}

const derived = (secret: string, text: string): Buffer => createHmac('sha256', deriveKey(secret, 'passkeys')).update(text).digest()

/** What an authenticator signs in an attempt: derived from the name of the attempt, under a key of the server. */
export const challengeBytes = (secret: string, challenge: string): Buffer => derived(secret, `challenge:${challenge}`)

/** Names a user towards authenticators, and says nothing of him. */
export const userHandle = (secret: string, userId: number): Buffer => derived(secret, `user:${userId}`)
