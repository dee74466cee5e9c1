import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { RelyingParty } from './relying-party.ts'
import type { Passkey } from './store.ts'

// Loaded with the first use: it reads certificates, which is much code.
export const library = () => import('@simplewebauthn/server')

interface Expected {
  site: RelyingParty
  challenge: Buffer
}

/** What a new passkey is stored as; undefined where the answer of the authenticator does not hold. */
export async function registeredKey(
  answer: unknown,
  { site, challenge }: Expected,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await library()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: transports.slice(0, 10) }
  } catch {
    return undefined
  }
}

/**
 * The counter of an assertion that holds: signed for this site and this attempt by the key of the passkey, by its owner who proved himself
 * to the device, with a counter above the last one. Undefined for any other.
 */
export async function assertedCounter(answer: unknown, passkey: Passkey, { site, challenge }: Expected): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const response = answer as AuthenticationResponseJSON
  try {
    const handle = response.response.userHandle
    if (passkey.rpId !== site.id || (handle && handle !== passkey.userHandle)) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}
