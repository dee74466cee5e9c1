import { isRecord } from '#schemas/rules/is-record.ts'
import type { EndpointDocument, JsonSchema } from '#schemas/types/contract.d.ts'

type Values = Record<string, unknown>

const propertiesOf = (schema: JsonSchema | undefined) => (isRecord(schema?.properties) ? schema.properties : {})

/**
 * Parameters of a call that stand in its body, as `slug` in `{"slug": "main", "tax_enabled": true}`, are read as if the address named them.
 * Names that the body has itself stay in it, and so does one that says something else than the address: its check refuses it.
 */
export function withBodyParameters({ params, payload }: EndpointDocument, query: Values, body: Values): { query: Values; body: Values } {
  const own = propertiesOf(payload)
  const names = Object.keys(propertiesOf(params)).filter(
    (name) =>
      Object.hasOwn(body, name) &&
      !Object.hasOwn(own, name) &&
      ['string', 'number', 'boolean'].includes(typeof body[name]) &&
      (!Object.hasOwn(query, name) || String(query[name]) === String(body[name])),
  )
  if (names.length === 0) return { query, body }
  const taken = Object.fromEntries(names.map((name) => [name, String(body[name])]))
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
  return { query: { ...taken, ...query }, body: rest }
}
