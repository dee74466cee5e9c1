import { titlesKey } from '#schemas/rules/conditions/column-case.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'
import type { GridMetadata } from './expand-grid.ts'

/** Fields of a row that a grid uses, each with the fields inside that are named; an empty set means the whole value. */
type UsedFields = ReadonlyMap<string, ReadonlySet<string>>

const path = /^[A-Za-z_]\w*(\.\w+)*$/
const insertion = /\{([A-Za-z_]\w*(?:\.\w+)*)\}/g
/** What the panel reads of any row, whatever the documents say. */
const always = ['id', 'version', 'title', 'has_children', 'can_view', 'can_edit']
const named = ['id', 'title']

/** Cached by the list of modals, which is the same object for all readers of one cached expansion. */
const known = new WeakMap<GridMetadata['modals'], UsedFields>()

/**
 * The fields that columns, flags and actions of a grid may show or send: everything in its documents that looks like a field name.
 * Rather too many than too few.
 */
export function usedFields({ grid, modals }: Pick<GridMetadata, 'grid' | 'modals'>): UsedFields {
  const cachedFields = known.get(modals)
  if (cachedFields) return cachedFields
  const fields = new Map<string, Set<string>>()
  const onName = (name: string) => {
    const [head, inside] = name.replace(/^row\./, '').split('.')
    const before = fields.get(head!)
    if (inside === undefined) fields.set(head!, new Set())
    else if (!before) fields.set(head!, new Set([inside]))
    else if (before.size > 0) before.add(inside)
  }
  always.forEach(onName)
  eachName(grid, onName)
  // A modal has fields of its own: those of the row begin with its name there.
  eachName(modals, (name) => {
    if (name.startsWith('row.')) onName(name)
  })
  // A list of references is shown by the titles beside it.
  for (const name of [...fields.keys()]) fields.set(titlesKey(name), new Set())
  known.set(modals, fields)
  return fields
}

/** Calls `onName` with all that reads like the path of a field: texts, insertions, and keys, by which conditions name fields. */
function eachName(value: unknown, onName: (name: string) => void): void {
  if (typeof value === 'string') {
    if (path.test(value)) onName(value)
    for (const [, name] of value.matchAll(insertion)) onName(name!)
  } else if (Array.isArray(value)) for (const item of value) eachName(item, onName)
  else if (value !== null && typeof value === 'object')
    for (const [key, inside] of Object.entries(value)) {
      if (path.test(key)) onName(key)
      eachName(inside, onName)
    }
}

/** A row with what its grid uses. */
export function leanRow(row: GridRow, fields: UsedFields): GridRow {
  const lean: GridRow = { id: row.id }
  for (const key of Object.keys(row)) {
    const inside = fields.get(key)
    if (inside === undefined || key === 'id') continue
    const value = row[key]
    lean[key] = inside.size > 0 && isPlain(value) ? pick(value, inside) : value
  }
  return lean
}

const isPlain = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
const pick = (value: Record<string, unknown>, keys: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => keys.has(key) || named.includes(key)))
