import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { hiddenPaths, isUnder } from '#schemas/rules/conditions/form-conditions.ts'
import { isSeoField, normaliseSeo, type Seo } from '#schemas/rules/values/seo.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { type FieldSchema, deref, hasRule, typeOf } from '#renderer/form/schema/json-schema.ts'
import { isLeftOut, isSentGroup } from '#renderer/form/rows/left-out-rows.ts'
import { formatPath, getAt, isEmpty, isSame } from './path.ts'
import { propertiesOf } from '#renderer/form/schema/schema-properties.ts'
import { constantIn, variantsOf } from '#renderer/form/schema/variants.ts'
import type { Data } from './form-store.ts'

/**
 * The data to send: visible properties of the form's schema, in the order of the data. Untouched values are sent as they
 * came, also null and empty ones if the schema allows them. Cleared values are sent as `''` for plain text and null
 * otherwise, so that the server clears them too; values that were never set are left out. Properties that the form does
 * not know are left out at the top level unless the schema has `additionalProperties` or `patternProperties`; inside a
 * value they are sent unless its schema is closed.
 */
export const buildPayload = (form: FormAnswer, data: Data, baseline: Data): Data => build(form, data, baseline)

/** SEO data is always sent as a whole. */
const wholeSeo = (value: unknown): Data => ({
  ...(isRecord(value) ? value : {}),
  ...normaliseSeo(isRecord(value) ? (value as Partial<Seo>) : undefined),
})

/**
 * The data to validate: the data to send, with empty values removed. An empty text that is already stored, and that the
 * schema allows, is a value; in a new record it is a field that nobody filled in.
 */
export const buildChecked = (form: FormAnswer, data: Data, stored: Data = {}): Data => build(form, data, data, stored)

function build(form: FormAnswer, data: Data, baseline: Data, checkedAgainst?: Data): Data {
  const root = form.schema as FieldSchema
  const hidden = hiddenPaths(form, data)
  return pick(root, data, baseline, [], true, 0)

  function pick(schema: FieldSchema, value: Data, before: unknown, path: (string | number)[], isAsked: boolean, depth: number): Data {
    const known = deref(schema, root)
    const properties = propertiesOf(known, root, value)
    if (!properties) return value
    const isOpen = path.length > 0 ? known.additionalProperties !== false : Boolean(known.additionalProperties ?? known.patternProperties)
    const activeFields = activeNames(known, value, root)
    const isSent = isSentGroup(path, value, known, isAsked, root)
    const left = leftBranch(known, value, checkedAgainst ? getAt(checkedAgainst, path) : before, root)
    const entries: [string, unknown][] = []
    for (const key of new Set([...Object.keys(value), ...Object.keys(properties)])) {
      const here = [...path, key]
      const present = getAt(value, [key])
      const was = getAt(before, [key])
      if (!Object.hasOwn(properties, key)) {
        if (isOpen && present !== undefined) entries.push([key, present])
        continue
      }
      const field = deref(properties[key]!, root)
      // What may not be changed is left out, unless the record is none without it.
      if (
        (field.readOnly && !known.required?.includes(key)) ||
        isUnder(formatPath(here), hidden) ||
        (!activeFields.has(key) && !isSame(present, was))
      )
        continue
      if (left.has(key)) continue
      const isListed = known.required?.includes(key) === true
      if (isLeftOut(present, field, isListed, isSent, root)) continue
      const sent =
        checkedAgainst || !isSeoField(field) || present === null ? convert(field, present, was, here, isListed, depth) : wholeSeo(present)
      if (sent !== undefined) entries.push([key, sent])
    }
    return Object.fromEntries(entries)
  }

  function convert(
    field: FieldSchema,
    value: unknown,
    was: unknown,
    path: (string | number)[],
    isListed: boolean,
    depth: number,
  ): unknown {
    if (depth > 40) return value
    if (isRecord(value)) {
      const inner = pick(field, value, was, path, isListed || hasRule(field, 'required'), depth + 1)
      return isEmpty(inner) && isEmpty(was) && !isRecord(was) ? undefined : inner
    }
    if (Array.isArray(value)) {
      if (!isRecord(field.items)) return value
      const items = deref(field.items as FieldSchema, root)
      const before = Array.isArray(was) ? (was as unknown[]) : []
      // Rows that are records of their own are known by their id, wherever they have moved.
      const rowBefore = (item: Data, index: number): unknown =>
        field.rows === undefined ? before[index] : before.find((row) => item.id !== undefined && getAt(row, ['id']) === item.id)
      return value.map((item, index) =>
        isRecord(item) ? pick(items, item, rowBefore(item, index), [...path, index], true, depth + 1) : item,
      )
    }
    if (value !== undefined && value !== null && value !== '') return value
    if (value === null && isValid(field, null, { root })) return null
    if (value === '' && (checkedAgainst ? getAt(checkedAgainst, path) : was) === '' && isValid(field, '', { root })) return ''
    if (checkedAgainst) return undefined
    if (isEmpty(was)) return undefined
    const type = typeOf(field)
    if (type === 'array') return []
    return type === 'string' && isValid(field, '', { root }) && !field.format && !field.references && !isValid(field, null, { root })
      ? ''
      : null
  }
}

/**
 * Names that only other branches of the schema know: values of a branch that was left are not sent. Values stored so,
 * with the same branch chosen, are sent as they came.
 */
function leftBranch(schema: FieldSchema, value: Data, stored: unknown, root: FieldSchema): ReadonlySet<string> {
  const variants = schema.oneOf || schema.anyOf || schema.allOf ? variantsOf(schema, root, value) : undefined
  const { discriminator } = variants ?? {}
  const chosen = discriminator === undefined ? undefined : getAt(value, [discriminator])
  if (!variants || discriminator === undefined || chosen === undefined || isSame(chosen, getAt(stored, [discriminator]))) return noNames
  const own = variants.branches.find((branch) => constantIn(branch, discriminator) === chosen)
  if (!own) return noNames
  const known = new Set([...Object.keys(variants.base.properties ?? {}), ...Object.keys(own.properties ?? {})])
  return new Set(variants.branches.flatMap((branch) => Object.keys(branch.properties ?? {})).filter((name) => !known.has(name)))
}

const noNames: ReadonlySet<string> = new Set()

/** Names in the schema for the current data, without those of conditions that do not hold. */
function activeNames(schema: FieldSchema, value: Data, root: FieldSchema, depth = 0): Set<string> {
  const names = new Set(Object.keys(isRecord(schema.properties) ? schema.properties : {}))
  if (depth > 20) return names
  const enter = (part: unknown): void => {
    if (isRecord(part)) for (const name of activeNames(deref(part as FieldSchema, root), value, root, depth + 1)) names.add(name)
  }
  for (const list of [schema.allOf, schema.anyOf, schema.oneOf]) if (Array.isArray(list)) list.forEach(enter)
  if (schema.if !== undefined) enter(isValid(schema.if as object, value, { root }) ? schema.then : schema.else)
  for (const dependencies of [schema.dependencies, schema.dependentSchemas])
    if (isRecord(dependencies)) for (const [key, part] of Object.entries(dependencies)) if (getAt(value, [key]) !== undefined) enter(part)
  return names
}
