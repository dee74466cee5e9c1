import type { FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'

/** A list of items inside an item of a form's layout. */
export interface LayoutPart {
  items: FormDocumentLayoutItem[]
  /** Path from the item to the list: `['tabs', 1, 'fields']`. */
  way: (string | number)[]
  /** Condition under which the part is shown; always when left out. */
  visible?: unknown
}

type Group = Exclude<FormDocumentLayoutItem, string>

/** The lists inside a layout item: of its columns, its panel, each of its tabs or each of its steps. Empty for any other item. */
export function partsOfLayout(item: Group): LayoutPart[] {
  if ('columns' in item) return [{ items: item.columns, way: ['columns'] }]
  if ('panel' in item) return [{ items: item.fields, way: ['fields'], visible: item.visible }]
  for (const kind of ['tabs', 'steps'] as const) {
    const list: unknown = (item as Record<string, unknown>)[kind]
    if (Array.isArray(list))
      return (list as { fields: FormDocumentLayoutItem[]; visible?: unknown }[]).map((part, index) => ({
        items: part?.fields,
        way: [kind, index, 'fields'],
        visible: part?.visible,
      }))
  }
  return []
}
