import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { type FieldSchema, deref } from './json-schema.ts'

type Properties = Record<string, FieldSchema>

const listOf = (list: unknown): FieldSchema[] => (Array.isArray(list) ? list.filter(isSchema) : [])

const isSchema = (part: unknown): part is FieldSchema => isRecord(part)

/**
 * Properties of a schema including those of its combinations and conditions. If branches define one name differently,
 * the definition that the value fits is used.
 */
export function propertiesOf(schema: FieldSchema, root: FieldSchema, value: unknown, depth = 0): Properties | undefined {
  const own = isRecord(schema.properties)
    ? Object.fromEntries(Object.entries(schema.properties).map(([key, part]) => [key, isSchema(part) ? part : {}]))
    : undefined
  if (depth > 20) return own
  const fittingFirst = (list: unknown): FieldSchema[] => {
    const branches = listOf(list)
    const fitting = branches.length > 1 ? branches.find((branch) => isValid(branch, value, { root })) : undefined
    return fitting ? [fitting, ...branches.filter((branch) => branch !== fitting)] : branches
  }
  const conditional = [
    schema.then,
    schema.else,
    ...(isRecord(schema.dependencies) ? Object.values(schema.dependencies) : []),
    ...(isRecord(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : []),
  ]
  const parts = [...listOf(schema.allOf), ...fittingFirst(schema.anyOf), ...fittingFirst(schema.oneOf), ...conditional].filter(isSchema)
  const all = [own, ...parts.map((part) => propertiesOf(deref(part, root), root, value, depth + 1))].filter((map) => map !== undefined)
  return all.length > 0 ? Object.fromEntries(all.reverse().flatMap((map) => Object.entries(map))) : undefined
}
