import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { schemaAt } from '#schemas/rules/json-schema/schema-at.ts'
import type { Action, FormAnswer, FormDocumentFieldUi, FormDocumentLayoutItem, GridGrid } from '#schemas/types/contract.d.ts'

type Schema = Record<string, unknown>

/** A form whose conditions compare decimals as numbers, as their fields' formats say. */
export function formWithFormats(form: FormAnswer): FormAnswer {
  const schema = withFieldFormats(form.schema, form.schema)
  return {
    ...form,
    schema,
    ...(form.ui && {
      ui: Object.fromEntries(Object.entries(form.ui).map(([path, ui]) => [path, uiWithFormats(ui, rowSchema(schema, path))])),
    }),
    ...(form.layout && { layout: layoutWithFormats(form.layout, schema) as FormDocumentLayoutItem[] }),
  }
}

/** A grid whose actions compare decimals as numbers. */
export const gridWithFormats = (grid: GridGrid, schema: Schema): GridGrid => ({
  ...grid,
  ...(grid.toolbar && { toolbar: actionsWithFormats(grid.toolbar, schema) }),
  ...(grid.row && { row: actionsWithFormats(grid.row, schema) }),
  ...(grid.bulk && { bulk: actionsWithFormats(grid.bulk, schema) }),
  columns: grid.columns.map((column) => (column.action ? { ...column, action: actionWithFormats(column.action, schema) } : column)),
})

export const actionsWithFormats = (actions: Action[], schema: Schema): Action[] =>
  actions.map((action) => actionWithFormats(action, schema))

const actionWithFormats = (action: Action, schema: Schema): Action =>
  action.when === undefined ? action : { ...action, when: withFieldFormats(action.when, schema) }

/** A condition of a field in a row is about that row. */
function rowSchema(schema: Schema, path: string): Schema {
  const row = path.lastIndexOf('[].')
  return row === -1 ? schema : (schemaAt(schema, path.slice(0, row + 2)) ?? {})
}

function uiWithFormats(ui: FormDocumentFieldUi, schema: Schema): FormDocumentFieldUi {
  const copy: FormDocumentFieldUi = { ...ui }
  const { visible, required, disabled } = ui
  if (visible !== undefined) copy.visible = withFieldFormats(visible, schema)
  if (required !== undefined) copy.required = withFieldFormats(required, schema)
  if (disabled !== undefined) copy.disabled = withFieldFormats(disabled, schema)
  const inList = <T extends { when?: unknown }>(list: T[]): T[] =>
    list.map((one) => (one?.when === undefined ? one : { ...one, when: withFieldFormats(one.when, schema) }))
  if (Array.isArray(copy.options)) copy.options = inList(copy.options)
  if (Array.isArray(copy.value)) copy.value = inList(copy.value)
  return copy
}

/** The conditions of panels, tabs and steps, however deep. */
function layoutWithFormats(node: unknown, schema: Schema): unknown {
  if (Array.isArray(node)) return node.map((item) => layoutWithFormats(item, schema))
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'visible' ? withFieldFormats(value, schema) : layoutWithFormats(value, schema),
    ]),
  )
}
