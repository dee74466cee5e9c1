import { isRecord } from '#schemas/rules/is-record.ts'
import { layoutFields } from '#schemas/rules/conditions/form-conditions.ts'
import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'
import { error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import type { FieldSchema } from '#schemas/check/scope.ts'
import { takenNames } from './taken-names.ts'

/** What every save may send beside the parameters of a grid. */
const sentNames = ['id', 'version', 'data', 'form']

/** Checks a call that replaces the generic `save`: it is a POST and accepts `id`, `version` and, in `data`, fields of the record. */
export function checkSaveCall(
  document: CheckedDocument,
  entity: EntityDocument,
  call: string,
  { method, payload }: Pick<EndpointDocument, 'method' | 'payload'>,
): void {
  if (method !== 'POST')
    error(document, '/calls/save', `"${call}" is called by ${method}, and records are saved by POST`, { allowed: ['POST'] })
  const schema: Record<string, unknown> = isRecord(payload) ? payload : {}
  const properties: Record<string, unknown> = isRecord(schema.properties) ? schema.properties : {}
  const grids = Object.values(document.scope.own.grids).filter((grid) => grid.entity === entity.name)
  const sent = [...sentNames, ...grids.flatMap(({ params }) => Object.keys(params ?? {}))]
  const unsent = Array.isArray(schema.required) ? schema.required.map(String).filter((name) => !sent.includes(name)) : []
  if (unsent.length > 0)
    error(
      document,
      '/calls/save',
      `the payload of "${call}" needs "${unsent.join('", "')}", which forms, cells and imports never send: fields of the record are inside "data"`,
      { allowed: sent },
    )
  const types = isRecord(properties.id) ? [properties.id.type].flat().filter((type) => type !== undefined) : []
  if (types.length > 0 && !types.includes('integer') && !types.includes('number'))
    error(document, '/calls/save', `"id" in the payload of "${call}" is ${types.join(' or ')}, and the id of a record is an integer`, {
      allowed: ['integer'],
    })
  const own = takenNames(payload)
  const data = isClosedPart(properties.data) ? takenNames(properties.data) : undefined
  const refused = own && ['id', 'version', 'data'].filter((name) => !own.includes(name))
  if (refused && refused.length > 0)
    return error(
      document,
      '/calls/save',
      `the payload of "${call}" is closed and does not take "${refused.join('", "')}", which forms, cells and imports send: add ${refused.length === 1 ? 'it' : 'them'} to the "properties" of its "payload", or write "additionalProperties": true`,
      { allowed: own },
    )
  const lost = data && fieldsOfForms(document, entity).filter((name) => !data.includes(name) && !data.includes(`${name}_id`))
  if (lost && lost.length > 0)
    error(
      document,
      '/calls/save',
      `"data" in the payload of "${call}" is closed and does not take "${lost.join('", "')}", which forms of "${entity.name}" send: add ${lost.length === 1 ? 'it' : 'them'} to its "properties", or write "additionalProperties": true`,
      { allowed: data },
    )
}

/** Fields that the module's forms of an entity send; all writable fields if it has no form. */
function fieldsOfForms({ scope }: CheckedDocument, entity: EntityDocument): string[] {
  const writable = Object.keys(entity.schema.properties).filter((name) => (entity.schema.properties[name] as FieldSchema).readOnly !== true)
  const forms = Object.values(scope.own.forms).filter((form) => form.entity === entity.name)
  const drawn = forms.flatMap((form) => [...(form.fields ?? []), ...[...layoutFields(form.layout ?? [])].map(({ field }) => field)])
  const names = drawn.map((path) => path.split(/[.[]/)[0]!.replace(/_id$/, ''))
  return forms.length === 0 || drawn.length === 0 ? writable : writable.filter((name) => names.includes(name))
}

/** Whether an object inside of a payload is closed: one without `properties` takes any. */
const isClosedPart = (schema: unknown): boolean =>
  isRecord(schema) && (schema.additionalProperties === false || (schema.type === 'object' && isRecord(schema.properties)))
