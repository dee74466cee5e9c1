import { isRecord } from '#schemas/rules/is-record.ts'

/** Keywords that leave a schema open unless it says "additionalProperties": false. */
const openKeywords = ['allOf', 'anyOf', 'oneOf', 'if']

/**
 * The names that a call takes in its `params` or `payload`; undefined if it is open. Without a schema it takes nothing,
 * and what a schema does not name is refused unless it says otherwise.
 */
export function takenNames(schema: unknown): string[] | undefined {
  if (!isRecord(schema)) return []
  const isOpen =
    '$ref' in schema ||
    'patternProperties' in schema ||
    (schema.additionalProperties ?? false) !== false ||
    (schema.additionalProperties === undefined && openKeywords.some((keyword) => keyword in schema))
  return isOpen ? undefined : Object.keys(isRecord(schema.properties) ? schema.properties : {})
}
