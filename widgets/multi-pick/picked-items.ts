import { isRecord } from '#schemas/rules/is-record.ts'
/** The stored value of a chosen item. */
export interface PickedItem {
  id: string | number
  title: string
  group: string | number | null
  group_title: string | null
}

interface Group {
  key: string
  title: string | null
  items: PickedItem[]
}

const isKey = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** A row of a response, an option or a stored item as an item; undefined without an id. */
export function readItem(row: unknown): PickedItem | undefined {
  if (!isRecord(row)) return undefined
  const id = row.id ?? row.value
  if (!isKey(id)) return undefined
  const group = isKey(row.group) && row.group !== '' ? row.group : null
  const groupTitle = typeof row.group_title === 'string' && row.group_title !== '' ? row.group_title : group === null ? null : String(group)
  return { id, title: typeof row.title === 'string' && row.title !== '' ? row.title : String(id), group, group_title: groupTitle }
}

/** Items by group, in the order of the first item of each group. */
export function groupItems(items: readonly PickedItem[]): Group[] {
  const groups = new Map<string, PickedItem[]>()
  for (const item of items) groups.set(String(item.group ?? ''), [...(groups.get(String(item.group ?? '')) ?? []), item])
  return [...groups].map(([key, inside]) => ({ key, title: inside[0]?.group_title ?? null, items: inside }))
}

/** Moves an item past its neighbour in the same group; returns the same list if there is none. */
export function moveItem(items: readonly PickedItem[], id: PickedItem['id'], by: 1 | -1): PickedItem[] {
  const groups = groupItems(items)
  for (const group of groups) {
    const at = group.items.findIndex((item) => item.id === id)
    const other = group.items[at + by]
    if (at < 0 || !other) continue
    group.items[at + by] = group.items[at]!
    group.items[at] = other
  }
  return groups.flatMap((group) => group.items)
}
