import { registerServiceWorker } from '#renderer'

/** What this browser does with notices: `off` may be turned on, `denied` only in the settings of the browser. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

export const hasPush = (): boolean =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Bytes of a key in base64url, as browsers want it. */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

const sameKey = (key: string, other: ArrayBuffer | null): boolean => {
  const [one, two] = [keyBytes(key), new Uint8Array(other ?? new ArrayBuffer(0))]
  return one.length === two.length && one.every((byte, at) => byte === two[at])
}

const currentSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

/** @param key public key of the server @param isKnown whether the server has this browser */
export async function readPushState(key: string, isKnown: boolean): Promise<PushState> {
  if (!hasPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission !== 'granted' || !isKnown) return 'off'
  const subscription = await currentSubscription()
  return subscription && sameKey(key, subscription.options.applicationServerKey) ? 'on' : 'off'
}

/** Why a browser takes no notices: `closed` its question was not answered, `no_service` its push service is out of reach. */
export class PushRefusal extends Error {
  readonly reason: 'closed' | 'denied' | 'no_service'
  constructor(reason: PushRefusal['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Asks for the permission, so only at a click, and subscribes. @throws PushRefusal */
export async function turnOnPush(key: string): Promise<PushSubscriptionJSON> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new PushRefusal(permission === 'denied' ? 'denied' : 'closed')
  await registerServiceWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  try {
    const before = await pushManager.getSubscription()
    if (before && sameKey(key, before.options.applicationServerKey)) return before.toJSON()
    await before?.unsubscribe()
    return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) })).toJSON()
  } catch {
    throw new PushRefusal('no_service')
  }
}

export async function turnOffPush(): Promise<void> {
  if (hasPush()) await (await currentSubscription())?.unsubscribe()
}
