import { leavePage } from './publication.ts'

/**
 * What belongs to the open route: its access ticket and the controller that cancels its calls. A change of path, however
 * it came about, starts a new scope at the next call or at the next `enterRoute`, whichever is first.
 */
let path: string | null = null
let controller = new AbortController()
let ticket: string | null = null

/** Starts a new scope when the path is another one: calls of the old route are cancelled, its ticket is dropped. */
export function enterRoute(now = window.location.pathname): void {
  if (path === now) return
  if (path !== null) {
    controller.abort()
    leavePage()
  }
  path = now
  controller = new AbortController()
  ticket = null
}

/** What belongs to the session: the frame, polls, prefetches. */
let sessionController = new AbortController()

export const sessionSignal = (): AbortSignal => sessionController.signal

/** Cancels whatever the session still waits for, that of the open route included. */
export function cancelSessionCalls(): void {
  controller.abort()
  controller = new AbortController()
  sessionController.abort()
  sessionController = new AbortController()
}

export function routeScope() {
  enterRoute()
  const { signal } = controller
  return {
    signal,
    ticket,
    /** Keeps a ticket unless the route has changed since the call went out. */
    keepTicket(next: string) {
      if (!signal.aborted) ticket = next
    },
  }
}
