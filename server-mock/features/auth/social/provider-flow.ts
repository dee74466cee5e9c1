import { createHmac } from 'node:crypto'
import type { Configuration } from 'openid-client'
import { ApiError } from '#server/errors.ts'
import { deriveKey } from '#server/keys.ts'
import { isLoopback, type SignInProvider } from '#server/sign-in-providers.ts'

/** A provider that takes longer is taken for one that does not answer. */
const timeoutSeconds = 5
/** What a provider publishes about itself is read again after this. */
const discoveryLifeMs = 60 * 60_000

const discovered = new Map<string, { configuration: Promise<Configuration>; at: number }>()

// Loaded with the first use: most servers have no provider.
const library = () => import('openid-client')

async function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<Configuration> {
  const { allowInsecureRequests, discovery } = await library()
  const configuration = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    execute: isLoopback(issuer) ? [allowInsecureRequests] : [],
  })
  return configuration
}

function configurationOf(provider: SignInProvider, nowMs: number): Promise<Configuration> {
  const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret])
  const known = discovered.get(key)
  if (known && nowMs - known.at < discoveryLifeMs) return known.configuration
  const configuration = discover(provider)
  discovered.set(key, { configuration, at: nowMs })
  configuration.catch(() => discovered.delete(key))
  return configuration
}

/** Where providers send people back to; nothing that a request says has a part in it. */
export const returnAddress = (siteOrigin: string): string => `${siteOrigin}/auth/social`

/**
 * What binds a visit to a provider to the browser that began it. Each is derived from the challenge, which the address of the provider
 * does not hold, under a key of the server: nothing is stored.
 */
export function visitSecrets(secret: string, challenge: string): { state: string; nonce: string; verifier: string } {
  const derive = (what: string) =>
    createHmac('sha256', deriveKey(secret, 'provider-sign-ins')).update(`${what}:${challenge}`).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

interface Visit {
  provider: SignInProvider
  siteOrigin: string
  secret: string
  challenge: string
  now: Date
}

/** Address of the provider where somebody signs in. @throws `upstream-failed` */
export async function visitAddress({ provider, siteOrigin, secret, challenge, now }: Visit): Promise<string> {
  const { state, nonce, verifier } = visitSecrets(secret, challenge)
  return guarded(async () => {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
    const address = buildAuthorizationUrl(await configurationOf(provider, now.getTime()), {
      redirect_uri: returnAddress(siteOrigin),
      response_type: 'code',
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return address.href
  })
}

/** Who somebody is at a provider. */
export interface ProviderAccount {
  issuer: string
  subject: string
  /** E-mail address or name, to tell accounts apart; it never identifies anybody. */
  label: string | null
}

/** Exchanges the code that a provider sent back. @throws `upstream-failed`, `login-failed` */
export async function accountOf(visit: Visit, answer: { code: string; state: string; iss?: string }): Promise<ProviderAccount> {
  const { provider, siteOrigin, secret, challenge, now } = visit
  const { state, nonce, verifier } = visitSecrets(secret, challenge)
  const address = new URL(returnAddress(siteOrigin))
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) address.searchParams.set(name, value)
  return guarded(async () => {
    const { authorizationCodeGrant } = await library()
    const configuration = await configurationOf(provider, now.getTime())
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    const label = [claims.email, claims.name, claims.preferred_username].find((text) => typeof text === 'string' && text !== '')
    return { issuer: claims.iss, subject: claims.sub, label: typeof label === 'string' ? label.slice(0, 200) : null }
  })
}

const networkFaults = ['OAUTH_TIMEOUT', 'OAUTH_HTTP_REQUEST_FORBIDDEN', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

/** A provider that cannot be reached is told from an answer that does not hold; neither says more than that. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    const { code, name } = fault as { code?: string; name?: string }
    const isUnreachable = fault instanceof TypeError || name === 'TimeoutError' || (code !== undefined && networkFaults.includes(code))
    throw isUnreachable
      ? new ApiError('upstream-failed', { userMessage: { key: 'social_unreachable' } })
      : new ApiError('login-failed', { userMessage: { key: 'social_refused' } })
  }
}
