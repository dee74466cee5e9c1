import { translate } from '#renderer/locale/translate.ts'
import { retractToasts, showToast } from '#renderer/ui/toast-store.ts'

/** How long an answer is waited for; what is sent again after it keeps its key, so it happens once. */
export const answerTimeoutMs = 120_000
export const slowAfterMs = 10_000

const about = 'a slow answer'
const slow = new Set<Promise<unknown>>()

/** Says that what was sent is still without an answer, from 10 s on and as long as it is. */
export function tellWhenSlow(sending: Promise<unknown>): void {
  const timer = setTimeout(() => {
    slow.add(sending)
    showToast({ tone: 'warning', text: translate('errors.slow'), about, lasting: true })
  }, slowAfterMs)
  const end = () => {
    clearTimeout(timer)
    if (slow.delete(sending) && slow.size === 0) retractToasts(about)
  }
  sending.then(end, end)
}
