import type { CallFailure } from '#renderer/api/call-failure.ts'
import { failureText } from '#renderer/api/error-catalogue.ts'
import { translate } from '#renderer/locale/translate.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { refresh } from '#renderer/api/refresh.ts'

const codes = new Set<string | number>(['stale-version', 'precondition-failed', 'not-found'])

/** Whether the displayed data is outdated, so that repeating the call would fail in the same way. */
export const isOutdated = ({ errorCode }: Pick<CallFailure, 'errorCode'>): boolean => codes.has(errorCode)

/** Whether the record was in another state than the one that is displayed: the server names its lifecycle. */
export const isOtherState = ({ metadata }: Pick<CallFailure, 'metadata'>): boolean => metadata.lifecycle !== undefined

/** Reads the data of the action again. The modal of the action stays, with its typed text. */
export function renewOutdated({ row }: ActionContext): void {
  if (row) refresh('row', { id: row.id })
  else refresh('screen')
}

/** Shows the server's or the document's message, and that the data has been read again. */
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
