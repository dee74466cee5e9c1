import { callNamed } from '#renderer/api/call.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { FetchedValue } from './live-views.ts'
import type { Path } from './live-plan.ts'

/** Records that one call asks for. */
const most = 200

export interface FetchedValues {
  value: FetchedValue
  /** Whether a record came with the last answer. */
  arrived: (model: string, id: unknown) => boolean
  /** Asks for what was looked up and is not known; nothing where that is all known or on its way. */
  ask: () => void
}

/** Values of records that a form's fields refer to. What is not known is asked for once, and `onArrival` is called when it is there. */
export function createFetchedValues(onArrival: () => void): FetchedValues {
  const known = new Map<string, unknown>()
  const asked = new Set<string>()
  /** Looked up in vain, by entity: ids, and the fields that are needed of all of them. */
  const wanted = new Map<string, { ids: Set<string>; fields: Set<string> }>()
  let latest = new Set<string>()

  const keyOf = (model: string, id: unknown, field: string): string => `${model}\n${String(id)}\n${field}`

  async function load(model: string, ids: readonly string[], fields: readonly string[]): Promise<void> {
    const arrived = new Set<string>()
    for (let from = 0; from < ids.length; from += most) {
      const part = ids.slice(from, from + most)
      const params = { model, ids: part.join(','), fields: fields.join(','), page_size: most }
      try {
        const { results } = await callNamed<unknown>('list', { method: 'GET', params })
        const records = new Map(Array.isArray(results) ? results.filter(isRecord).map((record) => [String(record.id), record]) : [])
        for (const id of part)
          for (const field of fields) {
            known.set(keyOf(model, id, field), valueAt(records.get(id), field.split('.')) ?? null)
            arrived.add(`${model}\n${id}`)
          }
      } catch {
        // Without them the server computes when the form is saved; the next choice asks again.
        for (const id of part) for (const field of fields) asked.delete(keyOf(model, id, field))
      }
    }
    if (arrived.size === 0) return
    latest = arrived
    onArrival()
  }

  return {
    value(model, id, path: Path) {
      const field = path.join('.')
      const key = keyOf(model, id, field)
      const value = known.get(key)
      if (value !== undefined || asked.has(key)) return value
      const want = wanted.get(model) ?? { ids: new Set(), fields: new Set() }
      want.ids.add(String(id))
      want.fields.add(field)
      wanted.set(model, want)
      return undefined
    },
    arrived: (model, id) => latest.has(`${model}\n${String(id)}`),
    ask() {
      for (const [model, { ids, fields }] of wanted) {
        for (const id of ids) for (const field of fields) asked.add(keyOf(model, id, field))
        void load(model, [...ids], [...fields])
      }
      wanted.clear()
    },
  }
}

const valueAt = (record: unknown, [step, ...rest]: Path): unknown =>
  step === undefined ? record : isRecord(record) && Object.hasOwn(record, step) ? valueAt(record[step], rest) : undefined
