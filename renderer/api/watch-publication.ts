import { currentSession, isSignedIn } from '#renderer/session/session.ts'
import { callNamed } from './call.ts'

const pollMs = 15_000
const developerPollMs = 5_000

/** Asks for the counter of publications now and then while the page is seen, and at once when it is looked at again. */
export function watchPublication(): () => void {
  let timer: ReturnType<typeof setTimeout>
  const next = () => {
    timer = setTimeout(poll, currentSession().isDeveloper ? developerPollMs : pollMs)
  }
  const poll = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible' && isSignedIn()) callNamed('publication', { background: true }).then(next, next)
    else next()
  }
  const onSeen = () => {
    if (document.visibilityState === 'visible') poll()
  }
  next()
  document.addEventListener('visibilitychange', onSeen)
  window.addEventListener('focus', onSeen)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onSeen)
    window.removeEventListener('focus', onSeen)
  }
}
