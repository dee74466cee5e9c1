import { logoutCall } from '#renderer/api/error-catalogue.ts'
import { callNamed } from '#renderer/api/call.ts'
import { purgeAnswers } from '#renderer/api/use-call.ts'
import { sessionToken } from '#renderer/session/session.ts'
import { endSession, exitImpersonation } from '#renderer/session/sign-in.ts'

/** Ends the session in the browser at once and notifies the server, whose response does not matter. */
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
 * Returns to the administrator's own session and notifies the server that the other session has ended; the caller then
 * goes to the returned path. It does not wait for a slow server, and ignores a failure.
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
