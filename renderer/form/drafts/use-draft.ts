import { useEffect, useMemo, useRef, useState } from 'react'
import { isSignedIn, useSessionStore } from '#renderer/session/session.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { compareDraft } from './draft-offer.ts'
import { holdDraft, isLeftBehind } from './draft-owner.ts'
import { draftKey, readDrafts, removeDraft, writeDraft, type StoredDraft } from './draft-store.ts'
import { changedFields, type Data, type FormStore } from '#renderer/form/data/form-store.ts'
import { schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { isSame } from '#renderer/form/data/path.ts'
import { secretFields } from '#renderer/form/data/secret-fields.ts'

/** From a change to its draft. */
const restMs = 250
/** Somebody who types on without a pause has a draft no older than this. */
const longestMs = 3000

export interface DraftOffer {
  draft: StoredDraft
  /** Restores these fields; the others are discarded. */
  restore: (fields: readonly string[]) => void
  discard: () => void
}

export interface RestoredDraft {
  savedAt: number
  /** Removes the restored values again and offers the draft in a notice. */
  undo: () => void
  dismiss: () => void
}

interface FormDraft {
  offer?: DraftOffer
  /** A draft that was restored without asking, until the user dismisses the notice. */
  restored?: RestoredDraft
  /** Deletes the draft, because the unsaved data was discarded. */
  forget: () => void
  /** The record is stored: its draft goes, and so do those that were offered and not taken. */
  endAll: () => void
  /** The browser has no room for the draft, or does not allow storage. */
  unkept: boolean
  /** Whether the unsaved data survives the end of the session on this device: some of it is not secret, and there is room. */
  keepsDraft: () => boolean
}

const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

/** Keeps unsaved data of a page's form for its user, and offers it when the form is opened again. */
export function useDraft(store: FormStore, form: FormAnswer, enabled: boolean, place = form.name ?? form.entity ?? ''): FormDraft {
  const userId = useSessionStore((state) => state.auth.user?.id)
  // The place and the user are those at opening: a forced sign-out changes both before the form goes away.
  const [key] = useState(() => (enabled && userId !== undefined ? draftKey(userId, `${location.pathname}|${place}`) : undefined))
  const [id] = useState(newId)
  const [found, setFound] = useState<readonly StoredDraft[]>([])
  const [putBack, setPutBack] = useState<{ draft: StoredDraft; before: Data; version: unknown }>()
  const [unkept, setUnkept] = useState(false)
  // A secret of an earlier version stays one, also when a publication has withdrawn its field.
  const [secrets] = useState(() => new Set<string>())
  const secret = useMemo(() => {
    for (const field of secretFields(form)) secrets.add(field)
    return secrets
  }, [form, secrets])
  const last = useRef<Data | undefined>(undefined)
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })

  useEffect(() => {
    if (key === undefined) return
    const leaving = new AbortController()
    const { signal } = leaving
    async function offer(place: string, { id: owner }: StoredDraft): Promise<void> {
      if (owner === id || !(await isLeftBehind(owner, signal))) return
      const draft = (await readDrafts(place)).find((one) => one.id === owner)
      if (!draft || signal.aborted) return
      const { data } = store.getState()
      if (Object.entries(draft.changes).every(([field, value]) => isSame(data[field], value))) void removeDraft(place, owner)
      else if (draft.cutOff && !store.isDirty() && compareDraft(latest.current.schema as FieldSchema, draft, data).gone.length === 0) {
        setPutBack({ draft, before: data, version: store.getState().baseline.version })
        takeOver(store, draft, Object.keys(draft.changes))
        void removeDraft(place, owner)
      } else setFound((before) => [...before.filter((one) => one.id !== owner), draft].sort((a, b) => b.savedAt - a.savedAt))
    }
    void readDrafts(key).then((drafts) => {
      for (const draft of drafts) void offer(key, draft)
    })
    return () => leaving.abort()
  }, [key, id, store])

  useEffect(() => {
    if (key === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let longest: ReturnType<typeof setTimeout> | undefined
    let letGo: (() => void) | undefined
    const save = (cutOff = false): void => {
      clearTimeout(timer)
      const state = store.getState()
      if (state.data === last.current && !cutOff) return
      last.current = state.data
      const changes = Object.fromEntries(
        changedFields(state)
          .filter((field) => !secret.has(field))
          .map((field) => [field, state.data[field] ?? null]),
      )
      if (Object.keys(changes).length === 0) {
        if (letGo) void removeDraft(key, id)
        return
      }
      letGo ??= holdDraft(id)
      const version = typeof state.baseline.version === 'number' ? state.baseline.version : undefined
      void writeDraft(key, id, {
        changes,
        titles: titlesOf(latest.current, changes),
        version,
        savedAt: Date.now(),
        ...(cutOff && { cutOff }),
      }).then((kept) => setUnkept(!kept))
    }
    const stop = store.subscribe((state, before) => {
      if (!state.typing) longest = void clearTimeout(longest)
      else
        longest ??= setTimeout(() => {
          longest = undefined
          store.flush()
        }, longestMs)
      if (state.data === before.data) return
      clearTimeout(timer)
      timer = setTimeout(save, restMs, false)
    })
    const leave = (): void => {
      store.flush()
      save(!isSignedIn())
    }
    const hide = (): void => {
      if (document.visibilityState === 'hidden') leave()
    }
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      stop()
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      if (store.isDirty()) leave()
      clearTimeout(timer)
      clearTimeout(longest)
      letGo?.()
    }
  }, [key, id, store, secret])

  const forget = (): void => {
    last.current = undefined
    setUnkept(false)
    if (key !== undefined) void removeDraft(key, id)
  }
  const [first] = found
  const drop = (draft: StoredDraft): void => {
    setFound((before) => before.filter((one) => one !== draft))
    if (key !== undefined) void removeDraft(key, draft.id)
  }
  const endAll = (): void => {
    forget()
    setPutBack(undefined)
    for (const draft of found) drop(draft)
  }
  const keepsDraft = (): boolean => key !== undefined && !unkept && changedFields(store.getState()).some((field) => !secret.has(field))
  const restored = putBack && {
    savedAt: putBack.draft.savedAt,
    dismiss: () => setPutBack(undefined),
    undo: () => {
      const {
        draft: { cutOff: _, ...draft },
        before,
        version,
      } = putBack
      store.flush()
      store.setState(({ baseline }) => ({ baseline: { ...baseline, version } }))
      store.replace({ ...store.getState().data, ...Object.fromEntries(Object.keys(draft.changes).map((field) => [field, before[field]])) })
      setPutBack(undefined)
      setFound((others) => [draft, ...others])
      if (key !== undefined) void writeDraft(key, draft.id, draft)
    },
  }
  return {
    offer: first && {
      draft: first,
      restore: (fields) => {
        takeOver(store, first, fields)
        drop(first)
      },
      discard: () => drop(first),
    },
    restored,
    forget,
    endAll,
    unkept,
    keepsDraft,
  }
}

/** Puts fields of a draft into the form. */
function takeOver(store: FormStore, draft: StoredDraft, fields: readonly string[]): void {
  const { data, baseline } = store.getState()
  // Saved against the version that the draft was begun on, so that newer changes of others meet the merge.
  if (draft.version !== undefined) store.setState({ baseline: { ...baseline, version: draft.version } })
  store.replace({ ...data, ...Object.fromEntries(fields.map((field) => [field, draft.changes[field]])) })
}

/** Titles of the fields in the reader's language; fields without one are shown by their key. */
function titlesOf({ schema, ui }: FormAnswer, changes: Data): Record<string, string> {
  const titles = Object.keys(changes).map(
    (field) => [field, ui?.[field]?.title ?? schemaAt(schema as FieldSchema, [field])?.title] as const,
  )
  return Object.fromEntries(titles.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
