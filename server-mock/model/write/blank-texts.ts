import { isRecord } from '#schemas/rules/is-record.ts'
import { resolveRef } from '#schemas/rules/json-schema/json-schema.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'

type Schema = Readonly<Record<string, unknown>>

const deepest = 12

/**
 * A value without texts that show nothing, such as blanks alone: inside objects they become null where the schema allows that and are
 * left out elsewhere, in lists and among the texts of a translated field they become empty texts, and a text itself becomes null. Texts
 * that show something stay as they are, blanks at their ends included; so does what is `stored` already, a password, and what is only
 * read. `schema` is that of the field, `root` the one that its `$ref` leads into.
 */
export function withoutBlankTexts(root: object, schema: unknown, value: unknown, stored?: unknown, translated = false): unknown {
  if (translated && isRecord(value))
    return changed(value, (text, locale) => blankless(root, schema, text, isRecord(stored) ? stored[locale] : undefined, 0) ?? '')
  const filled = blankless(root, schema, value, stored, 0)
  return filled === undefined ? null : filled
}

/** Undefined for a text that shows nothing. */
function blankless(root: object, part: unknown, value: unknown, stored: unknown, depth: number): unknown {
  if (!isRecord(part) || depth > deepest) return value
  const schema = typeof part.$ref === 'string' ? resolveRef(root, part.$ref) : part
  if (!isRecord(schema) || schema.readOnly === true) return value
  if (typeof value === 'string') return value !== '' && value !== stored && isText(schema) && isEmpty(value) ? undefined : value
  if (Array.isArray(value)) {
    const storedItems = Array.isArray(stored) ? stored : []
    const items = value.map((item: unknown, at) => {
      const filled = blankless(root, schema.items, item, storedItems[at], depth + 1)
      return filled === undefined ? '' : filled
    })
    return items.every((item, at) => item === value[at]) ? value : items
  }
  const { properties } = schema
  if (!isRecord(value) || !isRecord(properties)) return value
  return changed(value, (item, name) => {
    if (!Object.hasOwn(properties, name)) return item
    const filled = blankless(root, properties[name], item, isRecord(stored) ? stored[name] : undefined, depth + 1)
    return filled === undefined && typeof item === 'string' && allowsNull(properties[name]) ? null : filled
  })
}

/** An object with each value changed, and without those that become undefined; itself where nothing changes. */
function changed(value: Record<string, unknown>, change: (item: unknown, name: string) => unknown): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => [name, change(item, name)])
  return entries.every(([name, item]) => item === value[name])
    ? value
    : Object.fromEntries(entries.filter(([, item]) => item !== undefined))
}

const isText = ({ type, format, ...schema }: Schema): boolean => {
  const types = [type].flat()
  const isOpen = schema.enum === undefined && schema.const === undefined
  return isOpen && format !== 'password' && types.includes('string') && types.every((one) => one === 'string' || one === 'null')
}

const allowsNull = (schema: unknown): boolean => isRecord(schema) && [schema.type].flat().includes('null')
