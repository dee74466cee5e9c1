import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { isShortcut } from '#renderer/ui/shortcuts.ts'
import { focusField } from '#renderer/form/validation/error-summary.tsx'
import { idAt, type FormScope } from '#renderer/form/form-context.ts'
import type { Step } from './form-history.ts'
import { hasKeys, otherFormHasKeys } from './has-keys.ts'
import { schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { labelOf } from '#renderer/form/schema/label.ts'
import { purgeTyping, isTextField, undoesItself, watchTyping } from './native-undo.ts'
import { formatPath, formatUiPath, isSame, type PathList } from './path.ts'
import { focusFirst } from '#renderer/ui/focus-first.ts'

/**
 * Undo and redo of the form: Ctrl/⌘+Z, with Shift or Ctrl+Y. A text field with the focus undoes its own typing first.
 * `said` is the announcement for a live region.
 */
export function useUndo({ store, form, idPrefix }: FormScope, enabled: boolean): { said: string; undo: () => void; redo: () => void } {
  const { t } = useLocale()
  const [said, setSaid] = useState('')

  const take = useCallback(
    (way: 'undo' | 'redo'): void => {
      if (store.getState().submitting) return
      let step: Step | undefined
      flushSync(() => {
        step = store[way]()
      })
      const [first] = step ?? []
      if (!first || !step) return
      const top = first.path.slice(0, 1)
      const label = labelOf(
        schemaAt(form.schema as FieldSchema, top) ?? {},
        form.ui?.[formatUiPath(top)] ?? {},
        top,
        String(top[0] ?? ''),
        t,
      )
      setSaid(t(way === 'undo' ? 'form.undo.undone' : 'form.undo.redone', { field: step.length > 1 ? t('form.undo.several') : label }))
      focusChange(idPrefix, first.path, first.before, first.after)
      purgeTyping(document.activeElement)
    },
    [store, form, idPrefix, t],
  )

  useEffect(() => {
    const element = document.getElementById(idPrefix)
    if (!enabled || !element) return
    const stop = watchTyping(element)
    const press = (event: KeyboardEvent): void => {
      const way = isShortcut(event, 'undo') ? 'undo' : isShortcut(event, 'redo') ? 'redo' : null
      if (way === null || undoesItself(document.activeElement, way)) return
      if (hasKeys(idPrefix)) {
        event.preventDefault()
        take(way)
      } else if (!isTextField(document.activeElement) && !otherFormHasKeys(idPrefix)) {
        // Otherwise the browser would undo in a text field behind the dialog.
        event.preventDefault()
      }
    }
    window.addEventListener('keydown', press)
    return () => {
      stop()
      window.removeEventListener('keydown', press)
    }
  }, [enabled, idPrefix, take])

  return { said, undo: useCallback(() => take('undo'), [take]), redo: useCallback(() => take('redo'), [take]) }
}

/** Leads to the field that changed; of a list to the first row that did. */
function focusChange(idPrefix: string, path: PathList, before: unknown, after: unknown): void {
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, present] = [before, after].map((list) => (Array.isArray(list) ? (list as unknown[]) : [])) as [unknown[], unknown[]]
    const parted = present.findIndex((row, at) => !isSame(row, old[at]))
    const row = Math.min(parted < 0 ? present.length : parted, present.length - 1)
    if (row >= 0 && focusFirst(document.getElementById(`${idAt(idPrefix, formatPath(path))}-row-${row}`))) return
  }
  focusField(idPrefix, formatPath(path))
}
