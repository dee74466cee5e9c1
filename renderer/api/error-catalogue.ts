/** What decides a row of the catalogue. */
export interface FailureFacts {
  status: number
  errorCode: string | number
  call: string
}

type SessionEnd = 'no' | 'now' | 'after-delay'

/** The call that ends a session; a refusal of it must not delay signing out. */
export const logoutCall = 'persons-logout'

/**
 * Whether a failure ends the session: `endpoint-403` and, without a token, `endpoint-404` at once; `401` and
 * `endpoint-401` after a second, at once for the logout call. Pending calls are cancelled then. An answer without an
 * `errorCode` counts by its status.
 */
export function sessionEnd({ status, errorCode, call }: FailureFacts, signedIn: boolean): SessionEnd {
  // A gateway that refuses knows nothing of error codes.
  const code = String(errorCode || status)
  if (code === 'endpoint-401' || code === '401') return call === logoutCall ? 'now' : 'after-delay'
  if (code === 'endpoint-403') return 'now'
  if (code === 'endpoint-404' && !signedIn) return 'now'
  return 'no'
}

/** Whether a failure says that the session has ended, and the reader is led to the sign-in. */
export const hasSessionEnded = (failure: FailureFacts): boolean => sessionEnd(failure, true) === 'after-delay'

/** Text of a toast: the server's message, a list of field messages, or a text of the panel by its key. */
export type FailureText = { text: string } | { list: string[]; title: string } | { key: string } | null

/** Text for a failed call. `fallback` is the caller's text for a failure without a server message. Null: nothing is shown. */
export function failureText(
  failure: FailureFacts & { userMessage: string; errors: Record<string, string[]> },
  fallback?: string,
): FailureText {
  if (failure.errorCode === 'cancelled') return null
  if (failure.errorCode === 'network') return { key: 'errors.network' }
  if (failure.errorCode === 'unreadable') return { key: 'errors.unreadable' }
  if (hasSessionEnded(failure)) return failure.userMessage ? { text: failure.userMessage } : { key: 'errors.session_ended' }
  if (failure.status >= 500) return failure.userMessage ? { text: failure.userMessage } : { key: 'errors.server_problem' }
  if (String(failure.errorCode) === '422') {
    const list = Object.values(failure.errors).flat()
    if (list.length > 0) return { list, title: failure.userMessage }
  }
  if (failure.userMessage) return { text: failure.userMessage }
  return fallback ? { text: fallback } : { key: 'toast.error' }
}
