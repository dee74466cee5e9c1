import { translate } from '#renderer/locale/translate.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { LongText } from '#renderer/form/controls/lazy-controls.ts'
import type { FormStore } from '#renderer/form/data/form-store.ts'
import { schemaAt, typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { isTextField } from '#renderer/form/data/native-undo.ts'
import { parsePath } from '#renderer/form/data/path.ts'

/** In characters. The browser lays out a longer text as a whole on each key, so that a native text field freezes for seconds. */
export const mostInTextField = 20_000

/** Whether a value is a text that is drawn a part at a time. */
export const isLongText = (value: unknown): value is string => typeof value === 'string' && value.length > mostInTextField

/**
 * Handles a long text that is pasted or dropped into a text field, before the field has to lay it out. In a field that
 * is not a text value (a search, a number), only as much as fits is inserted. True if it was handled.
 */
export function takeLongText(target: EventTarget | null, text: string, schema: FieldSchema, store: FormStore): boolean {
  if (!isTextField(target) || target.readOnly || target.disabled) return false
  const { selectionStart, selectionEnd, value } = target
  const from = selectionStart ?? value.length
  const to = selectionEnd ?? value.length
  if (value.length - (to - from) + text.length <= mostInTextField) return false
  const plain = target instanceof HTMLTextAreaElement ? text.replace(/\r\n?/g, '\n') : text.replace(/[\r\n]+/g, ' ')
  const path = parsePath(target.name)
  const field = target.name === '' ? undefined : schemaAt(schema, path)
  if (field && typeOf(field) === 'string' && target.type !== 'password') {
    const next = value.slice(0, from) + plain + value.slice(to)
    store.hold(
      LongText.preload().then(() => {
        store.flush()
        store.commit(path, next)
      }),
      target.name,
    )
  } else {
    document.execCommand('insertText', false, plain.slice(0, mostInTextField - value.length + (to - from)))
    showToast({ tone: 'warning', text: translate('form.long_text.cut') })
  }
  return true
}
