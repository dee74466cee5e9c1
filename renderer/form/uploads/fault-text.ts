import { formatFileSize } from '#schemas/rules/numbers/file-size.ts'
import type { LocaleFormats } from '#renderer/locale/use-locale.ts'
import type { FileFault } from './check-files.ts'

/** Kept apart from the sentence around it: a Latin name neither turns nor scrambles a Persian one. */
const apart = (text: string): string => `\u2068${text}\u2069`

/** A sentence about a file that may not be sent; sizes in the units and digits of the locale. */
export function faultText(fault: FileFault, { t, locale, formatNumber }: Pick<LocaleFormats, 't' | 'locale' | 'formatNumber'>): string {
  switch (fault.kind) {
    case 'size':
      return t('form.upload.too_large', {
        name: apart(fault.name),
        size: formatFileSize(fault.size, locale, { atLeast: fault.max }),
        max: formatFileSize(fault.max, locale),
      })
    case 'type':
      return t('form.upload.wrong_type', { name: apart(fault.name), types: apart(fault.types.join(', ')) })
    case 'empty':
      return t('form.upload.empty_file', { name: apart(fault.name) })
    case 'count':
      return t(fault.max > 1 && fault.room < fault.max ? 'form.upload.over_room' : 'form.upload.over', {
        count: fault.max,
        max: formatNumber(fault.max),
        chosen: formatNumber(fault.chosen),
        room: formatNumber(fault.room),
      })
  }
}
