import { isSame } from './form-path.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid, resolveRef } from '#schemas/rules/json-schema/json-schema.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import { valueKey } from '#schemas/rules/values/same-value.ts'

interface Node {
  [key: string]: unknown
}

const deepest = 12

/** Whether a value is empty at every depth: null, empty texts, empty lists and groups of those. */
const holdsNothing = (value: unknown, depth = 0): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (depth < deepest && typeof value === 'object' && Object.values(value).every((part) => holdsNothing(part, depth + 1)))

/**
 * A value without the rows that nobody filled in: objects in a list that are empty, or, with `opened`, hold only the
 * defaults that they were created with while a required part is missing. Rows that the list needs for its minimum stay,
 * so that their missing parts are reported; `stored` rows that are empty stay too. Returns the value itself if there is
 * nothing to drop.
 */
export function withoutEmptyRows(
  schema: object,
  value: unknown,
  { stored, opened = false }: { stored?: unknown; opened?: boolean } = {},
): unknown {
  return visit(schema as Node, value, stored, false, 0)

  function visit(schemaPart: unknown, present: unknown, storedPart: unknown, isRequired: boolean, depth: number): unknown {
    if (!isRecord(schemaPart) || depth > deepest) return present
    const node = (typeof schemaPart.$ref === 'string' ? resolveRef(schema, schemaPart.$ref, schemaPart) : schemaPart) as Node | undefined
    if (!isRecord(node)) return present
    if (Array.isArray(present))
      return isRecord(node.items)
        ? rows(node, node.items, present, Array.isArray(storedPart) ? storedPart : [], isRequired, depth)
        : present
    if (!isRecord(present) || !isRecord(node.properties)) return present
    const required = Array.isArray(node.required) ? node.required : []
    const { properties } = node
    let next = present
    for (const name of Object.keys(properties)) {
      if (!Object.hasOwn(present, name)) continue
      const part = visit(
        properties[name],
        present[name],
        isRecord(storedPart) && Object.hasOwn(storedPart, name) ? storedPart[name] : undefined,
        required.includes(name),
        depth + 1,
      )
      if (part !== present[name]) next = { ...next, [name]: part }
    }
    return next
  }

  function rows(
    list: Node,
    item: Node,
    present: readonly unknown[],
    storedRows: readonly unknown[],
    isRequired: boolean,
    depth: number,
  ): unknown {
    const isUnfilled = (row: unknown): boolean =>
      isRecord(row) && (holdsNothing(writtenIn(row, item)) || (opened && isAsOpened(row, item) && !isValid(item, row, { root: schema })))
    const storedKeys = present.some(isUnfilled) ? storedRows.map(valueKey) : []
    // Each stored row that is empty stands for one that stays.
    const areEmpty = present.map((row) => {
      const place = isUnfilled(row) ? storedKeys.indexOf(valueKey(row)) : undefined
      if (place !== undefined && place >= 0) storedKeys.splice(place, 1)
      return place === -1
    })
    const filled = areEmpty.filter((isEmpty) => !isEmpty).length
    const isAsked = isRequired || (typeof list.rules === 'string' && parseRules(list.rules).some(({ name }) => name === 'required'))
    let spare = Math.max(0, Math.max(typeof list.minItems === 'number' ? list.minItems : 0, isAsked ? 1 : 0) - filled)
    const next = present
      .filter((_, index) => !areEmpty[index] || spare-- > 0)
      .map((row, index) => visit(item, row, storedRows[index], false, depth + 1))
    return next.length === present.length && next.every((row, index) => row === present[index]) ? present : next
  }

  function propertiesOf(rowSchema: Node): Node {
    const item = (typeof rowSchema.$ref === 'string' ? resolveRef(schema, rowSchema.$ref, rowSchema) : rowSchema) as Node | undefined
    return isRecord(item?.properties) ? item.properties : {}
  }

  /** A row without what is computed of it. */
  function writtenIn(row: Node, rowSchema: Node): Node {
    const properties = propertiesOf(rowSchema)
    const isComputed = (field: unknown): boolean => isRecord(field) && field.computed !== undefined && field.readOnly === true
    return Object.fromEntries(Object.entries(row).filter(([name]) => !Object.hasOwn(properties, name) || !isComputed(properties[name])))
  }

  function isAsOpened(given: Node, rowSchema: Node): boolean {
    const properties = propertiesOf(rowSchema)
    return Object.entries(writtenIn(given, rowSchema)).every(([name, value]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined
      return (
        holdsNothing(value) ||
        (isRecord(field) &&
          ((Object.hasOwn(field, 'default') && isSame(value, field.default)) ||
            (Object.hasOwn(field, 'const') && isSame(value, field.const)) ||
            (isRecord(value) && isAsOpened(value, field))))
      )
    })
  }
}
