import { isRecord } from '#schemas/rules/is-record.ts'
export interface RemoteOption {
  value: unknown
  title: string
  color?: string
  note?: string
  group?: string
  row?: unknown
}

export interface OptionKeys {
  value_key?: string
  title_key?: string
  /** Further keys of a row that are shown under its title. */
  note_keys?: readonly string[]
}

const titleKeys = ['title', 'name_full', 'name', 'label', 'display', 'username', 'slug']
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** One record, option or plain value of an answer as an option; undefined when it has no value. */
export function readOption(item: unknown, { value_key, title_key, note_keys = [] }: OptionKeys = {}): RemoteOption | undefined {
  if (typeof item === 'string' || typeof item === 'number') return { value: item, title: String(item) }
  if (!isRecord(item)) return undefined
  const value = value_key ? item[value_key] : (item.value ?? item.id)
  if (value === undefined || value === null) return undefined
  const key = [title_key, ...titleKeys].find((name) => name !== undefined && textOf(item[name]))
  const title = key ? String(item[key]) : String(value)
  const note = note_keys
    .map((name) => textOf(item[name]))
    .filter((text) => text !== undefined && text !== title)
    .join(' · ')
  return {
    value,
    title,
    color: textOf(item.color),
    note: note === '' ? undefined : note,
    group: textOf(item.group_title) ?? textOf(item.group),
    row: item,
  }
}

export const readOptions = (results: unknown, keys: OptionKeys = {}): RemoteOption[] =>
  Array.isArray(results) ? results.map((item) => readOption(item, keys)).filter((option) => option !== undefined) : []

/** The comma-separated fields that a search requests: those of the document, otherwise those that are shown. */
export const fieldList = (fields: readonly string[] | undefined, { value_key, title_key, note_keys = [] }: OptionKeys): string =>
  [...new Set(fields ?? [value_key ?? 'id', title_key ?? 'title', ...note_keys])].join(',')

/** Options of the pages read so far, each value once and each group in one piece. */
export function joinPages(before: readonly RemoteOption[], next: readonly RemoteOption[]): RemoteOption[] {
  const byValue = new Map([...before, ...next].map((option) => [String(option.value), option]))
  const groups = new Map<string | undefined, RemoteOption[]>()
  for (const option of byValue.values()) {
    const group = groups.get(option.group)
    if (group) group.push(option)
    else groups.set(option.group, [option])
  }
  return [...groups.values()].flat()
}
