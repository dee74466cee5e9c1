import type { EntityDocument, FormAnswer, FormDocumentFieldUi, GridColumn, GridDocument, GridGrid } from '#schemas/types/contract.d.ts'
import { isCellField } from '#schemas/check/form/field-kinds.ts'
import { entityAccess, fieldName, mayReadField, type FieldSchema } from './entity-field.ts'
import { expandForm } from './expand-form.ts'
import { may, type Expansion } from './expansion.ts'
import { mayCall } from './reach.ts'
import { isTranslated, withheldWhen, wireName } from './form-properties.ts'
import { rulesFor } from './record-rules.ts'
import type { Owned } from './registry.ts'

/** Cells that show a text by its meaning (a colour, an address …); the field widgets of the same name edit it. */
const drawnCells: ReadonlySet<string> = new Set(['color', 'icon'])

type Edited = Pick<GridGrid, 'edit'> & { columns: GridColumn[] }

/**
 * How cells of a grid are edited by this reader: a form of the fields whose columns are `editable`, and in each of these columns
 * the name of its field. Nothing where nobody may write the records by the generic call.
 */
export function expandEdit(
  expansion: Expansion,
  grid: GridDocument,
  entity: Owned<EntityDocument> | undefined,
  columns: GridColumn[],
): Edited {
  const wanted = new Set(grid.columns.flatMap((column) => (typeof column !== 'string' && column.editable ? [column.key] : [])))
  const fields = entity ? columns.map(({ key }) => key).filter((key) => wanted.has(key) && isCellField(propertyOf(entity, key))) : []
  if (!entity || fields.length === 0 || !maySave(expansion, entity)) return { columns }
  const ui = Object.fromEntries(
    columns.flatMap(({ key, cell, currency }): [string, FormDocumentFieldUi][] =>
      fields.includes(key) && (currency || drawnCells.has(cell))
        ? [[key, { ...(currency && { currency }), ...(drawnCells.has(cell) && { widget: cell }) }]]
        : [],
    ),
  )
  const form = inOwnLocale(
    expandForm(expansion.registry, expansion.reader, entity.module, { entity: entity.document.name, fields, ui }, undefined, {
      isLive: false,
    }),
    entity,
  )
  const known = form.schema.properties as Record<string, FieldSchema>
  const edited = columns.map((column) => {
    const name = wireName(entity.document, column.key)
    return wanted.has(column.key) && Object.hasOwn(known, name) && known[name]!.readOnly !== true ? { ...column, editable: name } : column
  })
  return edited.every(({ editable }) => !editable)
    ? { columns }
    : { columns: edited, edit: { model: entity.document.name, save: grid.edit?.save ?? 'immediate', form } }
}

/** Field by which this reader reorders rows: he may write it, and sees every row of the order. */
export function expandReorder(
  expansion: Expansion,
  { reorder }: GridDocument,
  entity: Owned<EntityDocument> | undefined,
): { reorder?: string; reorder_call?: string; reorder_method?: 'PUT' } {
  if (
    !entity ||
    reorder === undefined ||
    !may(expansion, entityAccess(entity.document, 'write')) ||
    !mayReadField(expansion, entity, reorder) ||
    withheldWhen(expansion, entity.document, reorder) !== false
  )
    return {}
  const isLimited = (['read', 'write'] as const).some((kind) => rulesFor(expansion.reader, entity.document, kind) !== undefined)
  const call = entity.document.calls?.reorder
  if (isLimited || (call !== undefined && !mayCall(expansion, call))) return {}
  const isPut = call !== undefined && expansion.registry.endpoints.get(`1/${call}`)?.document.method === 'PUT'
  return { reorder, ...(call !== undefined && { reorder_call: call }), ...(isPut && { reorder_method: 'PUT' }) }
}

const maySave = (expansion: Expansion, { document }: Owned<EntityDocument>): boolean => {
  const { generic = 'all', calls } = document
  return (calls?.save === undefined ? generic === 'all' : mayCall(expansion, calls.save)) && may(expansion, entityAccess(document, 'write'))
}

const propertyOf = ({ document }: Owned<EntityDocument>, key: string): FieldSchema =>
  (document.schema.properties as Record<string, FieldSchema>)[fieldName(document, key)] ?? {}

/** Of a translated field a cell shows and edits the text in the reader's language. */
function inOwnLocale(form: FormAnswer, entity: Owned<EntityDocument>): FormAnswer {
  const properties = Object.entries((form.schema as { properties: Record<string, FieldSchema> }).properties)
  const ui = Object.entries(form.ui ?? {})
  return {
    ...form,
    schema: {
      ...form.schema,
      properties: Object.fromEntries(properties.map(([name, schema]) => [name, isTranslated(schema) ? propertyOf(entity, name) : schema])),
    },
    ui: Object.fromEntries(
      ui.map(([name, { input, widget, ...look }]) => [
        name,
        widget === 'locale-map'
          ? { ...look, ...(typeof input === 'string' && { widget: input }) }
          : { ...look, ...(widget !== undefined && { widget }), ...(input !== undefined && { input }) },
      ]),
    ),
  }
}
