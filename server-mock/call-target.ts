import { validationError } from './errors.ts'

type Values = Record<string, unknown>
interface Sent {
  params: Values
  payload: Values
}

/** The record that a call is about. Types are those of its catalogue schema; the model checks them again where a schema is open. */
interface Target {
  id: number
  version: number | undefined
}

const required = [{ key: 'rules.required' }]

/** A value that may stand in the body or in the query; the body wins. */
const sentValue = ({ params, payload }: Sent, key: string): unknown => payload[key] ?? params[key] ?? undefined

/** The record that a call is about: DELETE names it in the query, the others in the body or the query. @throws a 422 on `id` without one */
export function targetOf(call: Sent): Target {
  const id = sentValue(call, 'id')
  if (id === undefined) throw validationError({ id: required })
  return { id, version: sentValue(call, 'version') } as Target
}

/** The same for a generic call, which names the entity too. @throws a 422 on what is missing */
export function modelTargetOf(call: Sent): Target & { model: string } {
  const model = sentValue(call, 'model')
  if (model === undefined) throw validationError({ model: required, ...(sentValue(call, 'id') === undefined && { id: required }) })
  return { ...targetOf(call), model: model as string }
}

type Saved<Payload> = Payload extends { data?: infer Data extends object } ? Data : Values

/** What a save sends: its fields stand in `data`, as in the generic save, or beside `id` and `version`. */
export function savedFields<Payload extends { id?: unknown; version?: unknown; data?: unknown }>(payload: Payload) {
  const { id, version, data, ...siblings } = payload
  // The catalogue has the same fields in both places.
  const fields = (typeof data === 'object' && data !== null ? data : siblings) as Saved<Payload>
  return { id: id as Payload['id'], version: version as Payload['version'], fields }
}
