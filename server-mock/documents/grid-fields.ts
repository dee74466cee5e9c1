import type { GridMetadata } from './expand-grid.ts'

/** Fields of a row that a grid uses, each with those inside that are named; an empty set stands for the whole value. */
type UsedFields = ReadonlyMap<string, ReadonlySet<string>>

const path = /^[A-Za-z_]\w*(\.\w+)*$/
const insertion = /\{([A-Za-z_]\w*(?:\.\w+)*)\}/g
/** What the panel reads of any row, whatever the documents say. */
const always = ['id', 'version', 'title', 'has_children', 'can_view', 'can_edit']
const named = ['id', 'title']

/** Known by the modals of the answer, which stay the same object for a reader of a publication. */
const known = new WeakMap<GridMetadata['modals'], UsedFields>()

/**
 * The fields that the columns, flags and actions of a grid may show or send: everything in its documents that reads like
 * the name of a field. It names too many rather than too few.
 */
export function usedFields({ grid, modals }: Pick<GridMetadata, 'grid' | 'modals'>): UsedFields {
  const found = known.get(modals)
  if (found) return found
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
export function leanRow(row: Record<string, unknown>, fields: UsedFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([key]) => fields.has(key))
      .map(([key, value]) => {
        const inside = fields.get(key)!
        return [key, inside.size > 0 && isPlain(value) ? pick(value, inside) : value]
      }),
  )
}

const isPlain = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
const pick = (value: Record<string, unknown>, keys: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => keys.has(key) || named.includes(key)))
