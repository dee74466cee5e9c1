import { useEffect, useRef } from 'react'
import { isShortcut } from '#renderer/ui/shortcuts.ts'
import type { FormStore } from '#renderer/form/data/form-store.ts'
import { hasKeys } from '#renderer/form/data/has-keys.ts'
import { guardUnsaved } from '#renderer/dialog/unsaved.ts'

interface PageGuard {
  enabled: boolean
  /** Whether the keys save it: the buttons of a modal are its own. */
  saves: boolean
  store: FormStore
  idPrefix: string
  submit: () => Promise<void>
  forget: () => void
  /** Whether unsaved data stays as a draft when the session ends. */
  keepsDraft: () => boolean
}

/** Additional behaviour of a form on a page of its own: it asks before the page is left, and saves on Ctrl/⌘+S. */
export function usePageGuard({ enabled, saves, store, idPrefix, submit, forget, keepsDraft }: PageGuard): void {
  const latest = useRef({ submit, forget, keepsDraft })
  useEffect(() => {
    latest.current = { submit, forget, keepsDraft }
  })

  useEffect(() => {
    if (!enabled) return
    return guardUnsaved({
      // Text that was typed and changed back is not lost.
      isDirty: () => {
        store.flush()
        return store.isDirty()
      },
      saving: () => answerOf(store),
      discard: () => {
        store.discard()
        latest.current.forget()
      },
      keepsDraft: () => latest.current.keepsDraft(),
    })
  }, [enabled, store])

  useEffect(() => {
    if (!saves) return
    const save = (event: KeyboardEvent): void => {
      if (!isShortcut(event, 'save') || !hasKeys(idPrefix)) return
      event.preventDefault()
      void latest.current.submit()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  }, [saves, idPrefix])
}

/** Resolves when the form's save is answered, and null when none is out. */
function answerOf(store: FormStore): Promise<void> | null {
  if (!store.getState().submitting) return null
  return new Promise((resolve) => {
    const stop = store.subscribe(({ submitting }) => {
      if (submitting) return
      stop()
      resolve()
    })
  })
}
