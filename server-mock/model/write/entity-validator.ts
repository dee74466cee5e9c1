import type { ErrorObject, ValidateFunction } from 'ajv'
import { createSchemaAjv } from '#schemas/check/schema/schema-ajv.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { validateSchema, type SchemaError } from '#schemas/rules/json-schema/json-schema.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import { isKindKeyword, pathOf, schemaMessage, validateRules } from '#schemas/rules/validation/validate-rules.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { FieldErrors, FieldMessage } from '#server/errors.ts'

type Schema = Record<string, unknown>
type Fault = Omit<SchemaError, 'pointer'> & { path: string }

const compiled = new WeakMap<EntityDocument, { schema: object; validate: ValidateFunction }>()

/**
 * What is wrong with a record, by field path; the sentences are those that the form shows. `record` has its fields by
 * the names of the document, and translated ones as a map of locales. Rules that are not among the `allowed` ones do nothing.
 */
export function validateEntity(
  document: EntityDocument,
  record: Record<string, unknown>,
  localeInUse: string,
  allowed?: readonly string[],
): FieldErrors {
  let known = compiled.get(document)
  if (!known) compiled.set(document, (known = createValidator(document)))
  const { schema, validate } = known
  const errors: Record<string, FieldMessage[]> = ruleErrors(document, record, localeInUse, allowed)
  for (const path of emptyRequired(schema, record)) errors[path] ??= [{ key: 'rules.required' }]
  if (validate(record)) return errors
  // Of several variants the form reports errors of the one that was meant; ajv reports those of all.
  const faults: Fault[] = validateSchema(schema, record).map(({ pointer, ...fault }) => ({ path: pathOf(pointer), ...fault }))
  for (const { path, keyword, value, isDecimal } of faults.length > 0 ? faults : (validate.errors ?? []).map(fromAjv)) {
    const message = schemaMessage({ pointer: '', keyword, value, isDecimal })
    if (!Object.hasOwn(errors, path) || (isKindKeyword(keyword) && !isMissing(errors[path]!))) errors[path] = [message]
  }
  return errors
}

/** Fields that a `required` names, also one in a condition that applies, and that are filled with an empty text or an empty list only. */
function emptyRequired(schema: object, record: Record<string, unknown>): string[] {
  const filled = Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)))
  if (Object.keys(filled).length === Object.keys(record).length) return []
  return validateSchema(schema, filled)
    .filter(({ keyword }) => keyword === 'required')
    .map(({ pointer }) => pathOf(pointer))
    .filter((path) => Object.hasOwn(record, path))
}

const isMissing = (messages: readonly FieldMessage[]) =>
  messages.some((message) => typeof message === 'object' && message.key === 'rules.required')

function createValidator(document: EntityDocument): { schema: object; validate: ValidateFunction } {
  // One instance for each document, so that its schemas are freed with it.
  const ajv = createSchemaAjv({ verbose: true, allErrors: false })
  const { translate = [] } = document.storage ?? {}
  const properties = Object.fromEntries(
    Object.entries(document.schema.properties).map(([field, property]) => {
      const closed = closeObjects(property as Schema) as Schema
      return [
        field,
        translate.includes(field)
          ? { type: 'object', minProperties: (document.schema.required ?? []).includes(field) ? 1 : 0, additionalProperties: closed }
          : closed,
      ]
    }),
  )
  const schema = withFieldFormats({ ...document.schema, properties, additionalProperties: true }, document.schema)
  return { schema, validate: ajv.compile(schema) }
}

/** Closes objects: fields that are not named are refused, unless the schema is open or combines several schemas. */
function closeObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeObjects)
  if (node === null || typeof node !== 'object') return node
  const schema = node as Schema
  const open = ['additionalProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', 'if', '$ref'].some((keyword) => keyword in schema)
  const properties =
    schema.properties && typeof schema.properties === 'object'
      ? Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, closeObjects(part)]))
      : undefined
  return {
    ...schema,
    ...(properties && { properties }),
    ...(schema.items !== undefined && { items: closeObjects(schema.items) }),
    ...(properties && !open && { additionalProperties: false }),
  }
}

/** Rules check the record in one locale; in each further locale only the translated fields are checked. */
function ruleErrors(
  document: EntityDocument,
  record: Record<string, unknown>,
  localeInUse: string,
  allowed: readonly string[] | undefined,
): Record<string, FieldMessage[]> {
  const schema = withFieldFormats(document.schema, document.schema)
  const translated = (document.storage?.translate ?? []).filter((field) => Object.hasOwn(document.schema.properties, field))
  if (translated.length === 0) return validateRules(schema, record, { allowed })
  const mapOf = (field: string) => (record[field] && typeof record[field] === 'object' ? (record[field] as Record<string, unknown>) : {})
  const used = [...new Set(translated.flatMap((field) => Object.keys(mapOf(field))))]
  const inLocale = (locale: string) =>
    Object.fromEntries(
      Object.entries(record).map(([field, value]) => [
        field,
        translated.includes(field) ? (Object.hasOwn(mapOf(field), locale) ? mapOf(field)[locale] : Object.values(mapOf(field))[0]) : value,
      ]),
    )
  const errors: Record<string, FieldMessage[]> = {}
  for (const locale of used.length > 0 ? used : [localeInUse]) {
    for (const [path, messages] of Object.entries(validateRules(schema, inLocale(locale), { allowed }))) {
      const isTranslated = translated.includes(path)
      if (isTranslated && used.length > 0 && !Object.hasOwn(mapOf(path), locale)) {
        if (Object.keys(mapOf(path)).length === 0) errors[path] ??= messages
        continue
      }
      errors[isTranslated && used.length > 0 ? `${path}.${locale}` : path] ??= messages
    }
  }
  return errors
}

function fromAjv({ instancePath, keyword, params, schema }: ErrorObject): Fault {
  const path = pathOf(instancePath)
  const missing =
    keyword === 'required' || keyword === 'dependencies'
      ? (params.missingProperty as unknown)
      : keyword === 'additionalProperties'
        ? (params.additionalProperty as unknown)
        : undefined
  return {
    path: missing === undefined ? path : [path, String(missing)].filter(Boolean).join('.'),
    keyword: keyword === 'dependencies' ? 'required' : keyword,
    value: schema as unknown,
  }
}
