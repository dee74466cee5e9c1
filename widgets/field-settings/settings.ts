export const switches = ['display', 'required', 'unique', 'multi_address', 'multi_phone', 'country_code', 'phone_validation'] as const
export type Switch = (typeof switches)[number]

/** Switches with a column of their own; the others belong to a few fields and stand together. */
export const columns = ['display', 'required', 'unique'] as const

export interface FieldSetting extends Record<Switch, boolean> {
  key: string
  title: string
  group: string
  order: number
  version: number
  /** Switches that can be changed. */
  can_change: readonly string[]
}

/** The fields with one of them a place further up (-1) or down (1). Their orders are those of the places. */
export function moved(fields: readonly FieldSetting[], key: string, step: -1 | 1): FieldSetting[] {
  const from = fields.findIndex((field) => field.key === key)
  const to = from + step
  if (from < 0 || to < 0 || to >= fields.length) return [...fields]
  const next = [...fields]
  ;[next[from], next[to]] = [next[to]!, next[from]!]
  return next.map((field, at) => ({ ...field, order: (at + 1) * 10 }))
}

/** What has to be sent: of each field that differs from what is stored, what differs, with the version that was read. */
export function changesOf(stored: readonly FieldSetting[], fields: readonly FieldSetting[]): Record<string, unknown>[] {
  return fields.flatMap((field) => {
    const before = stored.find(({ key }) => key === field.key)
    const changed = (['group', 'order', ...switches] as const).filter((name) => before?.[name] !== field[name])
    if (changed.length === 0) return []
    return [{ key: field.key, version: field.version, ...Object.fromEntries(changed.map((name) => [name, field[name]])) }]
  })
}
