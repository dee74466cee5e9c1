import { isRecord, typeOf, type FieldSchema } from './json-schema.ts'

/** Keywords with which the fields of a place depend on its data, or on other places of the schema. */
const dependent = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependencies', 'dependentSchemas', 'dependentRequired', 'patternProperties', 'not', 'contains'] as const

/** Whether a place can be drawn from its schema alone, without asking the data which fields there are. */
export function isPlain(schema: unknown): boolean {
  if (!isRecord(schema)) return false
  const type = typeOf(schema as FieldSchema)
  if (type === undefined || dependent.some((keyword) => schema[keyword] !== undefined)) return false
  // The drawing library marks what it worked out itself by symbols.
  if (Object.getOwnPropertySymbols(schema).length > 0) return false
  return type !== 'object' || schema.additionalProperties === undefined || typeof schema.additionalProperties === 'boolean'
}
