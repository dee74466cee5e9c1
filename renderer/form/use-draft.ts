import { useEffect, useMemo, useRef, useState } from 'react'
import { useSessionStore } from '#renderer/session/session.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { draftKey, readDraft, removeDraft, writeDraft, type Draft } from './draft-store.ts'
import { changedFields, type Data, type FormStore } from './form-store.ts'
import { isSame } from './path.ts'
import { secretFields } from './secret-fields.ts'

const restMs = 500

interface DraftOffer { savedAt: number; restore: () => void; discard: () => void }

/** Keeps unsaved data of a page's form for its user, and offers it when the form is opened again. */
export function useDraft(store: FormStore, form: FormAnswer, enabled: boolean, place = form.name ?? form.entity ?? ''): { offer?: DraftOffer; forget: () => void } {
  const userId = useSessionStore((state) => state.auth.user?.id)
  // The place and the user are those at opening: a forced sign-out changes both before the form goes away.
  const [key] = useState(() => (enabled && userId !== undefined ? draftKey(userId, `${location.pathname}|${place}`) : undefined))
  const [found, setFound] = useState<Draft>()
  // A secret of an earlier version stays one, also when a publication has withdrawn its field.
  const [secrets] = useState(() => new Set<string>())
  const last = useRef<Data | undefined>(undefined)
  const secret = useMemo(() => { for (const field of secretFields(form)) secrets.add(field); return secrets }, [form, secrets])

  useEffect(() => {
    if (key === undefined) return
    let gone = false
    void readDraft(key).then((draft) => {
      if (gone || !draft) return
      const { data } = store.getState()
      if (Object.entries(draft.changes).some(([field, value]) => !isSame(data[field], value))) setFound(draft)
    })
    return () => { gone = true }
  }, [key, store])

  useEffect(() => {
    if (key === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = (): void => {
      clearTimeout(timer)
      const state = store.getState()
      if (state.data === last.current) return
      last.current = state.data
      const changes = Object.fromEntries(changedFields(state).filter((field) => !secret.has(field)).map((field) => [field, state.data[field] ?? null]))
      if (Object.keys(changes).length > 0) void writeDraft(key, { changes, version: typeof state.baseline.version === 'number' ? state.baseline.version : undefined, savedAt: Date.now() })
    }
    const stop = store.subscribe((state, before) => {
      if (state.data === before.data) return
      clearTimeout(timer)
      timer = setTimeout(save, restMs)
    })
    const leave = (): void => { store.flush(); save() }
    window.addEventListener('pagehide', leave)
    return () => {
      stop()
      window.removeEventListener('pagehide', leave)
      if (store.isDirty()) leave()
      clearTimeout(timer)
    }
  }, [key, store, secret])

  const forget = (): void => {
    setFound(undefined)
    last.current = undefined
    if (key !== undefined) void removeDraft(key)
  }
  const restore = (): void => {
    if (!found) return
    const { data, baseline } = store.getState()
    // Saved against the version that the draft was begun on, so that newer changes of others meet the merge.
    if (found.version !== undefined) store.setState({ baseline: { ...baseline, version: found.version } })
    store.replace({ ...data, ...found.changes })
    setFound(undefined)
  }
  return { offer: found && { savedAt: found.savedAt, restore, discard: forget }, forget }
}
