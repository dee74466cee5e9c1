import { isWhereGroup, type WhereCondition, type WhereNode, type WhereOperator } from '#schemas/rules/conditions/where.ts'
import { fieldLabel, fieldOptions, findField, type EntityField } from '#server/documents/entity-field.ts'
import type { Expansion } from '#server/documents/expansion.ts'
import { lookUpEntity, mayFindNames, mayReadAll, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows } from '#server/model/read.ts'
import { titlesOf } from '#server/model/titles.ts'
import type { FilledWhere } from './document-where.ts'

/** What each operator asks of a field, in signs that all languages read. */
const signs: Readonly<Record<WhereOperator, (name: string, values: readonly string[]) => string>> = {
  is: (name, values) => `${name} = ${values.join(', ')}`,
  any_of: (name, values) => `${name} = ${values.join(', ')}`,
  is_not: (name, values) => `${name} ≠ ${values.join(', ')}`,
  none_of: (name, values) => `${name} ≠ ${values.join(', ')}`,
  contains: (name, [part]) => `${name} = …${part}…`,
  not_contains: (name, [part]) => `${name} ≠ …${part}…`,
  starts_with: (name, [part]) => `${name} = ${part}…`,
  between: (name, [from = '', to = '']) =>
    from === '' ? `${name} ≤ ${to}` : to === '' ? `${name} ≥ ${from}` : `${from} ≤ ${name} ≤ ${to}`,
  within: (name, [range]) => `${name} = ${range}`,
  empty: (name) => `${name} = —`,
  filled: (name) => `${name} ≠ —`,
}

/** The conditions of a `where` as a reader of the panel has them: `Status = Published, Lent = No`, with titles for what is chosen. */
export async function whereInWords(context: ModelContext, entity: ModelEntity, where: FilledWhere): Promise<string> {
  const { registry, caller } = context
  const expansion: Expansion = { registry, reader: caller, module: entity.module }
  const owner = { module: entity.module, document: entity.document }
  const conditionInWords = async ({ key, operator, values }: WhereCondition): Promise<string> => {
    const field = findField(registry, owner, key)
    const named = await Promise.all(values.map((value) => (field ? valueInWords(context, expansion, field, value) : value)))
    return signs[operator](fieldLabel(expansion, owner, key), named)
  }
  const nodeInWords = async (node: WhereNode, isOuter = false): Promise<string> => {
    if (!isWhereGroup(node)) return conditionInWords(node)
    const parts = await Promise.all(node.of.map((part) => nodeInWords(part)))
    const joined = parts.join(node.join === 'and' ? ', ' : ' / ')
    return isOuter || parts.length < 2 ? joined : `(${joined})`
  }
  return nodeInWords('conditions' in where ? where.conditions : { join: 'and', of: conditionsOf(where.fields) }, true)
}

/** Values by field as conditions; an empty value asks for an empty field. */
const conditionsOf = (fields: Readonly<Record<string, unknown>>): WhereCondition[] =>
  Object.entries(fields).map(([key, value]) => {
    const values = [value].flat().filter((one) => one !== null && one !== undefined && one !== '')
    return values.length === 0 ? { key, operator: 'empty', values: [] } : { key, operator: 'any_of', values: values.map(String) }
  })

async function valueInWords(context: ModelContext, expansion: Expansion, field: EntityField, value: string): Promise<string> {
  const title = fieldOptions(expansion, field)?.find((option) => String(option.value) === value)?.title
  if (title !== undefined) return title
  if (value === 'true' || value === 'false')
    return context.registry.message('panel', context.caller.locale, value === 'true' ? 'import.yes' : 'import.no')
  const target = lookUpEntity(context.registry, field.schema.references ?? field.schema.items?.references ?? '')
  if (!target || !/^\d{1,15}$/.test(value)) return value
  if (!mayFindNames(context, target) && !mayReadAll(context, target)) return `#${value}`
  const rows = await selectAnyRows(context, target, [Number(value)])
  return (await titlesOf(context, target, rows, {}))[0] ?? `#${value}`
}
