import { failureText } from '#renderer/api/error-catalogue.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { activeLocale } from '#renderer/locale/active-locale.ts'
import { translate } from '#renderer/locale/translate.ts'
import { localeFormats } from '#renderer/locale/use-locale.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { FileFault } from './check-files.ts'
import { faultText } from './fault-text.ts'

/** Lists the files that may not be sent in one toast, and returns its sentences. `about` names the field. */
export function tellFaults(faults: readonly FileFault[], about: string): string[] {
  const formats = localeFormats(activeLocale(), 'UTC')
  const texts = faults.map((fault) => faultText(fault, formats))
  if (texts.length > 0)
    showToast({
      tone: 'danger',
      about: `upload ${about}`,
      text: texts.length === 1 ? texts[0]! : translate('form.upload.refused'),
      list: texts.length === 1 ? undefined : texts.slice(0, 5),
    })
  return texts
}

/** Tells by a toast that a file did not get to the server. */
export function tellFailure(file: Pick<File, 'name'>, failure: CallFailure): void {
  showToast({ tone: 'danger', about: `upload ${file.name}`, text: file.name, list: [uploadFailureText(failure)] })
}

/** Sentence about a file that did not get to the server. */
export function uploadFailureText(failure: CallFailure): string {
  const message = failureText(failure)
  if (message === null) return ''
  if ('list' in message) return message.list.join(' ')
  return 'key' in message ? translate(message.key) : message.text
}
