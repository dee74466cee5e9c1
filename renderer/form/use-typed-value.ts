import { useCallback, useEffect, useRef, useState } from 'react'
import { useFormScope } from './form-context.ts'
import { formatPath, type PathList } from './path.ts'

const idleMs = 250

/**
 * The value of one field, over the one that the form has: what is being typed stays here and reaches the form on
 * `commit`, after 250 ms without a change, before a submit, or when the field goes away. A key press thus costs this
 * field only. `discard` gives up what did not reach the form.
 */
export function useTypedValue(path: PathList, committed: unknown): { value: unknown; change: (value: unknown) => void; commit: () => boolean; discard: () => void } {
  const { store } = useFormScope()
  const key = formatPath(path)
  const typed = useRef<{ value: unknown } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState<{ value: unknown } | null>(null)
  const place = useRef(path)
  useEffect(() => { place.current = path })

  const commit = useCallback((): boolean => {
    clearTimeout(timer.current)
    store.pending.delete(key)
    if (!typed.current) return false
    const { value } = typed.current
    typed.current = null
    store.commit(place.current, value)
    setShown(null)
    return true
  }, [store, key])

  const change = useCallback((value: unknown): void => {
    typed.current = { value }
    store.pending.set(key, commit)
    store.noteTyping()
    clearTimeout(timer.current)
    timer.current = setTimeout(commit, idleMs)
    setShown(typed.current)
  }, [store, key, commit])

  const discard = useCallback((): void => {
    clearTimeout(timer.current)
    store.pending.delete(key)
    typed.current = null
    setShown(null)
  }, [store, key])

  useEffect(() => () => { commit() }, [commit])

  return { value: shown ? shown.value : committed, change, commit, discard }
}
