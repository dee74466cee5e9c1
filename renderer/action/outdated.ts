import type { CallFailure } from '#renderer/api/call-failure.ts'
import { failureText } from '#renderer/api/error-catalogue.ts'
import { translate } from '#renderer/locale/translate.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { refresh } from '#renderer/api/refresh.ts'

const codes = new Set<string | number>(['stale-version', 'precondition-failed', 'not-found'])

/** True when what is shown is not what the server has: repeating the same would fail the same. */
export const isOutdated = ({ errorCode }: Pick<CallFailure, 'errorCode'>): boolean => codes.has(errorCode)

/** Reads again what was acted on. The modal that asked stays, with what is typed in it. */
export function renewOutdated({ row }: ActionContext): void {
  if (row) refresh('row', { id: row.id })
  else refresh('screen')
}

/** Says what the server says, or what the document has for it, and where things now show how they are. */
export function tellOutdated(
  failure: CallFailure,
  { row, close }: ActionContext,
  { own, about }: { own?: string; about?: string } = {},
): void {
  const message = failureText(failure)
  const sentence = message !== null && 'text' in message ? message.text : translate('toast.error')
  const renewed = translate(close ? 'action.modal_stays' : row ? 'action.row_renewed' : 'action.page_renewed')
  showToast({ tone: 'warning', about, text: own ?? sentence, list: own && failure.userMessage ? [sentence, renewed] : [renewed] })
}
