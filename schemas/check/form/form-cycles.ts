import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormDocument, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { fieldsOfCondition, isWithin, rowOf } from '#schemas/rules/conditions/condition-fields.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { partsOfLayout } from '#schemas/rules/conditions/layout-parts.ts'
import { at } from '#schemas/check/source.ts'

/** A condition that decides the value of a field (as other conditions see it) and the fields that the condition reads. */
interface Dependence {
  field: string
  pointer: string
  asks: string[]
}

/** A field that depends on itself: the condition that starts the circle, and the fields along it. */
export interface Cycle {
  field: string
  pointer: string
  way: string[]
  isValue: boolean
}

/**
 * Circles among the conditions that hide fields or set their values; each circle once. A hidden field counts as empty,
 * so the result of such conditions would be undefined.
 */
export function formCycles(form: FormDocument): Cycle[] {
  const all = [...ofFields(form), ...ofLayout(form.layout, '/layout', [])]
  const found = new Map<string, Dependence[]>()
  /** Conditions that decide a field, a group around it, or a part of it. */
  const decided = (name: string): Dependence[] => {
    let those = found.get(name)
    if (!those) {
      those = all.filter(({ field }) => isWithin(name, field) || isWithin(field, name))
      found.set(name, those)
    }
    return those
  }
  const cycles: Cycle[] = []
  const reported = new Set<string>()
  for (const start of all) {
    const way = wayBack(decided, start)
    if (!way) continue
    const circle = [...new Set(way)].sort().join('\n')
    if (reported.has(circle)) continue
    reported.add(circle)
    cycles.push({ field: start.field, pointer: start.pointer, way, isValue: start.pointer.includes('/value/') })
  }
  return cycles
}

function ofFields(form: FormDocument): Dependence[] {
  return (Object.entries(form.ui ?? {}) as [string, FormDocumentFieldUi | undefined][]).flatMap(([field, ui]) => {
    const row = rowOf(field)
    const depends = (key: (string | number)[], asks: string[]): Dependence => ({
      field,
      pointer: at('/ui', field, ...key),
      asks: asks.map((name) => row + name),
    })
    const values = (Array.isArray(ui?.value) ? ui.value : []).map((rule, index) => {
      const inserted = typeof rule?.set === 'string' ? pathsIn(rule.set) : []
      const ofForm = inserted.filter((path) => path.startsWith('form.')).map((path) => path.slice('form.'.length))
      const own = depends(
        ['value', index],
        [
          ...fieldsOfCondition(rule?.when),
          ...inserted.filter((path) => path.startsWith('item.')).map((path) => path.slice('item.'.length)),
        ],
      )
      return { ...own, asks: [...own.asks, ...ofForm] }
    })
    return [...(isRecord(ui?.visible) ? [depends(['visible'], fieldsOfCondition(ui.visible))] : []), ...values]
  })
}

/** The condition of a panel, tab or step applies to all fields in it. */
function ofLayout(items: FormDocument['layout'], pointer: string, around: { pointer: string; asks: string[] }[]): Dependence[] {
  return (Array.isArray(items) ? items : []).flatMap((item, index) => {
    if (typeof item === 'string') return around.map((outer) => ({ field: item, ...outer }))
    return partsOfLayout(item).flatMap(({ items: inner, way, visible }) => {
      const here = at(pointer, index, ...way.slice(0, -1), 'visible')
      return ofLayout(
        inner,
        at(pointer, index, ...way),
        isRecord(visible) ? [...around, { pointer: here, asks: fieldsOfCondition(visible) }] : around,
      )
    })
  })
}

/** The fields on the path from a field back to itself, through the conditions of the fields that it reads. */
function wayBack(decided: (name: string) => readonly Dependence[], start: Dependence): string[] | undefined {
  const seen = new Set<Dependence>()
  const follow = (one: Dependence, way: string[]): string[] | undefined => {
    for (const name of one.asks) {
      if (isWithin(name, start.field) || isWithin(start.field, name)) return [...way, start.field]
      for (const next of decided(name)) {
        if (seen.has(next)) continue
        seen.add(next)
        const deeper = follow(next, [...way, next.field])
        if (deeper) return deeper
      }
    }
    return undefined
  }
  return follow(start, [start.field])
}
