import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { isDecimal } from '#schemas/rules/numbers/decimal.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { valueKey } from '#schemas/rules/values/same-value.ts'
import { at, error, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkConditionTypes } from './keyword-types.ts'
import { missing, type FieldSchema, type Lookup } from '#schemas/check/scope.ts'
import { ruleFault, valueFault } from '#schemas/check/value-fault.ts'

/** Checks that a widget produces values of its field's type. */
export function checkWidgetValue(
  document: CheckedDocument,
  pointer: string,
  ui: FormDocumentFieldUi,
  path: string,
  field: FieldSchema | undefined,
): void {
  const widgets = document.scope.context.widgets
  const manifest = ui.widget !== undefined && widgets && Object.hasOwn(widgets, ui.widget) ? widgets[ui.widget] : undefined
  const [made, fieldTypes] = [typesOf(manifest?.value), typesOf(field)]
  const form = (manifest?.value as { format?: unknown } | undefined)?.format
  if (form === 'html' && field && field.format !== form)
    warn(document, at(pointer, 'widget'), `"${path}" has no "format": "${form}" in the entity, so the server stores what is sent as it is`)
  if (manifest?.kind !== 'field' || made.length === 0 || fieldTypes.length === 0 || made.some((type) => fieldTypes.includes(type))) return
  const fitting = Object.values(widgets!)
    .filter((widget) => widget.kind === 'field' && typesOf(widget.value).some((type) => fieldTypes.includes(type)))
    .map((widget) => widget.name)
  error(
    document,
    at(pointer, 'widget'),
    `the widget "${manifest.name}" makes ${made.join(' or ')}, and "${path}" is ${fieldTypes.join(' or ')}`,
    { allowed: fitting },
  )
}

/** Types that a schema names, without null; integers count as numbers. */
function typesOf(schema: unknown): string[] {
  if (!isRecord(schema)) return []
  const named =
    schema.type === undefined && Array.isArray(schema.enum)
      ? schema.enum.map((value) => (value === null ? 'null' : typeof value))
      : ([] as unknown[]).concat(schema.type ?? []).map(String)
  return [...new Set(named.map((type) => (type === 'integer' ? 'number' : type)).filter((type) => type !== 'null'))]
}

/** Checks the values that a form gives to a new record against the type, the enum and the rules of their fields. */
export function checkValuesOf(
  document: CheckedDocument,
  pointer: string,
  values: object,
  find: (path: string) => Lookup<FieldSchema>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const before = document.source.problems.length
    expectValue(document, at(pointer, name), name, value, find)
    const field = find(name).found
    if (!field || document.source.problems.length > before || (typeof value === 'string' && value.includes('{'))) continue
    const fault = ruleFault(field, value)
    if (fault !== undefined) error(document, at(pointer, name), `${JSON.stringify(value)} is no value of "${name}" (${fault})`)
  }
}

/** Reports a value that a field cannot have: one that is not in its list, or of another type. */
export function expectValue(
  document: CheckedDocument,
  pointer: string,
  name: string,
  value: unknown,
  find: (path: string) => Lookup<FieldSchema>,
): void {
  const field = find(name).found
  const allowed = field?.enum
  if (value === null || (typeof value === 'string' && value.includes('{'))) return
  const types = Array.isArray(allowed) ? [] : ([] as unknown[]).concat(field?.type ?? []).map(String)
  // A translated text may be given once for all locales, or by locale.
  if (types.length > 0 && !types.includes('object') && !isValid({ type: types }, value))
    return error(
      document,
      pointer,
      `${JSON.stringify(value)} is no value of "${name}", which is ${types
        .filter((type) => type !== 'null')
        .map((type) => typeWords[type] ?? type)
        .join(' or ')}`,
    )
  if (!Array.isArray(allowed) && field?.format === 'decimal' && typeof value === 'string' && !isDecimal(value))
    return error(document, pointer, `${JSON.stringify(value)} is no value of "${name}", which is a decimal number as text`)
  if (!Array.isArray(allowed) || allowed.includes(value)) return
  error(document, pointer, `${JSON.stringify(value)} is no value of "${name}"`, missing(String(value), allowed.map(String)))
}

const typeWords: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
}

/** Checks that the choices of a field are values of the field, or of its list's items, each listed once. */
export function checkOptions(
  document: CheckedDocument,
  pointer: string,
  path: string,
  options: unknown,
  find: (path: string) => Lookup<FieldSchema>,
): void {
  if (!Array.isArray(options)) return
  const field = find(path).found
  const isList = field !== undefined && isRecord(field.items)
  const findOne = (name: string): Lookup<FieldSchema> => (isList ? { found: field.items!, module: '' } : find(name))
  const seen = new Set<string>()
  for (const [index, option] of options.entries()) {
    if (!isRecord(option) || !('value' in option)) continue
    const before = document.source.problems.length
    expectValue(document, at(pointer, index, 'value'), path, option.value, findOne)
    if (document.source.problems.length === before)
      expectStorable(document, at(pointer, index, 'value'), path, option.value, findOne(path).found)
    const key = valueKey(option.value)
    if (seen.has(key)) error(document, at(pointer, index, 'value'), `the choice ${JSON.stringify(option.value)} is there twice`)
    seen.add(key)
  }
}

/** Checks the values of a tree of choices (`{ value, children }`) as `checkOptions` does; what cannot be chosen is left out. */
export function checkTree(
  document: CheckedDocument,
  pointer: string,
  path: string,
  { tree, leaves_only: leavesOnly }: Record<string, unknown>,
  find: (path: string) => Lookup<FieldSchema>,
): void {
  const field = find(path).found
  const item = isRecord(field?.items) ? field.items : field
  const visit = (nodes: unknown, here: string): void => {
    if (!Array.isArray(nodes)) return
    nodes.forEach((node, index) => {
      if (!isRecord(node)) return
      const place = at(here, index)
      const hasMore = Array.isArray(node.children) && node.children.length > 0
      if (node.disabled !== true && !(leavesOnly === true && hasMore) && node.value !== undefined) {
        const before = document.source.problems.length
        expectValue(document, at(place, 'value'), path, node.value, () => ({ found: item ?? {}, module: '' }))
        if (document.source.problems.length === before) expectStorable(document, at(place, 'value'), path, node.value, item)
      }
      visit(node.children, at(place, 'children'))
    })
  }
  visit(tree, at(pointer, 'tree'))
}

/** Checks that a choice can be saved, by the schema and the rules of its field. */
export function expectStorable(
  document: CheckedDocument,
  pointer: string,
  path: string,
  value: unknown,
  field: FieldSchema | undefined,
  root?: object,
): void {
  const isOpen = !field || [field.type].flat().some((type) => type === 'object' || type === 'array')
  if (isOpen || value === null || (typeof value === 'string' && value.includes('{'))) return
  const fault = valueFault(field, value, root)
  if (fault !== undefined)
    error(document, pointer, `${JSON.stringify(value)} is no value of "${path}" (${fault}), so it could be chosen and never stored`)
}

/** Checks that `const` and `enum` of a condition are values that the field can have. */
export function checkConstants(
  document: CheckedDocument,
  pointer: string,
  node: unknown,
  find: (path: string) => Lookup<FieldSchema>,
): void {
  if (!isRecord(node)) return
  for (const [name, part] of Object.entries(isRecord(node.properties) ? node.properties : {})) {
    if (!isRecord(part)) continue
    const here = at(pointer, 'properties', name)
    const field = find(name).found
    if (field) checkConditionTypes(document, here, part, { ...field })
    if (part.const !== undefined) expectValue(document, at(here, 'const'), name, part.const, find)
    if (Array.isArray(part.enum)) part.enum.forEach((value, index) => expectValue(document, at(here, 'enum', index), name, value, find))
  }
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(node[key])) node[key].forEach((inner, index) => checkConstants(document, at(pointer, key, index), inner, find))
  for (const key of ['not', 'if', 'then', 'else']) checkConstants(document, at(pointer, key), node[key], find)
}
