import { isCancelled, type CallFailure } from '#renderer/api/call-failure.ts'
import { failureText } from '#renderer/api/error-catalogue.ts'
import { translate } from '#renderer/locale/translate.ts'

/** What a failed call is told with; undefined where nothing is told. */
export function failureSentence(failure: CallFailure | undefined): string | undefined {
  const message = failure && !isCancelled(failure) ? failureText(failure) : null
  if (message === null) return undefined
  return 'text' in message ? message.text : 'key' in message ? translate(message.key) : message.list.join(' ')
}
