import {
  isCase,
  isOffered,
  lifecyclesOf,
  statesOf,
  targetsOf,
  transitionsOf,
  type NamedTransition,
  type State,
} from '#schemas/rules/lifecycle/lifecycle.ts'
import { sequenceFields } from '#schemas/rules/entities/sequence.ts'
import type { EndpointDocument, EntityDocument, LifecycleDocument, LifecycleDocumentTransition } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing } from '#schemas/check/scope.ts'
import { effectCircle } from './effect-circles.ts'
import { checkEffect, expectHook, expectOwn } from './check-effects.ts'
import { conditionFields } from './check-endpoints.ts'
import { systemNames } from './reserved-names.ts'

const named = (state: State) => JSON.stringify(state)

/** Checks the lifecycles of an entity: their states are values of the field, every transition leads somewhere and can be taken. */
export function checkLifecycle(document: CheckedDocument, entity: EntityDocument): void {
  const seen = new Map<string, string>()
  for (const [field, lifecycle] of lifecyclesOf(entity)) {
    const pointer = at('/lifecycle', field)
    const schema = expectFound(
      document,
      pointer,
      Object.hasOwn(entity.schema.properties, field)
        ? { found: entity.schema.properties[field] as Record<string, unknown>, module: '' }
        : missing(field, Object.keys(entity.schema.properties)),
      `there is no field "${field}" in this entity`,
      true,
    )
    if (!schema) continue
    checkStates(document, pointer, field, lifecycle, schema)
    checkWriters(document, entity, field, schema)
    lifecycle.locks?.forEach((lock, index) => checkLock(document, at(pointer, 'locks', index), entity, lock))
    lifecycle.holds?.forEach((hold, index) => {
      const here = at(pointer, 'holds', index)
      conditionFields(document, at(here, 'is'), hold.is, entity)
      if (hold.at !== undefined) expectOwn(document, at(here, 'at'), entity, hold.at)
      if (hold.is === undefined && hold.guard === undefined) error(document, here, 'says no condition: write "is", or name a "guard"')
      if (hold.guard !== undefined && hold.at === undefined) error(document, here, 'a guard is asked when a field changes: name it as "at"')
      if (hold.trash === true && hold.guard === undefined)
        error(document, at(here, 'trash'), 'only a guard is asked before the trash: name one')
      expectHook(document, at(here, 'guard'), hold.guard, 'guards', 'check')
    })
    for (const [name, transition] of Object.entries(lifecycle.transitions)) {
      const here = at(pointer, 'transitions', name)
      const other = seen.get(name)
      if (other !== undefined) error(document, here, `the transition "${name}" is there twice: also in "${other}"`, { atKey: true })
      seen.set(name, field)
      checkTransition(document, here, entity, { name, field, transition })
    }
  }
  checkEffectCircles(document, entity)
  entity.created?.effects.forEach((effect, index) => checkEffect(document, at('/created/effects', index), entity, effect, []))
  checkRounds(document, entity)
}

/** Each state is a value of the field; each can be reached, and left unless it is final. */
function checkStates(
  document: CheckedDocument,
  pointer: string,
  field: string,
  lifecycle: LifecycleDocument,
  schema: Record<string, unknown>,
): void {
  const isBoolean = [schema.type].flat().includes('boolean')
  const values = Array.isArray(schema.enum) ? (schema.enum as State[]) : isBoolean ? [false, true] : undefined
  if (!values)
    return error(document, pointer, `"${field}" has no list of values: give it an "enum", so that its states are known`, { atKey: true })
  const allowsNull = values.includes(null) || [schema.type].flat().includes('null')
  const isState = (state: State) => (state === null ? allowsNull || lifecycle.initial === null : values.includes(state))
  const expectState = (state: State, here: string) => {
    if (!isState(state)) error(document, here, `${named(state)} is no value of "${field}"`, missing(String(state), values.map(String)))
  }
  expectState(lifecycle.initial, at(pointer, 'initial'))
  if (lifecycle.initial === null && !allowsNull && [schema.type].flat().length > 0 && !allowsNull)
    error(document, at(pointer, 'initial'), `"${field}" cannot be null: add "null" to its "type" and null to its "enum"`)
  lifecycle.final?.forEach((state, index) => expectState(state, at(pointer, 'final', index)))
  for (const part of ['locks', 'holds'] as const)
    lifecycle[part]?.forEach((each, index) => each.in.forEach((state, place) => expectState(state, at(pointer, part, index, 'in', place))))
  const transitions = Object.entries(lifecycle.transitions)
  for (const [name, transition] of transitions) {
    transition.from.forEach((state, index) => expectState(state, at(pointer, 'transitions', name, 'from', index)))
    targetsOf(transition).forEach((state) => expectState(state, at(pointer, 'transitions', name, 'to')))
    for (const state of transition.from)
      if (lifecycle.final?.includes(state) && !(targetsOf(transition).length === 1 && targetsOf(transition)[0] === state))
        error(document, at(pointer, 'transitions', name, 'from'), `${named(state)} is final, and this transition leaves it`)
  }
  // Where a transition could not be read, whether states are reached is not known.
  if (document.source.problems.some((problem) => problem.severity === 'error' && problem.pointer.startsWith(`${pointer}/transitions/`)))
    return
  const reached = reachable(lifecycle)
  for (const state of values.filter((value) => !reached.has(value)))
    warn(document, pointer, `nothing leads to the state ${named(state)}`, { atKey: true })
  const left = new Set(
    transitions.flatMap(([, transition]) =>
      targetsOf(transition).some((to) => !transition.from.includes(to)) || targetsOf(transition).length > 1 ? transition.from : [],
    ),
  )
  for (const state of statesOf(lifecycle).filter((each) => reached.has(each) && !left.has(each) && !lifecycle.final?.includes(each)))
    warn(document, pointer, `nothing leaves the state ${named(state)}: say so with "final", if that is meant`, { atKey: true })
}

/** States that a record can get to from the initial one. */
function reachable({ initial, transitions }: LifecycleDocument): Set<State> {
  const reached = new Set<State>([initial])
  for (let size = 0; size !== reached.size;) {
    size = reached.size
    for (const transition of Object.values(transitions))
      if (transition.from.some((state) => reached.has(state))) for (const state of targetsOf(transition)) reached.add(state)
  }
  return reached
}

/** A state has one writer: nothing beside its transitions may set the field. */
function checkWriters(document: CheckedDocument, entity: EntityDocument, field: string, schema: Record<string, unknown>): void {
  const { scope } = document
  if (schema.default !== undefined && schema.default !== entity.lifecycle![field]!.initial)
    error(document, at('/schema/properties', field, 'default'), `the lifecycle begins at ${named(entity.lifecycle![field]!.initial)}`)
  for (const [name, grid] of Object.entries(scope.own.grids))
    if (grid.entity.slice(grid.entity.indexOf('/') + 1) === entity.name)
      for (const column of grid.columns)
        if (typeof column !== 'string' && column.key === field && column.editable)
          error(document, at('/lifecycle', field), `the grid "${name}" edits "${field}", which changes by its transitions only`, {
            atKey: true,
          })
  if (entity.storage?.active === field)
    error(document, '/storage/active', `"${field}" changes by its transitions only, so it cannot be what activates a record`)
}

function checkLock(
  document: CheckedDocument,
  pointer: string,
  entity: EntityDocument,
  lock: NonNullable<LifecycleDocument['locks']>[number],
): void {
  if (lock.fields === undefined && lock.transitions === undefined)
    error(document, pointer, 'locks nothing: name "fields", or say "transitions": true')
  if (Array.isArray(lock.fields)) lock.fields.forEach((name, index) => expectOwn(document, at(pointer, 'fields', index), entity, name))
  const names = transitionsOf(entity).map(({ name }) => name)
  lock.except?.forEach((name, index) => {
    if (!names.includes(name)) error(document, at(pointer, 'except', index), `there is no transition "${name}"`, missing(name, names))
  })
  if (lock.except && lock.transitions === undefined)
    error(document, at(pointer, 'except'), 'has no effect without "transitions": true', { atKey: true })
}

function checkTransition(
  document: CheckedDocument,
  pointer: string,
  entity: EntityDocument,
  { name, field, transition }: NamedTransition,
): void {
  const { access, form, only_if, set, after, when, changed, tell, not_by, effects } = transition
  if (Array.isArray(access))
    for (const state of transition.from)
      if (!access.some((entry) => entry.from.includes(state)))
        error(document, at(pointer, 'access'), `says no permission for the state ${named(state)}, so nobody takes "${name}" there`)
  if (isOffered(transition) && access === undefined && entity.access?.write === undefined && entity.access?.read === undefined)
    warn(document, pointer, `anyone signed in may take "${name}": name a permission as "access"`, { atKey: true })
  if (after !== undefined) {
    const found = expectOwn(document, at(pointer, 'after'), entity, after) ? document.scope.field(entity, after).found : undefined
    if (found && found.format !== 'date-time')
      error(document, at(pointer, 'after'), `"${after}" is no moment: its "format" has to be "date-time"`)
  }
  changed?.forEach((each, index) => {
    if (each === field) error(document, at(pointer, 'changed', index), `"${each}" changes by its transitions only`)
    else expectOwn(document, at(pointer, 'changed', index), entity, each)
  })
  if (tell !== undefined && when === undefined && changed === undefined)
    error(
      document,
      at(pointer, 'tell'),
      'tells what happens by itself, and this has neither "when" nor "changed": write the message `….done` of the transition',
      { atKey: true },
    )
  if (after !== undefined || when !== undefined || changed !== undefined) {
    if (targetsOf(transition).length > 1) error(document, at(pointer, 'to'), 'happens by itself, so there is nobody who chooses a state')
    if (targetsOf(transition).some((state) => transition.from.includes(state)))
      error(document, at(pointer, 'to'), 'happens by itself and stays in the state from which it starts, so it would never end')
    if (transition.note === 'required' || form?.required)
      error(document, pointer, 'happens by itself, so there is nobody who fills anything in', { atKey: true })
  }
  const written = new Set(Object.keys(entity.lifecycle ?? {}))
  const numbered = new Set(sequenceFields(entity))
  form?.fields.forEach((each, index) => {
    if (expectOwn(document, at(pointer, 'form/fields', index), entity, each) && written.has(each))
      error(document, at(pointer, 'form/fields', index), `"${each}" changes by its transitions only`)
    if (numbered.has(each)) error(document, at(pointer, 'form/fields', index), `the server itself numbers "${each}"`)
  })
  form?.required?.forEach((each, index) => {
    if (!form.fields.includes(each))
      error(document, at(pointer, 'form/required', index), `"${each}" is not among the fields of this form`, missing(each, form.fields))
  })
  for (const each of Object.keys(form?.ui ?? {}))
    if (!form!.fields.includes(each))
      error(document, at(pointer, 'form/ui', each), `"${each}" is not among the fields of this form`, {
        ...missing(each, form!.fields),
        atKey: true,
      })
  not_by?.forEach((each, index) => {
    const here = at(pointer, 'not_by', index)
    if (expectOwn(document, here, entity, each) && document.scope.field(entity, each).found?.references !== 'user')
      error(document, here, `"${each}" holds no person: it has to refer to "user"`)
  })
  for (const [each, value] of Object.entries(set ?? {})) {
    const here = at(pointer, 'set', each)
    if (isCase(value)) conditionFields(document, at(here, 'when'), value.when, entity)
    if (numbered.has(each)) error(document, here, `the server itself numbers "${each}"`, { atKey: true })
    else if (systemNames.has(each)) error(document, here, `the server itself sets "${each}"`, { atKey: true })
    else if (expectOwn(document, here, entity, each, true) && written.has(each))
      error(document, here, `"${each}" changes by its transitions only`, { atKey: true })
  }
  conditionFields(document, at(pointer, 'when'), when, entity)
  only_if?.forEach((guard, index) => {
    const here = at(pointer, 'only_if', index)
    conditionFields(document, at(here, 'is'), guard.is, entity)
    if (guard.is === undefined && guard.guard === undefined) error(document, here, 'says no condition: write "is", or name a "guard"')
    if (guard.is !== undefined && guard.else === undefined)
      warn(document, here, 'says nothing to whoever is refused: write a sentence as "else"')
    expectHook(document, at(here, 'guard'), guard.guard, 'guards', 'check')
  })
  effects?.forEach((effect, index) => checkEffect(document, at(pointer, 'effects', index), entity, effect, effects.slice(0, index)))
  const states = document.scope.field(entity, field).found
  if (states && Array.isArray(transition.to) && transition.to.length === 1)
    error(document, at(pointer, 'to'), 'is a list of one state: write the state itself')
}

/** Notes automatic transitions that lead back to where they began. */
function checkRounds(document: CheckedDocument, entity: EntityDocument): void {
  for (const [field, { transitions }] of lifecyclesOf(entity)) {
    const automatic = Object.entries(transitions).filter(([, transition]) => transition.when !== undefined)
    const follows = (from: LifecycleDocumentTransition) =>
      automatic.filter(([, next]) => targetsOf(from).some((state) => next.from.includes(state)))
    for (const [name, transition] of automatic) {
      const seen = new Set<string>()
      const waiting = follows(transition)
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (seen.has(next[0])) continue
        seen.add(next[0])
        waiting.push(...follows(next[1]))
      }
      if (seen.has(name))
        warn(
          document,
          at('/lifecycle', field, 'transitions', name, 'when'),
          `may lead back to itself by other automatic transitions: after eight rounds everything is refused`,
        )
    }
  }
}

/** Names in `values` of an endpoint that stand for the chosen state and the note. */
export const isTransitionKey = (operation: string, name: string): boolean =>
  (operation === 'transition' || operation === 'transitions') && (name === 'to' || name === 'note')

/** Checks the transitions that an endpoint names. */
export function checkTransitionCall(document: CheckedDocument, pointer: string, endpoint: EndpointDocument, entity: EntityDocument): void {
  const names = transitionsOf(entity).map(({ name }) => name)
  if (names.length === 0) return error(document, at(pointer, 'entity'), `the entity "${entity.name}" has no "lifecycle"`)
  for (const name of [endpoint.transition ?? []].flat())
    if (!names.includes(name))
      error(document, at(pointer, 'transition'), `there is no transition "${name}" in the entity "${entity.name}"`, missing(name, names))
}

/** Reports changes that bring themselves about, over several entities too; where conditions stand in the way it is a note. */
function checkEffectCircles(document: CheckedDocument, entity: EntityDocument): void {
  const find = (name: string) => document.scope.entity(name).found
  const places: [pointer: string, transition: string | undefined][] = [
    ['/created', undefined],
    ...lifecyclesOf(entity).flatMap(([field, { transitions }]) =>
      Object.keys(transitions).map((name): [string, string] => [at('/lifecycle', field, 'transitions', name, 'effects'), name]),
    ),
  ]
  for (const [pointer, transition] of places) {
    const circle = effectCircle(entity, transition, find)
    if (!circle) continue
    const { way, isConditional } = circle
    if (isConditional) warn(document, pointer, `what follows may bring this about again: ${way}`)
    else error(document, pointer, `what follows brings this about again, without end: ${way}`)
  }
}
