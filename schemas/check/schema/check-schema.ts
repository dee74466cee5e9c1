import Ajv from 'ajv'
import { isIdentifierFormat } from '#schemas/rules/values/identifiers.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { recordFields } from '#schemas/rules/entities/reference-where.ts'
import { isSafePattern } from '#schemas/rules/pattern/pattern-safety.ts'
import { schemaFormats } from '#schemas/rules/json-schema/schema-formats.ts'
import type { SchemaNode } from '#schemas/rules/json-schema/schema-index.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkKeywordTypes } from '#schemas/check/form/keyword-types.ts'
import { nearest } from '#schemas/check/problem.ts'
import { checkRequired } from '#schemas/check/check-required.ts'
import { checkConditions } from '#schemas/check/check-where.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { missing } from '#schemas/check/scope.ts'
import { type Siblings, patternFault, checkRules } from './check-rules.ts'
import { ownKeywords } from './own-keywords.ts'
import { checkReferences } from './check-references.ts'

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })

const maps = ['properties', 'patternProperties', 'definitions', '$defs']
const lists = ['allOf', 'anyOf', 'oneOf']
const singles = ['items', 'additionalItems', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']
const keywords = new Set<string>([
  ...maps,
  ...lists,
  ...singles,
  '$schema',
  '$id',
  '$ref',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'required',
  'dependencies',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'formatMinimum',
  'formatMaximum',
  'formatExclusiveMinimum',
  'formatExclusiveMaximum',
  'contentEncoding',
  'contentMediaType',
  ...ownKeywords,
  'scale',
  'where',
])
/** Formats that are checked, and those that only decide how a field is drawn or stored. */
const formats = [...Object.keys(schemaFormats), 'color', 'data-url', 'slug', 'html', 'file', 'role']

/**
 * Checks a JSON Schema inside a document: against draft-07, and the product's additions `rules` and `references`; its
 * patterns can be run, and its references exist. `outsideFields`: fields of the record that are outside the schema.
 */
export function checkSchema(document: CheckedDocument, pointer: string, schema: unknown, outsideFields: Siblings = {}): void {
  if (!isRecord(schema)) return
  ajv.validateSchema(schema)
  const first = ajv.errors?.find((schemaFault) => schemaFault.keyword !== 'anyOf') ?? ajv.errors?.[0]
  if (first) {
    const written = valueAtPointer(schema, first.instancePath)
    const allowed = Array.isArray(first.params?.allowedValues) ? first.params.allowedValues.map(String) : undefined
    const fault = allowed ? `${JSON.stringify(written)} is not one of ${allowed.join(', ')}` : (first.message ?? 'invalid')
    error(document, pointer + first.instancePath, `not a JSON Schema: ${fault}`, allowed && missing(String(written), allowed))
    return
  }
  walk(document, pointer, schema, schema, { ...outsideFields, ...(isRecord(schema.properties) && schema.properties) })
  checkReferences(document, pointer, schema)
  checkRequired(document, pointer, schema, namesOf(outsideFields))
}

const valueAtPointer = (schema: Record<string, unknown>, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], schema)

/** Names under which the fields of a record may be listed; a reference has two. */
const namesOf = (fields: Siblings): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isRecord(field) && field.references ? [name, `${name}_id`] : [name]))

function walk(document: CheckedDocument, pointer: string, node: unknown, root: Record<string, unknown>, siblings: Siblings): void {
  if (!isRecord(node)) return
  for (const key of Object.keys(node)) {
    if (keywords.has(key)) continue
    const suggestion = nearest(key, keywords)
    const extra = { atKey: true, ...(suggestion === undefined ? {} : { suggestion }) }
    if (suggestion === undefined) warn(document, at(pointer, key), `"${key}" is not a keyword of JSON Schema and has no effect`, extra)
    else error(document, at(pointer, key), `"${key}" is not a keyword of JSON Schema`, extra)
  }
  if (typeof node.pattern === 'string' && !isSafePattern(node.pattern)) error(document, at(pointer, 'pattern'), patternFault(node.pattern))
  for (const pattern of Object.keys(isRecord(node.patternProperties) ? node.patternProperties : {})) {
    if (!isSafePattern(pattern)) error(document, at(pointer, 'patternProperties', pattern), patternFault(pattern), { atKey: true })
  }
  checkKeywordTypes(document, pointer, node)
  if (typeof node.format === 'string' && !formats.includes(node.format))
    warn(document, at(pointer, 'format'), `the format "${node.format}" is not known and is not checked`, missing(node.format, formats))
  if (isIdentifierFormat(node.format) && node.type !== undefined && ![node.type].flat().includes('string'))
    error(document, at(pointer, 'format'), `"${node.format}" is a format of texts: the type is "string"`)
  if (node.references !== undefined) {
    if (typeof node.references !== 'string') error(document, at(pointer, 'references'), 'must be the name of an entity')
    else expectFound(document, at(pointer, 'references'), document.scope.entity(node.references), `there is no entity "${node.references}"`)
    if (node.type !== undefined && !([] as unknown[]).concat(node.type).includes('integer'))
      error(document, at(pointer, 'type'), 'a reference is the number of a record: its type is "integer"', { allowed: ['integer'] })
  }
  if (node.where !== undefined) checkWhere(document, at(pointer, 'where'), node, siblings)
  if (node.rules !== undefined) checkRules(document, at(pointer, 'rules'), node, siblings)
  const own = isRecord(node.properties) ? Object.keys(node.properties) : []
  const within = own.length > 0 ? { ...siblings, ...(node.properties as object) } : siblings
  for (const key of maps)
    if (isRecord(node[key]))
      for (const [name, inner] of Object.entries(node[key]))
        walk(document, at(pointer, key, name), inner, root, key === 'properties' ? within : siblings)
  for (const key of lists)
    if (Array.isArray(node[key])) node[key].forEach((inner, index) => walk(document, at(pointer, key, index), inner, root, siblings))
  for (const key of singles) {
    const inner = node[key]
    if (Array.isArray(inner)) inner.forEach((item, index) => walk(document, at(pointer, key, index), item, root, siblings))
    else walk(document, at(pointer, key), inner, root, siblings)
  }
}

/** Checks that `where` names plain fields of the referenced entity, and values that they can have. */
function checkWhere(document: CheckedDocument, pointer: string, { references, where }: SchemaNode, siblings: Siblings): void {
  const entity = typeof references === 'string' ? document.scope.entity(references)?.found : undefined
  if (typeof references !== 'string') error(document, pointer, 'says which records a reference may be to, and this has no "references"')
  if (typeof where === 'string' && entity) checkConditions(document, pointer, where, entity)
  else if (!isRecord(where)) error(document, pointer, 'must be an object of fields and their values, or a text of conditions')
  else if (entity)
    for (const [name, wanted] of Object.entries(where)) {
      const field = expectFound(
        document,
        at(pointer, name),
        document.scope.field(entity, name),
        `there is no field "${name}" in the entity "${entity.name}"`,
        true,
      )
      const values = [wanted].flat()
      const inserted = recordFields({ wanted })
      for (const other of inserted)
        expectFound(
          document,
          at(pointer, name),
          Object.hasOwn(siblings, other) ? { found: true, module: '' } : missing(other, Object.keys(siblings)),
          `there is no field "${other}" beside this one`,
        )
      if (inserted.length > 0) continue
      if (field && entity.storage?.translate?.includes(name))
        error(document, at(pointer, name), `"${name}" is translated: it has a text in each language, which cannot be compared here`)
      else if (field && !['text', 'number', 'boolean', 'choice'].includes(kindOf(field)))
        error(document, at(pointer, name), `"${name}" is a ${kindOf(field)}, which cannot be compared here`)
      else if (field && (values.length === 0 || values.some((value) => !isValid(field, value, { root: field }))))
        error(document, at(pointer, name), `not a value of "${name}"`, Array.isArray(field.enum) ? { allowed: field.enum.map(String) } : {})
    }
}
