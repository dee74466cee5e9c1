import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument, GridColumn, GridDocument, GridQuickView } from '#schemas/types/contract.d.ts'
import { entityAccess, type FieldSchema } from './entity-field.ts'
import { expandColumn } from './expand-column.ts'
import { createModalCollector } from './expand-modal.ts'
import { may, type Expansion } from './expansion.ts'
import { mayReach } from './reach.ts'
import type { Owned } from './registry.ts'

export const systemFields = ['created_at', 'created_by', 'updated_at', 'updated_by']

/**
 * How a record of a grid is shown beside it: by the blocks of the entity's screen `view` where this reader may open it, else field by
 * field, as the grid's columns or the entity have it. Nothing where the generic `single` does not answer its records.
 */
export function expandQuickView(
  expansion: Expansion,
  grid: GridDocument,
  entity: Owned<EntityDocument> | undefined,
  columns: readonly GridColumn[],
): GridQuickView | undefined {
  const isWanted = grid.quick_view ?? grid.endpoint === undefined
  if (!entity || !isWanted || entity.document.generic === 'none' || !may(expansion, entityAccess(entity.document, 'read'))) return undefined
  const screen = `${entity.module}-${entity.document.name.replaceAll('_', '-')}-view`
  const isThere = expansion.registry.screens.has(screen) && mayReach(expansion, { name: screen })
  const isDrawn = isThere && showsTimeline(expansion.registry.screens.get(screen)!.document.body)
  return {
    model: entity.document.name,
    fields: recordFields(expansion, entity, columns),
    ...(hasOwnTitle(entity.document) && { display: entity.document.display }),
    ...(isThere && { screen }),
    ...(entity.document.timeline && !isDrawn && { timeline: true }),
  }
}

/** The fields of a record that cells can show, read only; as `columns` have them where they are among those. */
export function recordFields(expansion: Expansion, entity: Owned<EntityDocument>, columns: readonly GridColumn[] = []): GridColumn[] {
  const known = new Map(columns.map((column) => [column.key.split('.')[0]!, column]))
  const names = Object.entries(entity.document.schema.properties as Record<string, FieldSchema>).flatMap(([name, schema]) =>
    isShown(schema) ? [name] : [],
  )
  return [...names, ...systemFields]
    .flatMap((name) => known.get(name) ?? expandColumn(expansion, entity, name, createModalCollector()) ?? [])
    .map(readOnly)
}

/** Whether records have a field `title` and are called by more. Others are answered with what they are called as their `title`. */
const hasOwnTitle = ({ schema, display = '{title}' }: EntityDocument): boolean =>
  Object.hasOwn(schema.properties, 'title') && display !== '{title}'

/** Whether a timeline is among the blocks, at any depth. */
const showsTimeline = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.some(showsTimeline)
    : isRecord(body) && (typeof body.timeline === 'string' || [body.body, body.columns, body.tabs].some(showsTimeline))

/** Whether a cell can show the value. Formatted texts, secrets and objects are shown on the record's page only. */
export function isShown(schema: FieldSchema): boolean {
  const types = [schema.type].flat()
  if (schema.format === 'html' || schema.format === 'password' || schema.format === 'seo') return false
  if (types.includes('array')) return schema.items?.type !== 'object' || schema.items.format === 'file'
  return !types.includes('object') || ['file', 'phone', 'mobile'].includes(String(schema.format))
}

/** A column as a quick view shows it: without links, editing, sorting, summary, pinning and width. */
export function readOnly(column: GridColumn): GridColumn {
  const {
    freeze: _freeze,
    width: _width,
    editable: _editable,
    action: _action,
    to: _to,
    sortable: _sortable,
    summary: _summary,
    card: _card,
    ...plainColumn
  } = column
  return plainColumn.cell === 'link' ? { ...plainColumn, cell: 'text' } : plainColumn
}
