import { matches } from '#schemas/rules/condition.ts'
import { partsOfLayout } from '#schemas/rules/layout-parts.ts'
import type { FormAnswer, FormDocumentFieldUi, FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { expandUiPath, formatPath, scopeOf, type PathList } from './path.ts'

/** `true` always holds; a condition is tested against the row that the field stands in, else against all data. */
export function holds(condition: unknown, data: unknown, path: PathList): boolean {
  if (typeof condition === 'boolean') return condition
  if (typeof condition !== 'object' || condition === null) return false
  return matches(condition as Record<string, unknown>, scopeOf(data, path))
}

export const isVisible = (ui: FormDocumentFieldUi, data: unknown, path: PathList): boolean => ui.visible === undefined || holds(ui.visible, data, path)

/** Fields named by a layout, inside its columns, panels, tabs and steps too, each with the conditions of what is around it. */
export function* layoutFields(layout: unknown, around: unknown[] = []): Generator<{ field: string; conditions: unknown[] }> {
  if (!Array.isArray(layout)) return
  for (const item of layout as FormDocumentLayoutItem[]) {
    if (typeof item === 'string') yield { field: item, conditions: around }
    else if (typeof item === 'object' && item !== null) for (const { items, visible } of partsOfLayout(item)) yield* layoutFields(items, visible === undefined ? around : [...around, visible])
  }
}

/** Paths of what is not shown at present; what lies under them is not shown either. */
export function hiddenPaths(form: Pick<FormAnswer, 'ui' | 'layout'>, data: unknown): Set<string> {
  const hidden = new Set<string>()
  for (const [pattern, ui] of Object.entries(form.ui ?? {})) {
    if (ui?.visible === undefined) continue
    for (const path of expandUiPath(pattern, data)) if (!isVisible(ui, data, path)) hidden.add(formatPath(path))
  }
  for (const { field, conditions } of layoutFields(form.layout)) if (conditions.some((condition) => !holds(condition, data, []))) hidden.add(field)
  return hidden
}

/** True when the path or something around it is in the set. */
export function isUnder(path: string, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0) return false
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) if (hidden.has(path.slice(0, end))) return true
  return false
}
