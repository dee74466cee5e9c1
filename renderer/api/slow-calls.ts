import { translate } from '#renderer/locale/translate.ts'
import { retractToasts, showToast } from '#renderer/ui/toast-store.ts'

/** How long to wait for a response. A request that is sent again afterwards keeps its key, so it is processed once. */
export const answerTimeoutMs = 120_000
export const slowAfterMs = 10_000

const about = 'a slow answer'
const slow = new Set<Promise<unknown>>()

/** Shows a notice while a request has no response for more than 10 s. */
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
