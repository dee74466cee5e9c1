import { useCallback, useEffect, useRef, useState } from 'react'
import { useFormScope } from '#renderer/form/form-context.ts'
import { formatPath, type PathList } from '#renderer/form/data/path.ts'

const idleMs = 250

/**
 * The value of one field while it is typed. The text reaches the form on `leave`, after 250 ms without a change, before
 * a submit, or when the field is removed, so that a key press only draws this field. `discard` drops text that has not
 * reached the form.
 */
export function useTypedValue(
  path: PathList,
  committed: unknown,
): { value: unknown; change: (value: unknown) => void; leave: () => boolean; discard: () => void } {
  const { store } = useFormScope()
  const key = formatPath(path)
  const typed = useRef<{ value: unknown } | null>(null)
  const changed = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState<{ value: unknown } | null>(null)
  const place = useRef(path)
  useEffect(() => {
    place.current = path
  })

  const commit = useCallback((): void => {
    clearTimeout(timer.current)
    store.pending.delete(key)
    if (!typed.current) return
    const { value } = typed.current
    typed.current = null
    store.commit(place.current, value)
    setShown(null)
  }, [store, key])

  const change = useCallback(
    (value: unknown): void => {
      typed.current = { value }
      changed.current = true
      store.pending.set(key, commit)
      store.noteTyping()
      store.preview(place.current, value)
      clearTimeout(timer.current)
      timer.current = setTimeout(commit, idleMs)
      setShown(typed.current)
    },
    [store, key, commit],
  )

  const discard = useCallback((): void => {
    clearTimeout(timer.current)
    store.pending.delete(key)
    typed.current = null
    changed.current = false
    store.preview()
    setShown(null)
  }, [store, key])

  /** Commits; true when something was changed since it was left before. */
  const leave = useCallback((): boolean => {
    commit()
    const was = changed.current
    changed.current = false
    return was
  }, [commit])

  useEffect(
    () => () => {
      commit()
    },
    [commit],
  )

  return { value: shown ? shown.value : committed, change, leave, discard }
}
