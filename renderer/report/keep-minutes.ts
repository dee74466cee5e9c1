import { isPublicCall } from '#renderer/api/public-calls.ts'
import { isSignedIn, useSessionStore } from '#renderer/session/session.ts'
import { createLastMinutes, type HeldSession } from './last-minutes.ts'
import { watchAnswers } from './watch-answers.ts'

const minutes = createLastMinutes()
let endAnswers: (() => void) | undefined
let endSteps: (() => void) | undefined
let wanted = false

/** Calls that a report makes itself. */
const ownCalls = new Set(['problem-report-send'])

function holdAnswers(): void {
  endAnswers ??= watchAnswers({
    called: (name) => ((isSignedIn() || isPublicCall(name)) && !ownCalls.has(name) ? minutes.called() : undefined),
  })
}

/** Holds answers from the first call of the page on: the layout, which says whether it may, comes later. Another user begins anew. */
export function startMinutes(): void {
  holdAnswers()
  let user = useSessionStore.getState().auth.user?.id
  useSessionStore.subscribe(({ auth }) => {
    if (auth.user?.id === user) return
    user = auth.user?.id
    // What is answered the same to everybody is not asked for again.
    minutes.clear(isPublicCall)
  })
}

/** Goes on where the site allows it, and forgets everything where it does not. */
export function allowMinutes(isAllowed: boolean): void {
  wanted = isAllowed
  if (!isAllowed) {
    endAnswers?.()
    endSteps?.()
    endAnswers = endSteps = undefined
    minutes.clear()
    return
  }
  holdAnswers()
  void import('#schemas/fixtures/observe-steps.ts').then(({ observeSteps }) => {
    if (wanted && !endSteps) endSteps = observeSteps(minutes.observe).stop
  })
}

/** What is held of the last minutes; undefined where the site does not allow it. */
export const heldMinutes = (): HeldSession | undefined => (wanted ? minutes.take() : undefined)
