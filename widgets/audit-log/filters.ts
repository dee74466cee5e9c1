/** What entries are looked for, as it stands in the address of the page. */
export interface Filters {
  user?: number
  model?: string
  record?: number
  action?: string
  /** ISO days. */
  from?: string
  to?: string
}

const numbers = ['user', 'record'] as const
const texts = ['model', 'action', 'from', 'to'] as const

/** The filters of an address; what is not one of them is left alone. */
export function readFilters(search: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of numbers) {
    const value = Number(search.get(name) ?? '')
    if (Number.isSafeInteger(value) && value > 0) filters[name] = value
  }
  for (const name of texts) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  return filters
}

/** An address with the filters in place of those that it had. */
export function writeFilters(search: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of [...numbers, ...texts]) {
    const value = filters[name]
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next
}
