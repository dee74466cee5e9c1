import { isRecord } from '#schemas/rules/is-record.ts'

/** Rows that a table added behind the last one for what may be typed next. As long as nobody changes one, it is the same object. */
const untouched = new WeakSet<object>()

export function noteUntouched(row: unknown): void {
  if (isRecord(row)) untouched.add(row)
}

export const isUntouched = (row: unknown): boolean => isRecord(row) && untouched.has(row)

/** A value without such rows, at any depth; the value itself where there are none. */
export function withoutUntouched<T>(value: T): T {
  if (Array.isArray(value)) {
    const left = (value as unknown[]).filter((row) => !isUntouched(row)).map((row) => withoutUntouched(row))
    return left.length === value.length && left.every((row, at) => row === value[at]) ? value : (left as T)
  }
  if (!isRecord(value)) return value
  let next: Record<string, unknown> = value
  for (const [name, part] of Object.entries(value)) {
    const left = typeof part === 'object' ? withoutUntouched(part) : part
    if (left !== part) next = { ...next, [name]: left }
  }
  return next as T
}
