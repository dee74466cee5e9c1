import { pathsIn } from '#schemas/rules/text/interpolate.ts'

const root = 'record.'

/** Fields of the referring record that the `where` of a reference inserts: `["group"]` for `{ "group": "{record.group}" }`. */
export function recordFields(where: unknown): string[] {
  if (typeof where !== 'object' || where === null) return []
  const texts = Object.values(where)
    .flat()
    .filter((value) => typeof value === 'string')
  return texts.flatMap(pathsIn).flatMap((path) => (path.startsWith(root) ? [path.slice(root.length)] : []))
}
