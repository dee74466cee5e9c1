import { logoutCall } from '#renderer/api/error-catalogue.ts'
import { callNamed } from '#renderer/api/call.ts'
import { purgeAnswers } from '#renderer/api/use-call.ts'
import { sessionToken } from '#renderer/session/session.ts'
import { endSession, exitImpersonation } from '#renderer/session/sign-in.ts'

/** Ends the session here at once and tells the server; whether it hears of it changes nothing on this side. */
export async function signOut(): Promise<void> {
  const message =
    sessionToken() === null
      ? null
      : callNamed(logoutCall, { method: 'POST', payload: {}, background: true, survivesLogout: true }).catch(() => null)
  endSession({ keepWanted: false })
  await purgeAnswers()
  await message
}

const leaveAtMostMs = 3000

/**
 * Returns to the administrator's own session and tells the server that the worn one is over; the caller continues at the
 * path that comes. A server that is slow to hear of it, or knows no such call, holds nobody back.
 */
export async function leaveImpersonation(): Promise<string> {
  const worn = sessionToken()
  const path = exitImpersonation()
  await callNamed('impersonate-leave', {
    method: 'POST',
    payload: {},
    token: worn,
    background: true,
    survivesLogout: true,
    signal: AbortSignal.timeout(leaveAtMostMs),
  }).catch(() => null)
  return path
}
