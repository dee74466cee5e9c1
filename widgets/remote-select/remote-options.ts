export interface RemoteOption { value: unknown; title: string; color?: string }

interface Keys { value_key?: string; title_key?: string }

const titleKeys = ['title', 'name_full', 'name', 'label', 'display', 'username', 'slug']
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** One record, option or plain value of an answer as an option; undefined when it has no value. */
export function readOption(item: unknown, { value_key, title_key }: Keys = {}): RemoteOption | undefined {
  if (typeof item === 'string' || typeof item === 'number') return { value: item, title: String(item) }
  if (!isRecord(item)) return undefined
  const value = value_key ? item[value_key] : (item.value ?? item.id)
  if (value === undefined || value === null) return undefined
  const key = [title_key, ...titleKeys].find((name) => name !== undefined && typeof item[name] === 'string' && item[name] !== '')
  return { value, title: key ? String(item[key]) : String(value), color: typeof item.color === 'string' ? item.color : undefined }
}

export const readOptions = (results: unknown, keys: Keys = {}): RemoteOption[] =>
  Array.isArray(results) ? results.map((item) => readOption(item, keys)).filter((option) => option !== undefined) : []
