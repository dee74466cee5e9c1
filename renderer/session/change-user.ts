import { create } from 'zustand'
import { forgetAnswers } from '#renderer/api/use-call.ts'
import { showLocale } from '#renderer/locale/translate.ts'
import { goTo } from '#renderer/screen/navigator.ts'
import { panelConfig } from './config.ts'

/** Counts the users who have followed one another on this page: each gets a frame that holds nothing of the one before. */
export const useSuccession = create<{ count: number }>()(() => ({ count: 0 }))

/**
 * Goes on at a path as the user who has just become the session's: on a fresh page, except where the token lives in
 * memory alone (`token_use` off) and would not outlive one; then every answer of the former user is forgotten.
 */
export async function continueAt(path: string): Promise<void> {
  if (panelConfig.token_use) {
    window.location.assign(path)
    return
  }
  await showLocale()
  await forgetAnswers()
  // Only now: a frame that is drawn earlier finds the former user's answers.
  useSuccession.setState(({ count }) => ({ count: count + 1 }))
  goTo(path)
}
