import { hasTexts, readList, unknownValue, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { screenLayouts, type Route } from './route-table.ts'

export interface ReadRoutes {
  routes: Route[]
  problems: DocumentProblem[]
}

const known = new WeakMap<object, ReadRoutes>()

/** Reads the route table: invalid routes are left out and reported; an unknown layout is replaced by the default one. */
export function readRoutes(given: unknown): ReadRoutes {
  const before = isList(given) ? known.get(given) : undefined
  if (before) return before
  const problems: DocumentProblem[] = []
  const routes = readList<Route>(given ?? null, '', hasTexts('name', 'path'), problems)
  if (Array.isArray(given))
    given.forEach((route: unknown, at) => {
      if (isRecord(route) && !screenLayouts.some((layout) => layout === route.layout))
        problems.push(unknownValue(`/${at}/layout`, route.layout, screenLayouts))
    })
  const read = { routes, problems }
  if (isList(given)) known.set(given, read)
  return read
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
