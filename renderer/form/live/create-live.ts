import { seenBy } from '#schemas/rules/conditions/form-conditions.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data, Messages } from '#renderer/form/data/form-store.ts'
import type { PathList } from '#renderer/form/data/path.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { computeLive, type Computed, type Computing } from './compute-live.ts'
import { createFetchedValues } from './fetched-values.ts'
import { liveMessages } from './live-checks.ts'
import { livePlan, placeKey, type LivePlace } from './live-plan.ts'

export type LiveOptions = Pick<Computing, 'proposes' | 'isWhole'> & { hasArrived?: boolean }

/** What a form computes while it is filled in. */
export interface Live {
  /** `next` with what hangs on its difference from `before`. */
  compute: (before: Data | undefined, next: Data, stored: Data, options?: LiveOptions) => Computed
  /** Messages of the entity's checks that data does not meet, by path. */
  messages: (data: Data, stored: Data) => Messages
  /** Whether something that is shown follows a value while it is typed. */
  follows: (path: PathList) => boolean
  /** A value without what is computed in it. */
  written: (path: PathList, value: unknown) => unknown
  /** Fields of the form itself that are computed whatever is typed. */
  computed: ReadonlySet<string>
  /** Asks for values of other records that were looked up. */
  ask: () => void
}

const nothing: Live = {
  compute: (_, data) => ({ data, proposals: [] }),
  messages: () => ({}),
  follows: () => false,
  written: (_, value) => value,
  computed: new Set(),
  ask: () => {},
}

export const noLive = nothing

/** What a form computes, by its schema. `onArrival`: values of other records that it waited for are there. */
export function createLive(form: Pick<FormAnswer, 'schema' | 'ui' | 'layout'>, onArrival: () => void = () => {}): Live {
  const plan = livePlan(form.schema as FieldSchema)
  const summed = new Set(Object.keys(form.ui ?? {}).filter((path) => form.ui?.[path]?.totals !== undefined))
  const hasChecks = (place: LivePlace): boolean => place.checks.length > 0 || [...place.lists.values()].some(hasChecks)
  const isChecked = hasChecks(plan.root)
  if (plan.fields.length === 0 && summed.size === 0 && !isChecked) return nothing
  const fetched = createFetchedValues(onArrival)
  const seen = (data: Data): Data => seenBy(form, data).data
  return {
    compute: (before, next, stored, { hasArrived, ...options } = {}) =>
      plan.fields.length === 0
        ? { data: next, proposals: [] }
        : computeLive(plan, {
            before,
            next,
            stored,
            seenBy: seen,
            fetched: fetched.value,
            ...options,
            ...(hasArrived && { arrived: fetched.arrived }),
          }),
    messages: (data, stored) => (isChecked ? liveMessages(plan, { data, seen: seen(data), stored, fetched: fetched.value }) : {}),
    follows(path) {
      const names = path.filter((step) => typeof step === 'string')
      const place = placeAt(plan.root, names.slice(0, -1))
      return place !== undefined && (plan.used.has(placeKey(place, names.at(-1) ?? '')) || summed.has(names.slice(0, -1).join('[].')))
    },
    written(path, value) {
      const place = placeAt(
        plan.root,
        path.filter((step) => typeof step === 'string'),
      )
      return place ? withoutComputed(place, value) : value
    },
    computed: computedNames(plan.root),
    ask: fetched.ask,
  }
}

/** A new record with what is computed of it as it opens. */
export const computedAtFirst = (form: Pick<FormAnswer, 'schema' | 'ui' | 'layout'>, data: Data): Data => {
  const plan = livePlan(form.schema as FieldSchema)
  const seen = (present: Data): Data => seenBy(form, present).data
  return plan.fields.length === 0
    ? data
    : computeLive(plan, { before: undefined, next: data, stored: {}, seenBy: seen, fetched: () => undefined }).data
}

/** The rows that a path of names leads to. */
function placeAt(root: LivePlace, names: readonly string[]): LivePlace | undefined {
  let place: LivePlace | undefined = root
  for (const name of names) place = place?.lists.get(name)
  return place
}

const computedNames = ({ properties }: LivePlace): ReadonlySet<string> =>
  new Set(Object.keys(properties).filter((name) => properties[name]!.computed !== undefined && properties[name]!.readOnly === true))

function withoutComputed(place: LivePlace, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((row: unknown) => withoutComputed(place, row))
  if (!isRecord(value)) return value
  const computed = computedNames(place)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !computed.has(name))
      .map(([name, part]) => {
        const list = place.lists.get(name)
        return [name, list ? withoutComputed(list, part) : part]
      }),
  )
}
