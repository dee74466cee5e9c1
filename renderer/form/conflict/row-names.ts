import { getAt, isEmpty, type PathList } from '#renderer/form/data/path.ts'
import { labelOfPath, readableValue, type Reading } from '#renderer/form/data/readable-value.ts'
import type { Placed } from '#renderer/form/fields/use-titles.ts'
import { schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { isRecord } from '#schemas/rules/is-record.ts'

/** Place of a row that is a record of its own, in a path that leads to it or into it. */
function rowPathOf(path: PathList, schema: FieldSchema): PathList | undefined {
  const at = path.findIndex((part, index) => typeof part === 'number' && schemaAt(schema, path.slice(0, index))?.rows !== undefined)
  return at < 0 ? undefined : path.slice(0, at + 1)
}

/** What a row is called by: its first field that is filled. */
function nameIn(row: unknown, rowPath: PathList, schema: FieldSchema): Placed | undefined {
  if (!isRecord(row)) return undefined
  const names = Object.keys(schemaAt(schema, rowPath)?.properties ?? row)
  const name = names.find((one) => one !== 'id' && !isEmpty(row[one]) && typeof row[one] !== 'object')
  return name === undefined ? undefined : { path: [...rowPath, name], value: row[name] }
}

/** The name of the row that a path of the merged data leads to or into; `own` is the row itself where the path is that of a whole row. */
export function rowNameAt(path: PathList, merged: unknown, own: unknown, schema: FieldSchema): Placed | undefined {
  const rowPath = rowPathOf(path, schema)
  return rowPath && nameIn(rowPath.length === path.length ? own : getAt(merged, rowPath), rowPath, schema)
}

/** `Lines › Bank › Count`: a row of its own is called by its name, any other by its place. */
export function labelOfChange(path: PathList, merged: unknown, own: unknown, reading: Reading): string {
  const schema = reading.form.schema as FieldSchema
  const name = rowNameAt(path, merged, own, schema)
  const rowPath = rowPathOf(path, schema)
  if (!name || !rowPath) return labelOfPath(path, reading)
  const field = path.length > rowPath.length ? labelOfPath(path, reading).split(' › ').slice(rowPath.length) : []
  return [labelOfPath(rowPath.slice(0, -1), reading), readableValue(name.value, name.path, reading), ...field].join(' › ')
}
