import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument, FormDocument, FormDocumentFieldUi, FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { layoutFields } from '#schemas/rules/conditions/form-conditions.ts'
import { partsOfLayout } from '#schemas/rules/conditions/layout-parts.ts'
import { isRequiredBy } from '#schemas/rules/validation/rule-string.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkCall } from '#schemas/check/module/check-calls.ts'
import { checkConstants, checkOptions, checkTree, checkValuesOf, checkWidgetValue, expectValue } from './check-form-values.ts'
import { rowOf } from '#schemas/rules/conditions/condition-fields.ts'
import { isEarlier } from '#schemas/rules/calendar/time-limits.ts'
import { kindOf } from './field-kinds.ts'
import { formCycles } from './form-cycles.ts'
import { missing, type FieldSchema, type Lookup } from '#schemas/check/scope.ts'
import { inside } from '#schemas/check/schema/schema-part.ts'

/** Checks that the smallest value that a field offers is not after the largest one: it could never be filled in. */
function checkLimits(document: CheckedDocument, pointer: string, { min, max }: FormDocumentFieldUi): void {
  const isCrossed =
    typeof min === 'number' && typeof max === 'number'
      ? min > max
      : typeof min === 'string' && typeof max === 'string' && isEarlier(max, min)
  if (isCrossed) error(document, at(pointer, 'min'), `nothing fits: "min" ${String(min)} is after "max" ${String(max)}`)
}

/** Checks that fields, layout and conditions of a form name properties of its entity or its schema. */
export function checkForm(document: CheckedDocument, pointer: string, form: FormDocument): void {
  const { scope } = document
  if (!form.entity && !form.schema) return error(document, pointer, 'a form needs an "entity" or a "schema"')
  const entity = form.entity
    ? expectFound(document, at(pointer, 'entity'), scope.entity(form.entity), `there is no entity "${form.entity}"`)
    : undefined
  if (form.entity && !entity) return

  const find = (path: string): Lookup<FieldSchema> => {
    const ownProperties = isRecord(form.schema?.properties) ? form.schema.properties : {}
    // A name may itself contain a dot.
    if (Object.hasOwn(ownProperties, path) && isRecord(ownProperties[path])) return { found: ownProperties[path], module: scope.name }
    const inSchema = isRecord(form.schema) ? inside(form.schema, form.schema, path) : undefined
    if (inSchema) return { found: inSchema, module: scope.name }
    if (entity) return scope.field(entity, path)
    return missing(path, Object.keys(ownProperties))
  }
  const expectField = (path: string, where: string, atKey = false): void => {
    expectFound(
      document,
      where,
      find(path),
      `there is no field "${path}"${entity ? ` in the entity "${entity.name}"` : ' in the schema'}`,
      atKey,
    )
  }
  const conditions = (node: unknown, where: string, row = ''): void => {
    if (!isRecord(node)) return
    for (const name of Object.keys(isRecord(node.properties) ? node.properties : {}))
      expectField(row + name, at(where, 'properties', name), true)
    if (Array.isArray(node.required)) node.required.forEach((name, index) => expectField(row + String(name), at(where, 'required', index)))
    for (const key of ['allOf', 'anyOf', 'oneOf'])
      if (Array.isArray(node[key])) node[key].forEach((inner, index) => conditions(inner, at(where, key, index), row))
    for (const key of ['not', 'if', 'then', 'else']) conditions(node[key], at(where, key), row)
  }
  const layout = (items: FormDocumentLayoutItem[], where: string): void =>
    items.forEach((item, index) => {
      const here = at(where, index)
      if (typeof item === 'string') return expectField(item, here)
      for (const { items, way, visible } of partsOfLayout(item)) {
        layout(items, at(here, ...way))
        const visiblePointer = at(here, ...way.slice(0, -1), 'visible')
        conditions(visible, visiblePointer)
        if (isRecord(visible)) for (const { field } of layoutFields(items)) expectDispensable(field, visiblePointer)
      }
    })
  // A hidden field is not sent, so a record that always requires it could not be saved.
  const expectDispensable = (path: string, where: string): void => {
    if (entity && isAlwaysRequired(entity, path, find))
      error(
        document,
        where,
        `the entity "${entity.name}" requires "${path}" also while it is hidden here: nothing could be saved then. Take it from what the entity requires and let the form ask for it while it is shown ("ui": { "${path}": { "required": true } }), or give it a default`,
      )
  }

  const placed = new Set<string>()
  const once = (items: FormDocumentLayoutItem[], where: string): void =>
    items.forEach((item, index) => {
      if (typeof item === 'string') {
        if (placed.has(item)) error(document, at(where, index), `the field "${item}" is there twice`)
        placed.add(item)
      } else for (const { items, way } of partsOfLayout(item)) once(items, at(where, index, ...way))
    })
  once(form.layout ?? [], at(pointer, 'layout'))
  const listed = new Set<string>()
  form.fields?.forEach((path, index) => {
    if (listed.has(path)) error(document, at(pointer, 'fields', index), `the field "${path}" is there twice`)
    listed.add(path)
  })
  if (form.layout && placed.size > 0 && makesRecords(document, pointer))
    for (const name of requiredOf(form, entity)) {
      if (![...placed, ...listed].some((path) => path.split(/[.[]/)[0] === name) && !Object.hasOwn(form.data ?? {}, name))
        warn(
          document,
          at(pointer, 'layout'),
          `the field "${name}" is required and not in the layout: a new record cannot be saved by this form`,
        )
    }
  checkValuesOf(document, at(pointer, 'data'), form.data ?? {}, find)
  for (const [path, ui] of Object.entries(form.ui ?? {}) as [string, FormDocumentFieldUi][]) {
    const row = rowOf(path)
    const findInRow = (name: string): Lookup<FieldSchema> => find(row + name)
    for (const { node, way } of conditionsOf(ui)) {
      checkConstants(document, at(pointer, 'ui', path, ...way), node, findInRow)
      conditions(node, at(pointer, 'ui', path, ...way), row)
    }
    ui.value?.forEach((rule, index) => expectValue(document, at(pointer, 'ui', path, 'value', index, 'set'), path, rule.set, find))
    checkOptions(document, at(pointer, 'ui', path, 'options'), path, ui.options, find)
    checkTree(document, at(pointer, 'ui', path), path, ui as Record<string, unknown>, find)
  }
  for (const { field, pointer: where, way, isValue } of formCycles(form))
    error(
      document,
      pointer + where,
      `"${field}" ${isValue ? 'has its value' : 'is shown'} depending on itself: the conditions go in a circle (${way.join(' → ')})`,
    )
  form.fields?.forEach((path, index) => expectField(path, at(pointer, 'fields', index)))
  for (const [paths, place] of [[form.fields ?? [], 'fields'] as const, [[...placed], 'layout'] as const])
    paths.forEach((path) => {
      if (find(path).found?.edit === 'own')
        error(
          document,
          at(pointer, place),
          `the rows of "${path}" are written one by one ("edit": "own"), so no form of their record has them`,
        )
    })
  layout(form.layout ?? [], at(pointer, 'layout'))
  for (const name of Object.keys(form.data ?? {})) expectField(name, at(pointer, 'data', name), true)
  for (const [path, ui] of Object.entries(form.ui ?? {}) as [string, FormDocumentFieldUi][]) {
    const here = at(pointer, 'ui', path)
    expectField(path, here, true)
    if (isRecord(ui.visible)) expectDispensable(path, at(here, 'visible'))
    ui.columns?.forEach((name, index) => expectField(`${path}[].${name}`, at(here, 'columns', index)))
    ui.totals?.forEach((name, index) => checkTotal(document, at(here, 'totals', index), name, ui.columns, find(`${path}[].${name}`)))
    if (ui.scan) checkScan(document, at(here, 'scan'), ui.scan, ui.columns, (name) => find(`${path}[].${name}`))
    if (!entity?.storage?.translate?.includes(path)) checkWidgetValue(document, here, ui, path, find(path).found)
    checkLimits(document, here, ui)
    if (isRecord(ui.check) && typeof ui.check.endpoint === 'string')
      checkCall(
        document,
        at(here, 'check'),
        { name: ui.check.endpoint, params: { value: '', ...(isRecord(ui.check.params) && ui.check.params) } },
        { key: 'endpoint', method: 'GET' },
      )
    if (isRecord(ui.create) && typeof ui.create.modal === 'string')
      expectFound(document, at(here, 'create', 'modal'), document.scope.modal(ui.create.modal), `there is no modal "${ui.create.modal}"`)
    if (isRecord(ui.create) && typeof ui.create.endpoint === 'string')
      checkCall(document, at(here, 'create'), { name: ui.create.endpoint, params: undefined }, { key: 'endpoint' })
    if (typeof ui.endpoint === 'string') checkCall(document, here, { name: ui.endpoint, params: undefined }, { key: 'endpoint' })
  }
}

/** Checks that a code leads to records by one of their texts, and that the form shows what it fills in. */
function checkScan(
  document: CheckedDocument,
  pointer: string,
  { by, into, count }: NonNullable<FormDocumentFieldUi['scan']>,
  columns: readonly string[] | undefined,
  find: (name: string) => Lookup<FieldSchema>,
): void {
  for (const [key, name] of Object.entries({ into, count })) {
    const here = at(pointer, key)
    if (expectFound(document, here, find(name), `there is no field "${name}" in these rows`) && columns && !columns.includes(name))
      error(document, here, `the form does not show "${name}"`, missing(name, columns))
  }
  const [reference, number] = [find(into).found, find(count).found]
  if (number && number.type !== 'integer' && number.format !== 'decimal') error(document, at(pointer, 'count'), `"${count}" is no number`)
  if (!reference) return
  if (reference.references === undefined) return error(document, at(pointer, 'into'), `"${into}" refers to no record`)
  const target = document.scope.entity(reference.references).found
  if (target) expectFound(document, at(pointer, 'by'), document.scope.field(target, by), `there is no field "${by}" in these records`)
}

/** Checks that a field of rows that is summed up is a number, and that the form shows it. */
function checkTotal(
  document: CheckedDocument,
  pointer: string,
  name: string,
  columns: readonly string[] | undefined,
  found: Lookup<FieldSchema>,
): void {
  const field = expectFound(document, pointer, found, `there is no field "${name}" in the rows of this list`)
  if (!field) return
  if (columns && !columns.includes(name))
    error(document, pointer, `"${name}" is not among the "columns" of this list, so its sum has no place`, missing(name, [...columns]))
  else if (kindOf(field) !== 'number') error(document, pointer, `"${name}" is no number, so it has no sum`)
}

/** Every condition of a field, with the path to it. */
function conditionsOf(ui: FormDocumentFieldUi): { node: unknown; way: (string | number)[] }[] {
  const own = (['visible', 'required', 'disabled'] as const).map((key) => ({ node: ui[key] as unknown, way: [key] as (string | number)[] }))
  const offered = Array.isArray(ui.options)
    ? ui.options.map((option, index) => ({ node: option?.when as unknown, way: ['options', index, 'when'] }))
    : []
  const set = Array.isArray(ui.value) ? ui.value.map((rule, index) => ({ node: rule?.when as unknown, way: ['value', index, 'when'] })) : []
  const reasons = (ui.disabled_reasons ?? []).map((reason, index) => ({
    node: reason.when as unknown,
    way: ['disabled_reasons', index, 'when'],
  }))
  return [...own, ...offered, ...set, ...reasons].filter(({ node }) => node !== undefined)
}

const callsSave = (submit: unknown): boolean => isRecord(submit) && isRecord(submit.options) && submit.options.name === 'save'

/** Whether a screen draws this form without data, to create a record. */
function makesRecords({ kind, name, scope }: CheckedDocument, pointer: string): boolean {
  const draws = (node: unknown): boolean =>
    node !== null &&
    typeof node === 'object' &&
    ((isRecord(node) && node.form === name && node.data === undefined && (node.submit === 'save' || callsSave(node.submit))) ||
      Object.values(node).some(draws))
  return kind === 'form' && pointer === '' && Object.values(scope.own.screens).some(draws)
}

/** Required fields that have no default. */
function requiredOf(form: FormDocument, entity: EntityDocument | undefined): string[] {
  const schemas = [entity?.schema, form.schema].filter(isRecord)
  const properties = Object.assign({}, ...schemas.map((schema) => schema.properties)) as Record<string, FieldSchema>
  const listed = schemas.flatMap((schema) => (Array.isArray(schema.required) ? schema.required.map(String) : []))
  return [...new Set([...listed, ...Object.keys(properties).filter((name) => isRequiredBy(properties[name]?.rules))])].filter(
    (name) => properties[name] && properties[name].default === undefined,
  )
}

/** Whether a field is required unconditionally. */
function isAlwaysRequired(entity: EntityDocument, path: string, find: (path: string) => Lookup<FieldSchema>): boolean {
  const field = find(path).found
  const end = path.lastIndexOf('.')
  const around = end === -1 ? entity.schema : find(path.slice(0, end)).found
  const holder: unknown = path.slice(0, end).endsWith('[]') && isRecord(around) && isRecord(around.items) ? around.items : around
  const listed: unknown = isRecord(holder) ? holder.required : undefined
  return (
    field !== undefined &&
    field.default === undefined &&
    (isRequiredBy(field.rules) || (Array.isArray(listed) && listed.includes(path.slice(end + 1))))
  )
}
