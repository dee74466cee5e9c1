import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { findWidget } from '#renderer/registry/widgets.ts'
import { typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { humanise } from '#renderer/form/schema/label.ts'
import { isPlain } from '#renderer/form/schema/plain-schema.ts'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import type { Rows } from './use-rows.ts'
import { choicesOf, widgetNameOf, type Choice } from '#renderer/form/schema/widget-name.ts'

/** One property of the rows of a list, as a column. */
export interface TableColumn {
  name: string
  title: string
  /** Name of the widget that edits a cell. */
  widget: string
  kind: 'text' | 'number' | 'choice' | 'flag' | 'date' | 'moment' | 'phone' | 'record'
  schema: FieldSchema
  uiSchema: Record<string, unknown>
  ui: FormDocumentFieldUi
  choices: readonly Choice[] | undefined
  required: boolean
  /** Whether its value is a list. */
  several: boolean
}

/** More rows than this are a table where they can be. */
const mostCards = 30

/**
 * Columns of a list that is drawn as a table: the one that its looks call so, and the one that may have many rows, where
 * each value fits on one line. Undefined for a list of cards, which a few rows always are in a narrow window.
 */
export function tableColumns(
  { itemSchema, most, count }: Pick<Rows, 'itemSchema' | 'most' | 'count'>,
  ui: FormDocumentFieldUi,
  itemUi: Record<string, unknown>,
  isNarrow = false,
): TableColumn[] | undefined {
  // On a phone a table would be cut at its edge.
  if (isNarrow && count <= mostCards) return undefined
  if (ui.rows_as === 'cards' || (ui.rows_as !== 'table' && most <= mostCards && count <= mostCards)) return undefined
  if (!isPlain(itemSchema) || typeOf(itemSchema) !== 'object' || widgetNameOf(itemSchema, uiOf(itemUi)) !== undefined) return undefined
  const columns: TableColumn[] = []
  for (const [name, schema] of Object.entries(itemSchema.properties ?? {})) {
    const uiSchema = (itemUi[name] ?? {}) as Record<string, unknown>
    if (widgetNameOf(schema, uiOf(uiSchema)) === 'hidden') continue
    const column = tableColumn(name, schema, uiSchema, itemSchema.required?.includes(name) ?? false)
    if (!column) return undefined
    columns.push(column)
  }
  return columns.length > 0 ? columns : undefined
}

/** The columns that are summed up, in the order of the rows' fields: those of `totals` that are numbers and that the form has. */
export function totalColumns(itemSchema: FieldSchema, ui: FormDocumentFieldUi, itemUi: Record<string, unknown>): TableColumn[] {
  const wanted = new Set(Array.isArray(ui.totals) ? ui.totals : [])
  return Object.entries(itemSchema.properties ?? {}).flatMap(([name, schema]) => {
    const column = wanted.has(name) ? cellColumn(name, schema, (itemUi[name] ?? {}) as Record<string, unknown>, false) : undefined
    return column?.kind === 'number' ? [column] : []
  })
}

/** One field as a column; undefined where its value does not fit on one line. */
export function tableColumn(
  name: string,
  schema: FieldSchema,
  uiSchema: Record<string, unknown>,
  required: boolean,
): TableColumn | undefined {
  const column = cellColumn(name, schema, uiSchema, required)
  return column === undefined || column.several || findWidget(column.widget, 'field')?.line !== true ? undefined : column
}

/** One field as it is edited in a cell: one line, or several values that are chosen or written one after the other. */
export function cellColumn(
  name: string,
  schema: FieldSchema,
  uiSchema: Record<string, unknown>,
  required: boolean,
): TableColumn | undefined {
  const ui = uiOf(uiSchema)
  const widget = widgetNameOf(schema, ui)
  const known = widget === undefined ? undefined : findWidget(widget, 'field')
  const several = typeOf(schema) === 'array' || ui.multiple === true
  if (widget === undefined || !known || !isPlain(schema) || !(several ? known.several : (known.line ?? known.several))) return undefined
  return {
    name,
    widget,
    several,
    title: ui.title ?? schema.title ?? humanise(name),
    kind: known.choosesRecords ? 'record' : kindOf(schema, ui),
    schema,
    uiSchema,
    ui,
    choices: choicesOf(schema, ui),
    required,
  }
}

function kindOf(schema: FieldSchema, ui: FormDocumentFieldUi): TableColumn['kind'] {
  const type = typeOf(schema)
  if (choicesOf(schema, ui)) return 'choice'
  if (schema.references !== undefined || ui.endpoint !== undefined || ui.combo !== undefined) return 'record'
  if (type === 'object') return 'phone'
  if (type === 'boolean') return 'flag'
  if (type === 'integer' || type === 'number' || schema.format === 'decimal') return 'number'
  return schema.format === 'date' ? 'date' : schema.format === 'date-time' ? 'moment' : 'text'
}

/** Controls of two parts want more room than others, in pixels. */
const widths: Partial<Record<TableColumn['kind'], number>> = { moment: 220, phone: 260, record: 180 }
const leastWidth = 120
const numberWidth = 48

/** How wide the columns are at least, and how they share what is left, for CSS. */
export function columnWidths(columns: readonly TableColumn[]): { template: string; least: string } {
  const all = columns.map(({ kind }) => widths[kind] ?? leastWidth)
  return {
    template: `${numberWidth}px ${all.map((width) => `minmax(${width}px, ${width}fr)`).join(' ')}`,
    least: `${numberWidth + all.reduce((sum, width) => sum + width, 0)}px`,
  }
}
