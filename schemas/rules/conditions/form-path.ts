/** Place of a value in a form's data: `rows.0.count` as text, `['rows', 0, 'count']` as a list. */
export type PathList = readonly (string | number)[]

export const formatPath = (list: PathList): string => list.join('.')

/** Whole numbers become indexes, so that `rows.0` reaches into an array. */
export const parsePath = (path: string): (string | number)[] =>
  path === '' ? [] : path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Converts a path such as `rows[2].title`, as a server may write it, into `rows.2.title`. */
export const plainPath = (path: string): string => path.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '')

/** The `ui` pattern of a place: `rows.0.count` becomes `rows[].count`. */
export const formatUiPath = (list: PathList): string =>
  list.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[]` : text === '' ? part : `${text}.${part}`), '')

const isContainer = (value: unknown): value is Record<string | number, unknown> => typeof value === 'object' && value !== null

/** Own properties only, so that `__proto__` leads nowhere. */
export function getAt(data: unknown, path: PathList): unknown {
  let value = data
  for (const part of path) {
    if (!isContainer(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

/** A copy with the value at the path; everything outside the path is shared. `undefined` removes a property. */
export function setAt<T>(data: T, path: PathList, value: unknown): T {
  const [head, ...rest] = path
  if (head === undefined) return value as T
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(data)
    ? [...data]
    : isContainer(data)
      ? { ...data }
      : typeof head === 'number'
        ? []
        : {}
  const next = setAt(getAt(copy, [head]), rest, value)
  if (next === undefined && !Array.isArray(copy)) delete copy[head]
  // Defined, not assigned, so that a property named `__proto__` is an ordinary one.
  else Object.defineProperty(copy, head, { value: next, enumerable: true, configurable: true, writable: true })
  return copy as T
}

/** Every place in the data that matches a `ui` pattern such as `rows[].count`. */
export function expandUiPath(pattern: string, data: unknown): (string | number)[][] {
  let paths: (string | number)[][] = [[]]
  for (const part of pattern.split('.')) {
    const name = part.replaceAll('[]', '')
    paths = paths.map((path) => [...path, name])
    for (let depth = (part.length - name.length) / 2; depth > 0; depth -= 1) {
      paths = paths.flatMap((path) => {
        const list = getAt(data, path)
        return Array.isArray(list) ? list.map((_, index) => [...path, index]) : []
      })
    }
  }
  return paths
}

/** The object that a condition of this place is tested against: the row that contains it, otherwise the whole data. */
export function scopeOf(data: unknown, path: PathList): Record<string, unknown> {
  const row = path.findLastIndex((part) => typeof part === 'number')
  const scope = row === -1 || row === path.length - 1 ? data : getAt(data, path.slice(0, row + 1))
  return isContainer(scope) ? (scope as Record<string, unknown>) : {}
}

/** Whether a value is missing, an empty text, an empty list or an empty object. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isContainer(value) && !Array.isArray(value) && Object.keys(value).length === 0)

/** Whether two values have the same content, whatever the order of properties. Missing, null and '' are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (isEmpty(a) && isEmpty(b)) return true
  if (
    !isContainer(a) ||
    !isContainer(b) ||
    Array.isArray(a) !== Array.isArray(b) ||
    (Array.isArray(a) && Array.isArray(b) && a.length !== b.length)
  )
    return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
}
