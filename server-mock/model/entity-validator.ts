import type { ErrorObject, ValidateFunction } from 'ajv'
import { createSchemaAjv } from '#schemas/check/schema-ajv.ts'
import { isKindKeyword, schemaMessage, validateRules } from '#schemas/rules/validate-rules.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { FieldErrors, FieldMessage } from '#server/errors.ts'

type Schema = Record<string, unknown>

const compiled = new WeakMap<EntityDocument, ValidateFunction>()

/**
 * What is wrong with a record, by field path; the sentences are those that the form shows. `record` has its fields by
 * the names of the document, and translated ones as a map of locales.
 */
export function validateEntity(document: EntityDocument, record: Record<string, unknown>, localeInUse: string): FieldErrors {
  let validate = compiled.get(document)
  if (!validate) compiled.set(document, validate = createValidator(document))
  const errors: Record<string, FieldMessage[]> = ruleErrors(document, record, localeInUse)
  if (validate(record)) return errors
  // anyOf and its like only say that every branch failed; the branches' own errors say why.
  const all = validate.errors ?? []
  const telling = all.filter(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword))
  for (const error of telling.length > 0 ? telling : all) {
    const path = pathOf(error)
    const message = schemaMessage({ pointer: '', keyword: error.keyword === 'dependencies' ? 'required' : error.keyword, value: error.schema })
    if (!Object.hasOwn(errors, path) || (isKindKeyword(error.keyword) && !isMissing(errors[path]!))) errors[path] = [message]
  }
  return errors
}

const isMissing = (messages: readonly FieldMessage[]) => messages.some(message => typeof message === 'object' && message.key === 'rules.required')

function createValidator(document: EntityDocument): ValidateFunction {
  // One instance a document, so that a schema is forgotten with the document it came from.
  const ajv = createSchemaAjv({ verbose: true })
  const { translate = [] } = document.storage ?? {}
  const properties = Object.fromEntries(Object.entries(document.schema.properties).map(([field, property]) => {
    const closed = closeObjects(property as Schema) as Schema
    return [field, translate.includes(field) ? { type: 'object', minProperties: (document.schema.required ?? []).includes(field) ? 1 : 0, additionalProperties: closed } : closed]
  }))
  return ajv.compile({ ...document.schema, properties, additionalProperties: true })
}

/** What an object does not name is refused, unless its schema is open or put together from several. */
function closeObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeObjects)
  if (node === null || typeof node !== 'object') return node
  const schema = node as Schema
  const open = ['additionalProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', 'if', '$ref'].some(keyword => keyword in schema)
  const properties = schema.properties && typeof schema.properties === 'object' ? Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, closeObjects(part)])) : undefined
  return { ...schema, ...(properties && { properties }), ...(schema.items !== undefined && { items: closeObjects(schema.items) }), ...(properties && !open && { additionalProperties: false }) }
}

/** The rules read the record as one locale shows it; each further locale is held to the rules of the translated fields. */
function ruleErrors(document: EntityDocument, record: Record<string, unknown>, localeInUse: string): Record<string, FieldMessage[]> {
  const translated = (document.storage?.translate ?? []).filter(field => Object.hasOwn(document.schema.properties, field))
  if (translated.length === 0) return validateRules(document.schema, record)
  const mapOf = (field: string) => (record[field] && typeof record[field] === 'object' ? record[field] as Record<string, unknown> : {})
  const used = [...new Set(translated.flatMap(field => Object.keys(mapOf(field))))]
  const inLocale = (locale: string) => Object.fromEntries(Object.entries(record).map(([field, value]) => [field, translated.includes(field) ? (Object.hasOwn(mapOf(field), locale) ? mapOf(field)[locale] : Object.values(mapOf(field))[0]) : value]))
  const errors: Record<string, FieldMessage[]> = {}
  for (const locale of used.length > 0 ? used : [localeInUse]) {
    for (const [path, messages] of Object.entries(validateRules(document.schema, inLocale(locale)))) {
      const isTranslated = translated.includes(path)
      if (isTranslated && used.length > 0 && !Object.hasOwn(mapOf(path), locale)) { if (Object.keys(mapOf(path)).length === 0) errors[path] ??= messages; continue }
      errors[isTranslated && used.length > 0 ? `${path}.${locale}` : path] ??= messages
    }
  }
  return errors
}

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required' || keyword === 'dependencies') path.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty))
  return path.join('.')
}
