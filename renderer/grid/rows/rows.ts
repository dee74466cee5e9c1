import { valueOnRow } from '#schemas/rules/conditions/column-case.ts'
import { clip, nameOf, plainText } from '#schemas/rules/text/plain-text.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'

/** Whether two JSON values say the same. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && isEqualJson(left[key], right[key]))
}

/** Keeps the object of each row that did not change, so that a memoised line is not drawn again. */
export function shareRows(before: GridRow[], after: GridRow[]): GridRow[] {
  const known = new Map(before.map((row) => [row.id, row]))
  return after.map((row) => {
    const old = known.get(row.id)
    return old !== undefined && isEqualJson(old, row) ? old : row
  })
}

/** Fields that every row has and that nothing changes. */
const lasting: ReadonlySet<string> = new Set(['id', 'created_at'])

/** Whether a row's position in the order by `fields` may have changed. For a field that no column shows, any change of the row counts. */
export function isMoved(before: GridRow, after: GridRow, fields: readonly string[]): boolean {
  return fields.some((field) => {
    const [was, is] = [readCell(before, field), readCell(after, field)]
    return was === undefined && is === undefined ? !lasting.has(field) && before.version !== after.version : !isEqualJson(was, is)
  })
}

/** Replaces rows by their new versions; requested rows that were not returned are removed. */
export function replaceRows(rows: GridRow[], ids: GridRow['id'][], fresh: GridRow[]): GridRow[] {
  const wantedIds = new Set(ids.map(String))
  const byId = new Map(fresh.map((row) => [String(row.id), row]))
  return rows.flatMap((row) => {
    if (!wantedIds.has(String(row.id))) return [row]
    const next = byId.get(String(row.id))
    return next === undefined ? [] : [isEqualJson(row, next) ? row : next]
  })
}

/** Reads `author.name_full` from `row.author.name_full`; a flat key of that very name wins. */
export const readCell: (row: GridRow, key: string) => unknown = valueOnRow

const longestName = 80

type DateFormats = Pick<CellFormats, 'date' | 'datetime'>

function dateText(value: unknown, cell: GridColumn['cell'], formats: DateFormats): string | null {
  if (typeof value !== 'string') return null
  return cell === 'datetime' || cell === 'date' ? formats[cell](value) : null
}

/** A short name for a row: what names it on a card, else its first text in the list, otherwise the record's own name. */
export function rowName(row: GridRow, columns: readonly GridColumn[], formats: DateFormats): string {
  for (const { cell, key, card } of [...columns].sort((one, other) => Number(other.card === 'title') - Number(one.card === 'title'))) {
    const value = readCell(row, key)
    const text = cell === 'text' || cell === 'link' || card === 'title' ? (dateText(value, cell, formats) ?? plainText(value)) : null
    if (text !== null) return clip(text, longestName)
  }
  return nameOf(row) ?? String(row.id)
}

/** Ids after a click with shift: everything between the anchor and the row gets the row's new state. */
export function selectRange(
  rows: GridRow[],
  selected: ReadonlySet<GridRow['id']>,
  anchor: GridRow['id'] | null,
  id: GridRow['id'],
  on: boolean,
): Set<GridRow['id']> {
  const next = new Set(selected)
  const to = rows.findIndex((row) => row.id === id)
  const from = anchor === null ? -1 : rows.findIndex((row) => row.id === anchor)
  const range = from < 0 || to < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
  for (const one of range) {
    if (on) next.add(one)
    else next.delete(one)
  }
  return next
}
