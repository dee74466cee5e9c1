import { flushSync } from 'react-dom'
import { create } from 'zustand'
import { purgeAnswers } from '#renderer/api/use-call.ts'
import { showLocale } from '#renderer/locale/translate.ts'
import { goTo } from '#renderer/ui/navigator.ts'
import { panelConfig } from '#renderer/session/config.ts'

/** True while one user follows another on the same page: no frame is drawn then, so that the next holds nothing of the last. */
export const useSuccession = create<{ changing: boolean }>()(() => ({ changing: false }))

/**
 * Goes on at a path as the user who has just become the session's: on a fresh page, except where the token lives in
 * memory alone (`token_use` off) and would not outlive one; then every answer of the former user is forgotten.
 */
export async function continueAt(path: string): Promise<void> {
  if (panelConfig.token_use) {
    window.location.assign(path)
    return
  }
  flushSync(() => useSuccession.setState({ changing: true }))
  await showLocale()
  await purgeAnswers({ again: true })
  goTo(path)
  useSuccession.setState({ changing: false })
}
