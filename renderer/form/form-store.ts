import { createStore } from 'zustand/vanilla'
import { rebase } from './rebase.ts'
import { formatPath, getAt, isSame, parsePath, setAt, type PathList } from './path.ts'

export type Data = Record<string, unknown>
export type Messages = Record<string, string[]>

export interface FormState {
  data: Data
  /** What is stored on the server, as far as the form knows. */
  baseline: Data
  /** What the rules say about the present data. */
  problems: Messages
  /** What the server refused, until the field changes. */
  refused: Messages
  /** Sentences that belong to no field. */
  general: string[]
  /** Fields whose problems are shown although nothing was submitted yet. */
  touched: ReadonlySet<string>
  attempted: boolean
  submitting: boolean
  /** What was sent last got no answer: sending it again is the way on. */
  unanswered: boolean
  /** Something typed has not reached `data` yet. */
  typing: boolean
}

/**
 * The one home of a form's data. Fields hand their value over with `commit`; what is being typed waits in `pending`
 * until then, and `flush` takes all of it over at once.
 */
export function createFormStore(initial: Data, firstCheck: (data: Data) => Messages, unsaved: Data = {}) {
  let check = firstCheck
  const opened = { ...initial, ...unsaved }
  const store = createStore<FormState>(() => ({ data: opened, baseline: initial, problems: check(opened), refused: {}, general: [], touched: new Set(), attempted: false, submitting: false, unanswered: false, typing: false }))
  const pending = new Map<string, () => void>()

  function write(data: Data, path: string | undefined): void {
    store.setState((state) => ({ data, typing: pending.size > 0, problems: check(data), refused: path === undefined ? state.refused : without(state.refused, path) }))
  }

  return {
    ...store,
    pending,
    commit(path: PathList, value: unknown): void {
      const { data } = store.getState()
      if (Object.is(getAt(data, path), value)) { store.setState({ typing: pending.size > 0 }); return }
      write(setAt(data, path, value), formatPath(path))
    },
    replace: (data: Data): void => write(data, undefined),
    flush(): void {
      for (const commit of [...pending.values()]) commit()
      pending.clear()
    },
    touch(path: string): void {
      if (!store.getState().touched.has(path)) store.setState((state) => ({ touched: new Set(state.touched).add(path) }))
    },
    /** Data and server agree from here on, with what the server answered where it answered something. */
    settle(baseline: Data, data: Data = baseline): void {
      store.setState({ baseline, data, problems: check(data), refused: {}, general: [], touched: new Set(), attempted: false })
    },
    /** A newer record came in; what is unsaved stays unsaved over it. */
    rebase(fresh: Data): void {
      const { data, baseline } = rebase(store.getState(), fresh)
      store.setState({ data, baseline, problems: check(data) })
    },
    /** A field began to hold something that the form does not have yet: the form is dirty from here on. */
    noteTyping: (): void => { if (!store.getState().typing) store.setState({ typing: true }) },
    setCheck: (next: (data: Data) => Messages): void => { check = next },
    recheck: (): void => store.setState((state) => ({ problems: check(state.data) })),
    isDirty: (): boolean => pending.size > 0 || !isSame(store.getState().data, store.getState().baseline),
    /** What is shown beside a field. */
    messages(path: string): string[] { return messagesOf(store.getState(), path) },
  }
}

export type FormStore = ReturnType<typeof createFormStore>

const none: string[] = []

/** Sentences of a place; with `deep` also of what lies under it, for a control that draws all of its value. */
export function messagesOf(state: FormState, path: string, deep = false): string[] {
  const shown = state.attempted || state.touched.has(path)
  const found = [...(state.refused[path] ?? none), ...(shown ? (state.problems[path] ?? none) : none)]
  if (deep) {
    const under = (messages: Messages): string[] => Object.entries(messages).flatMap(([key, texts]) => (key.startsWith(`${path}.`) ? texts : none))
    found.push(...under(state.refused), ...(shown ? under(state.problems) : none))
  }
  return found.length === 0 ? none : [...new Set(found)]
}

/** A change of a field answers what the server said about it and about what it holds. */
function without(messages: Messages, path: string): Messages {
  const kept = Object.entries(messages).filter(([key]) => key !== path && !key.startsWith(`${path}.`) && !path.startsWith(`${key}.`))
  return kept.length === Object.keys(messages).length ? messages : Object.fromEntries(kept)
}

/** Fields that differ from what is stored, by path of the first level. */
export const changedFields = (state: FormState): string[] =>
  [...new Set([...Object.keys(state.data), ...Object.keys(state.baseline)])].filter((key) => !isSame(getAt(state.data, parsePath(key)), getAt(state.baseline, parsePath(key))))
