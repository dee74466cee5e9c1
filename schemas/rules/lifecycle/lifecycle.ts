import { isRecord } from '#schemas/rules/is-record.ts'
import type {
  EntityDocument,
  LifecycleDocument,
  LifecycleDocumentLock,
  LifecycleDocumentState,
  LifecycleDocumentTransition,
} from '#schemas/types/contract.d.ts'

export type State = LifecycleDocumentState

/** A transition with its name and the field whose state it changes. */
export interface NamedTransition {
  name: string
  field: string
  transition: LifecycleDocumentTransition
}

/** A lock that holds for a record in its present state. */
export interface HeldLock {
  field: string
  state: State
  lock: LifecycleDocumentLock
}

type Described = Pick<EntityDocument, 'lifecycle'>

/** The lifecycles of an entity with their fields, in the order of the document. */
export const lifecyclesOf = ({ lifecycle }: Described): [field: string, lifecycle: LifecycleDocument][] => Object.entries(lifecycle ?? {})

export const isStateField = ({ lifecycle }: Described, field: string): boolean => Object.hasOwn(lifecycle ?? {}, field)

/** The state that a value of the field is: a field without a value is in the state null. */
export const stateOf = (value: unknown): State => (value === undefined ? null : (value as State))

const named = new WeakMap<object, readonly NamedTransition[]>()
const none: readonly NamedTransition[] = []

/** All transitions, in the order of the document. */
export function transitionsOf({ lifecycle }: Described): readonly NamedTransition[] {
  if (!lifecycle) return none
  let known = named.get(lifecycle)
  if (!known) {
    known = Object.entries(lifecycle).flatMap(([field, { transitions }]) =>
      Object.entries(transitions).map(([name, transition]) => ({ name, field, transition })),
    )
    named.set(lifecycle, known)
  }
  return known
}

export const findTransition = (entity: Described, name: unknown): NamedTransition | undefined =>
  typeof name === 'string' ? transitionsOf(entity).find((each) => each.name === name) : undefined

/** Whether people take it; what happens by itself (`after`, `when`, `changed`) is theirs only where it names a permission. */
export const isOffered = ({ after, when, changed, access }: LifecycleDocumentTransition): boolean =>
  access !== undefined || (after === undefined && when === undefined && changed === undefined)

const offered = new WeakMap<object, readonly NamedTransition[]>()

/** The transitions that people take. */
export function offeredTransitionsOf(entity: Described): readonly NamedTransition[] {
  const all = transitionsOf(entity)
  let known = offered.get(all)
  if (!known) {
    known = all.filter(({ transition }) => isOffered(transition))
    offered.set(all, known)
  }
  return known
}

/** The states to which a transition may lead. */
export const targetsOf = ({ to }: LifecycleDocumentTransition): readonly State[] => (Array.isArray(to) ? to : [to])

/** Those of a record in a state: one that is chosen among several is another than the present one. */
export const targetsFrom = (transition: LifecycleDocumentTransition, state: State): readonly State[] =>
  Array.isArray(transition.to) ? transition.to.filter((each) => each !== state) : targetsOf(transition)

/** All states that a lifecycle names. */
export const statesOf = ({ initial, final = [], locks = [], holds = [], transitions }: LifecycleDocument): State[] => [
  ...new Set([
    initial,
    ...Object.values(transitions).flatMap((transition) => [...transition.from, ...targetsOf(transition)]),
    ...final,
    ...[...locks, ...holds].flatMap((each) => each.in),
  ]),
]

/** The locks that hold for a record. */
export const heldLocks = (entity: Described, record: Readonly<Record<string, unknown>>): HeldLock[] =>
  lifecyclesOf(entity).flatMap(([field, { locks = [] }]) => {
    const state = stateOf(record[field])
    return locks.filter((lock) => lock.in.includes(state)).map((lock) => ({ field, state, lock }))
  })

/** Whether a lock keeps a field at its value. */
export const locksField = ({ fields }: LifecycleDocumentLock, field: string): boolean => fields === true || fields?.includes(field) === true

/** Whether a lock stops a transition. */
export const locksTransition = ({ transitions, except = [] }: LifecycleDocumentLock, name: string): boolean =>
  transitions === true && !except.includes(name)

/** Whether a value of `set` is written in some records only. */
export const isCase = (value: unknown): value is { when: object; value: unknown } =>
  isRecord(value) && Object.hasOwn(value, 'when') && Object.hasOwn(value, 'value')

/** The permission that a transition asks for in a state; undefined where it names none, null where it names none for this state. */
export function accessFrom({ access }: LifecycleDocumentTransition, state: State): string | undefined | null {
  if (typeof access !== 'object') return access
  return access.find(({ from }) => from.includes(state))?.permission ?? null
}
