import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

// Comes with the first use.
const library = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys here. */
export const hasPasskeys = (): boolean => window.isSecureContext && typeof window.PublicKeyCredential === 'function'

/** Whether the browser offers passkeys where it fills in usernames. */
export async function offersPasskeyAutofill(): Promise<boolean> {
  try {
    return hasPasskeys() && (await window.PublicKeyCredential.isConditionalMediationAvailable()) === true
  } catch {
    return false
  }
}

/** Makes a passkey on a device that the browser asks for; rejects with what `passkeyFault` reads. */
export async function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { startRegistration } = await library()
  const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  return { ...made }
}

/** Signs with a passkey; with `autofill` only once somebody chooses one where his username is filled in. */
export async function askPasskey(options: Record<string, unknown>, { autofill }: { autofill: boolean }): Promise<Record<string, unknown>> {
  const { startAuthentication } = await library()
  const signed = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
    verifyBrowserAutofillInput: false,
  })
  return { ...signed }
}

/** Ends what waits for a passkey. */
export async function cancelPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

const faults: Readonly<Record<string, string>> = {
  NotAllowedError: 'session.passkey_cancelled',
  InvalidStateError: 'session.passkey_exists',
  NotSupportedError: 'session.passkey_unsupported',
  ConstraintError: 'session.passkey_unsupported',
  SecurityError: 'session.passkey_unsupported',
}

/** Message key of what a browser reports; null where something else has taken the place of what was asked, and for other faults. */
export function passkeyFault(thrown: unknown): { key: string | null } | undefined {
  if (!(thrown instanceof Error)) return undefined
  if (thrown.name === 'AbortError') return { key: null }
  const key = faults[thrown.name]
  return key === undefined ? undefined : { key }
}
