import { logoutCall } from '#renderer/api/error-catalogue.ts'
import { callNamed } from '#renderer/api/call.ts'
import { forgetAnswers } from '#renderer/api/use-call.ts'
import { sessionToken } from './session.ts'
import { endSession } from './sign-in.ts'

/** Ends the session here at once and tells the server; whether it hears of it changes nothing on this side. */
export async function signOut(): Promise<void> {
  const told = sessionToken() === null ? null : callNamed(logoutCall, { method: 'POST', payload: {}, background: true }).catch(() => null)
  endSession({ keepWanted: false })
  await forgetAnswers()
  await told
}
