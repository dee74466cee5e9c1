import { statesOf, transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EndpointDocument, EntityDocument, JsonSchema } from '#schemas/types/contract.d.ts'
import { insertedNames } from './inserted-names.ts'
import { inputProperties } from './record-schemas.ts'

type Properties = Record<string, JsonSchema>

const note: JsonSchema = { type: ['string', 'null'], maxLength: 4000 }

/** What a call of transitions takes beside the record: the state, the note and the fields of their forms, under the document's names. */
export function stepProperties(endpoint: EndpointDocument, entity: EntityDocument): Properties {
  const named = [endpoint.transition ?? []].flat()
  const steps = transitionsOf(entity).filter(({ name }) => named.length === 0 || named.includes(name))
  const fields = inputProperties(entity)
  const state: JsonSchema = { enum: [...new Set([...Object.values(entity.lifecycle ?? {}).flatMap(statesOf), null])] } as JsonSchema
  const asked = steps.flatMap(({ transition }) => transition.form?.fields ?? []).flatMap((field) => [field, `${field}_id`])
  const taken = Object.fromEntries([...new Set(asked)].flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]!]] : [])))
  const isFree = !Object.hasOwn(fields, 'data') && asked.length > 0
  return {
    ...(endpoint.transition === undefined && { transition: { type: 'string', maxLength: 40 } }),
    ...taken,
    // As the generic call takes them.
    ...(isFree && { data: { type: 'object', additionalProperties: false, properties: taken } }),
    [insertedNames(endpoint.values?.to, 'payload')[0] ?? 'to']: state,
    [insertedNames(endpoint.values?.note, 'payload')[0] ?? 'note']: note,
  } as Properties
}

const state: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] }

/** What the transitions of a record are answered as. */
export const offeredSchemas = {
  results: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: true,
      required: ['name', 'title', 'field', 'to', 'possible', 'reason'],
      properties: {
        name: { type: 'string' },
        title: { type: 'string' },
        field: { type: 'string' },
        to: {
          type: 'array',
          items: { type: 'object', required: ['value', 'title'], properties: { value: state, title: { type: 'string' } } },
        },
        possible: { type: 'boolean' },
        reason: { type: ['string', 'null'] },
      },
    },
  } as JsonSchema,
  metadata: {
    type: 'object',
    additionalProperties: true,
    required: ['status', 'status_title', 'form'],
    properties: { status: state, status_title: { type: 'string' }, form: { type: 'object' } },
  } as JsonSchema,
}
