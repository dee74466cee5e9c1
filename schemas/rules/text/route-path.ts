/** What a link says beside the name of its route. */
interface RouteValues {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
}

/** Path of a route from its pattern (`library/books/:id/:tab?`); null where it lacks a parameter. */
export function routePath(pattern: string, { params = {}, query = {} }: RouteValues): string | null {
  const parts: string[] = []
  for (const step of pattern.split('/').filter(Boolean)) {
    if (!step.startsWith(':')) {
      parts.push(step)
      continue
    }
    const value = params[step.replace(/^:|\?$/g, '')]
    if (value !== undefined && value !== null && value !== '') parts.push(encodeURIComponent(String(value)))
    else if (!step.endsWith('?')) return null
  }
  return `/${parts.join('/')}${toQuery(query)}`
}

/** `?a=1&ids=1,2`: null and undefined are left out, lists become comma lists, objects JSON, booleans 1 and 0. */
export function toQuery(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined) continue
    search.set(key, queryValue(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

function queryValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
