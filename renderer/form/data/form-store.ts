import { createStore } from 'zustand/vanilla'
import { messagesOf, withFaults, without } from './form-messages.ts'
import { createHistory, type Step } from './form-history.ts'
import { rebase } from '#renderer/form/conflict/rebase.ts'
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
  /** How many steps can be undone, and done again. */
  undoable: number
  redoable: number
  /** Paths of fields about which something is being asked elsewhere. */
  checking: ReadonlySet<string>
  /** Something that belongs to the data is still on its way, e.g. a file: sending waits for it. */
  working: boolean
  /** How often a field, by the first step of its path, was given up: its controls begin anew, without what they hold beside the data. */
  renewals: Readonly<Record<string, number>>
}

/** What is wrong with the data, given what is stored. */
export type Check = (data: Data, baseline: Data) => Messages

/**
 * The one home of a form's data. Fields hand their value over with `commit`; what is being typed waits in `pending`
 * until then, and `flush` takes all of it over at once.
 */
export function createFormStore(initial: Data, firstCheck: Check, unsaved: Data = {}, now: () => number = Date.now) {
  let rules = firstCheck
  let derive = (data: Data): Data => data
  const faults = new Map<string, string>()
  const check: Check = (data, baseline) => (faults.size === 0 ? rules(data, baseline) : withFaults(rules(data, baseline), faults))
  const opened = { ...initial, ...unsaved }
  const store = createStore<FormState>(() => ({
    data: opened,
    baseline: initial,
    problems: check(opened, initial),
    refused: {},
    general: [],
    touched: new Set(),
    attempted: false,
    submitting: false,
    unanswered: false,
    typing: false,
    undoable: 0,
    redoable: 0,
    checking: new Set(),
    working: false,
    renewals: {},
  }))
  const history = createHistory(now)
  const pending = new Map<string, () => void>()
  /** What is on its way, and the field that it belongs to. */
  const work = new Map<Promise<unknown>, string>()
  const waiting = new Set<(whole: boolean) => void>()

  function write(data: Data, path: string | undefined): void {
    store.setState((state) => ({
      data,
      typing: pending.size > 0,
      problems: check(data, state.baseline),
      refused: path === undefined ? state.refused : without(state.refused, path),
      undoable: history.undoable,
      redoable: history.redoable,
    }))
  }

  function flush(): void {
    for (const commit of [...pending.values()]) commit()
    pending.clear()
  }

  function release(whole: boolean): void {
    for (const resolve of waiting) resolve(whole)
    waiting.clear()
  }

  function step(way: 'back' | 'forward'): Step | undefined {
    flush()
    const { data } = store.getState()
    const changes = history[way]()
    if (!changes) return undefined
    const fits = changes.every(({ path, before }) => isSame(getAt(data, path), before))
    if (!fits) history.clear()
    write(
      fits ? changes.reduce((next, { path, after }) => setAt(next, path, after), data) : data,
      changes.length === 1 && changes[0] ? formatPath(changes[0].path) : undefined,
    )
    return fits ? changes : undefined
  }

  return {
    ...store,
    pending,
    commit(path: PathList, value: unknown): void {
      const { data } = store.getState()
      const before = getAt(data, path)
      if (Object.is(before, value)) {
        store.setState({ typing: pending.size > 0 })
        return
      }
      const next = setAt(data, path, value)
      const set = derive(next)
      history.note([{ path, before, after: value }, ...changesBetween(next, set)])
      write(set, formatPath(path))
    },
    replace(given: Data): void {
      const before = store.getState().data
      const data = derive(given)
      history.note(changesBetween(before, data).filter(({ path: [field] }) => field !== 'version'))
      write(data, undefined)
    },
    flush,
    /** Takes the last step back; it is what is answered, none when there is none. */
    undo: (): Step | undefined => step('back'),
    redo: (): Step | undefined => step('forward'),
    touch(path: string): void {
      history.close()
      if (!store.getState().touched.has(path)) store.setState((state) => ({ touched: new Set(state.touched).add(path) }))
    },
    /** Data and server agree from here on, with what the server answered where it answered something. */
    settle(baseline: Data, data: Data = baseline): void {
      // Steps lead from what the form holds; of another record, or of what was given up, there are none.
      if (differing(store.getState().data, data).some(history.holds)) history.clear()
      store.setState({
        baseline,
        data,
        problems: check(data, baseline),
        refused: {},
        general: [],
        touched: new Set(),
        attempted: false,
        undoable: history.undoable,
        redoable: history.redoable,
      })
    },
    /** The server holds this value already, a field of its own stored it; `version` is that of the record since. */
    noteStored(path: PathList, value: unknown, version?: number): void {
      const known = version === undefined ? {} : { version }
      const { data, baseline } = store.getState()
      const [present, stored] = [
        { ...setAt(data, path, value), ...known },
        { ...setAt(baseline, path, value), ...known },
      ]
      store.setState({ data: present, baseline: stored, problems: check(present, stored) })
    },
    /** A newer record came in; what is unsaved stays unsaved over it. */
    rebase(fresh: Data): void {
      const { data, baseline } = rebase(store.getState(), fresh)
      store.setState({ data, baseline, problems: check(data, baseline) })
    },
    /** A field began to hold something that the form does not have yet: the form is dirty from here on. */
    noteTyping: (): void => {
      if (!store.getState().typing) store.setState({ typing: true })
    },
    setCheck: (next: Check): void => {
      rules = next
    },
    /** What follows from the data is put into it at every change from here on; `derive` answers the same object where nothing does. */
    setDerive: (next: (data: Data) => Data): void => {
      derive = next
    },
    /** Gives up all that is not stored: what is typed, on its way, or wrong in a control. */
    discard(): void {
      for (const commit of [...pending.values()]) commit()
      pending.clear()
      const { data, baseline, renewals } = store.getState()
      const discarded = new Set([
        ...differing(data, baseline),
        ...[...faults.keys(), ...work.values()].map((path) => String(parsePath(path)[0] ?? '')),
      ])
      faults.clear()
      work.clear()
      release(false)
      store.setState({
        working: false,
        renewals: { ...renewals, ...Object.fromEntries([...discarded].map((head) => [head, (renewals[head] ?? 0) + 1])) },
      })
      this.settle(baseline)
    },
    /** Keeps the data from being sent until the work of a field has ended, well or not. Work that ends with `false` was given up. */
    hold(promise: Promise<unknown>, path = ''): void {
      work.set(promise, path)
      store.setState({ working: true })
      const end = (result?: unknown): void => {
        work.delete(promise)
        if (work.size === 0) store.setState({ working: false })
        if (result === false || work.size === 0) release(result !== false)
      }
      promise.then(end, () => end())
    },
    /** Resolves when nothing is held any more, whatever was added meanwhile; with false as soon as some of it was given up. */
    whenWorkEnds: (): Promise<boolean> =>
      work.size === 0
        ? Promise.resolve(true)
        : new Promise((resolve) => {
            waiting.add(resolve)
          }),
    /** What a field itself says is wrong with it, beside what the rules say; undefined when it is well again. */
    setFault(path: string, message: string | undefined): void {
      if (faults.get(path) === message) return
      if (message === undefined) faults.delete(path)
      else faults.set(path, message)
      store.setState((state) => ({ problems: check(state.data, state.baseline) }))
    },
    recheck: (): void => store.setState((state) => ({ problems: check(state.data, state.baseline) })),
    isDirty: (): boolean =>
      pending.size > 0 || work.size > 0 || faults.size > 0 || !isSame(store.getState().data, store.getState().baseline),
    /** What is shown beside a field. */
    messages(path: string): string[] {
      return messagesOf(store.getState(), path)
    },
  }
}

export type FormStore = ReturnType<typeof createFormStore>

const changed = new WeakMap<Data, { baseline: Data; fields: string[] }>()

/** Fields that differ from what is stored, by path of the first level. */
export function changedFields({ data, baseline }: Pick<FormState, 'data' | 'baseline'>): string[] {
  const known = changed.get(data)
  if (known?.baseline === baseline) return known.fields
  const fields = differing(data, baseline)
  changed.set(data, { baseline, fields })
  return fields
}

const changesBetween = (before: Data, after: Data): { path: string[]; before: unknown; after: unknown }[] =>
  before === after ? [] : differing(before, after).map((field) => ({ path: [field], before: before[field], after: after[field] }))

const differing = (one: Data, other: Data): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !isSame(getAt(one, [key]), getAt(other, [key])))
