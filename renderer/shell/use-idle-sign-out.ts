import { useEffect } from 'react'
import { signOut } from '#renderer/account/sign-out.ts'
import { callNamed } from '#renderer/api/call.ts'
import { loginPath } from '#renderer/api/end-on-failure.ts'
import { useSiteSettings } from '#renderer/api/site-settings.ts'
import { ask } from '#renderer/dialog/modal-store.ts'
import { translate } from '#renderer/locale/translate.ts'
import { idleMinutes, idleState, lastActivity, noteActivity } from '#renderer/session/idle.ts'
import { rememberRoute } from '#renderer/session/sign-in.ts'
import { currentPath, goTo } from '#renderer/ui/navigator.ts'
import { showToast } from '#renderer/ui/toast-store.ts'

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** How often activity is written down, and how often it is looked at. */
const noteEveryMs = 2000
const lookEveryMs = 1000
/** So often in that time the server, which counts by calls, is told that somebody is there. */
const beatsPerLimit = 10

/**
 * Signs out whoever does nothing in any tab for as long as the site's setting says, after a question in the last minute. What is typed in
 * forms stays as drafts of that user, and the page is opened again after the next sign-in.
 */
export function useIdleSignOut(): void {
  const minutes = idleMinutes(useSiteSettings().values.idle_minutes)
  useEffect(() => {
    if (minutes === undefined) return undefined
    const limitMs = minutes * 60_000
    let noted = 0
    let answered: (() => void) | undefined
    let isLeaving = false
    let beatAt = Date.now()
    /** What is done without a call, such as typing, is activity too. */
    const beat = (now: number) => {
      if (lastActivity() <= beatAt || now - beatAt < limitMs / beatsPerLimit) return
      beatAt = now
      void callNamed('check-token', { background: true }).catch(() => undefined)
    }
    const note = () => {
      const now = Date.now()
      if (now - noted < noteEveryMs) return
      noted = now
      noteActivity(now)
    }
    const question = () => {
      const isOver = new Promise<void>((resolve) => (answered = resolve))
      const text = translate('shell.idle.text', { minutes })
      void ask(
        { title: translate('shell.idle.title'), text, ok: translate('shell.idle.stay'), cancel: translate('shell.idle.leave') },
        isOver,
      ).then((stays) => {
        answered = undefined
        if (isLeaving) return
        if (stays) noteActivity(Date.now())
        else void leave()
      })
    }
    const look = () => {
      const state = idleState(Date.now() - lastActivity(), limitMs)
      if (state === 'over') {
        isLeaving = true
        answered?.()
        clearInterval(timer)
        void leave().then(() => showToast({ tone: 'warning', text: translate('shell.idle.ended', { minutes }) }))
      } else if (state === 'warning') {
        if (!answered) question()
      } else answered?.()
      if (state !== 'over') beat(Date.now())
    }
    noteActivity(Date.now())
    const timer = setInterval(look, lookEveryMs)
    for (const sign of signs) window.addEventListener(sign, note, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) window.removeEventListener(sign, note, { capture: true })
    }
  }, [minutes])
}

async function leave(): Promise<void> {
  const path = currentPath()
  await signOut()
  rememberRoute(path)
  goTo(loginPath, { replace: true })
}
