import { createStore } from 'zustand/vanilla'
import { messagesOf, withFaults, without } from './form-messages.ts'
import { createHistory, type Change, type Step } from './form-history.ts'
import { movedFields } from './moved-fields.ts'
import { noLive, type Live, type LiveOptions } from '#renderer/form/live/create-live.ts'
import { rebase } from '#renderer/form/conflict/rebase.ts'
import { formatPath, getAt, isSame, parsePath, setAt, type PathList } from './path.ts'

export type Data = Record<string, unknown>
export type Messages = Record<string, string[]>

export interface FormState {
  data: Data
  /** The data with a value that is still typed, and with what is computed of it; undefined while nothing is. */
  preview: Data | undefined
  /** Fields that are computed whatever is typed. */
  computed: ReadonlySet<string>
  /** The data on the server, as far as the form knows. */
  baseline: Data
  /** Messages of the rules for the current data. */
  problems: Messages
  /** Messages of the server, until the field changes. */
  refused: Messages
  /** Sentences that belong to no field. */
  general: string[]
  /** Fields whose problems are shown although nothing was submitted yet. */
  touched: ReadonlySet<string>
  attempted: boolean
  submitting: boolean
  /** The last save got no response, so it should be sent again. */
  unanswered: boolean
  /** Something typed has not reached `data` yet. */
  typing: boolean
  /** How many steps can be undone, and done again. */
  undoable: number
  redoable: number
  /** Paths of fields with a running check elsewhere. */
  checking: ReadonlySet<string>
  /** Something that belongs to the data is still on its way, e.g. a file: sending waits for it. */
  working: boolean
  /** How often a field, by the first step of its path, was reset: its controls then drop their own state. */
  renewals: Readonly<Record<string, number>>
}

/** The data as it is shown where sums follow what is typed. */
export const shownData = ({ data, preview }: Pick<FormState, 'data' | 'preview'>): Data => preview ?? data

/** Validates data, given the stored data. */
export type Check = (data: Data, baseline: Data) => Messages

/**
 * The single store of a form's data. Fields pass their value to `commit`; text being typed waits in `pending`, and
 * `flush` commits all of it.
 */
export function createFormStore(initial: Data, firstCheck: Check, unsaved: Data = {}, now: () => number = Date.now) {
  let rules = firstCheck
  let derive = (data: Data): Data => data
  let live: Live = noLive
  const faults = new Map<string, string>()
  const check: Check = (data, baseline) => (faults.size === 0 ? rules(data, baseline) : withFaults(rules(data, baseline), faults))
  const opened = { ...initial, ...unsaved }
  const store = createStore<FormState>(() => ({
    data: opened,
    preview: undefined,
    computed: live.computed,
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
  /** Running work, and the field that it belongs to. */
  const work = new Map<Promise<unknown>, string>()
  const waiting = new Set<(whole: boolean) => void>()

  function write(data: Data, path: string | undefined): void {
    store.setState((state) => ({
      data,
      preview: undefined,
      typing: pending.size > 0,
      problems: check(data, state.baseline),
      refused: path === undefined ? state.refused : without(state.refused, path),
      undoable: history.undoable,
      redoable: history.redoable,
    }))
  }

  /** Data with the values that conditions set and formulas have, and what conditions changed of it. */
  function derived(before: Data, next: Data, options: LiveOptions): { data: Data; set: Change[]; proposals: Change[] } {
    const { baseline } = store.getState()
    const first = derive(next)
    const computed = live.compute(before, first, baseline, options)
    // A condition may be about what was computed.
    const second = derive(computed.data)
    const set = [...changesBetween(next, first), ...changesBetween(computed.data, second)]
    if (second === computed.data) return { ...computed, set }
    const last = live.compute(computed.data, second, baseline, options)
    return { data: last.data, set, proposals: [...computed.proposals, ...last.proposals] }
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
    const written = (path: PathList, value: unknown) => (typeof value === 'object' ? live.written(path, value) : value)
    const fits = changes.every(({ path, before }) => isSame(written(path, getAt(data, path)), written(path, before)))
    if (!fits) history.clear()
    const next = fits ? changes.reduce((present, { path, after }) => setAt(present, path, after), data) : data
    write(
      live.compute(data, next, store.getState().baseline, { isWhole: true }).data,
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
      const { data: next, set, proposals } = derived(data, setAt(data, path, value), { proposes: true })
      // What is proposed inside of a value that changed as a whole is part of it.
      const others = proposals.filter((change) => !isInside(change.path, path))
      history.note([{ path, before, after: others.length < proposals.length ? getAt(next, path) : value }, ...set, ...others])
      write(next, formatPath(path))
      live.ask()
    },
    /** A value is being typed: what is computed of it is shown, and nothing else follows yet. Without arguments it no longer is. */
    preview(path?: PathList, value?: unknown): void {
      const { data, baseline, preview } = store.getState()
      if (path === undefined) {
        if (preview) store.setState({ preview: undefined })
      } else if (live.follows(path)) store.setState({ preview: live.compute(data, setAt(data, path, value), baseline).data })
    },
    /** Values of other records have arrived, and what waited for them is computed. */
    computeArrived(): void {
      const { data, baseline } = store.getState()
      const { data: next, proposals } = live.compute(data, data, baseline, { proposes: true, hasArrived: true })
      const isUntouched = next !== data && isSame(data, baseline)
      history.extend(proposals)
      const known = isUntouched ? next : baseline
      store.setState({ data: next, baseline: known, problems: check(next, known) })
      live.ask()
    },
    setLive(next: Live): void {
      live = next
      store.setState({ computed: live.computed })
    },
    replace(given: Data): void {
      const before = store.getState().data
      const { data } = derived(before, given, { isWhole: true })
      history.note(changesBetween(before, data).filter(({ path: [field] }) => field !== 'version' && !live.computed.has(String(field))))
      write(data, undefined)
      live.ask()
    },
    flush,
    /** Undoes the last step and returns it, if there is one. */
    undo: (): Step | undefined => step('back'),
    redo: (): Step | undefined => step('forward'),
    touch(path: string): void {
      history.close()
      if (!store.getState().touched.has(path)) store.setState((state) => ({ touched: new Set(state.touched).add(path) }))
    },
    touchAll(paths: readonly string[]): void {
      history.close()
      store.setState((state) => ({ touched: new Set([...state.touched, ...paths]) }))
    },
    /** Marks the data as stored, with the values from the server's response if it contains any. */
    settle(baseline: Data, data: Data = baseline): void {
      // The steps are based on the form's current data; after another record or a reset there are none.
      if (differing(store.getState().data, data).some(history.holds)) history.clear()
      store.setState({
        baseline,
        data,
        preview: undefined,
        problems: check(data, baseline),
        refused: {},
        general: [],
        touched: new Set(),
        attempted: false,
        undoable: history.undoable,
        redoable: history.redoable,
      })
    },
    /** The server already stores this value, because a field's own call saved it; `version` is the record's version since. */
    noteStored(path: PathList, value: unknown, version?: number): void {
      const known = version === undefined ? {} : { version }
      const { data, baseline } = store.getState()
      const [present, stored] = [
        { ...setAt(data, path, value), ...known },
        { ...setAt(baseline, path, value), ...known },
      ]
      store.setState({ data: present, baseline: stored, problems: check(present, stored) })
    },
    /** Fields have other names since a publication: what is typed and what is stored moves along. What was typed counts. */
    rename(renamed: Readonly<Record<string, string>> = {}): void {
      const { data, baseline } = store.getState()
      const moved = movedFields(renamed, data, baseline)
      if (moved) store.setState({ ...moved, problems: check(moved.data, moved.baseline) })
    },
    /** A newer record has arrived; unsaved changes stay on top of it. */
    rebase(fresh: Data): void {
      const { data: rebased, baseline } = rebase(store.getState(), fresh, live.computed)
      const { data } = live.compute(fresh, rebased, baseline, { isWhole: true })
      store.setState({ data, preview: undefined, baseline, problems: check(data, baseline) })
    },
    /** A field began to hold something that the form does not have yet: the form is dirty from here on. */
    noteTyping: (): void => {
      if (!store.getState().typing) store.setState({ typing: true })
    },
    setCheck: (next: Check): void => {
      rules = next
    },
    /** Sets a function for derived values, called after every change; it returns the same object if nothing changes. */
    setDerive: (next: (data: Data) => Data): void => {
      derive = next
    },
    /** Discards everything that is not stored: typed text, running work, invalid text in controls. */
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
    /** Blocks saving until the work of a field has ended, successfully or not. Work that ends with `false` was cancelled. */
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
    /** Resolves when no work is running, including work added in the meantime; false as soon as some of it was cancelled. */
    whenWorkEnds: (): Promise<boolean> =>
      work.size === 0
        ? Promise.resolve(true)
        : new Promise((resolve) => {
            waiting.add(resolve)
          }),
    /** Sets the error that a field itself reports, in addition to the rules; undefined removes it. */
    setFault(path: string, message: string | undefined): void {
      if (faults.get(path) === message) return
      if (message === undefined) faults.delete(path)
      else faults.set(path, message)
      store.setState((state) => ({ problems: check(state.data, state.baseline) }))
    },
    recheck: (): void => store.setState((state) => ({ problems: check(state.data, state.baseline) })),
    isDirty: (): boolean =>
      pending.size > 0 || work.size > 0 || faults.size > 0 || !isSame(store.getState().data, store.getState().baseline),
    /** Messages shown next to a field. */
    messages(path: string): string[] {
      return messagesOf(store.getState(), path)
    },
  }
}

export type FormStore = ReturnType<typeof createFormStore>

const changed = new WeakMap<Data, { baseline: Data; fields: string[] }>()

/** Fields that differ from the stored data, by their first path step. */
export function changedFields({ data, baseline, computed }: Pick<FormState, 'data' | 'baseline' | 'computed'>): string[] {
  const known = changed.get(data)
  if (known?.baseline === baseline) return known.fields
  const fields = differing(data, baseline).filter((field) => !computed.has(field))
  changed.set(data, { baseline, fields })
  return fields
}

const isInside = (path: PathList, around: PathList): boolean =>
  path.length > around.length && around.every((step, at) => step === path[at])

const changesBetween = (before: Data, after: Data): { path: string[]; before: unknown; after: unknown }[] =>
  before === after ? [] : differing(before, after).map((field) => ({ path: [field], before: before[field], after: after[field] }))

const differing = (one: Data, other: Data): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !isSame(getAt(one, [key]), getAt(other, [key])))
