import { isRecord } from '#schemas/rules/is-record.ts'
import type { ModelEntity } from '#server/model/context.ts'

export type Node = Record<string, unknown>

/** A value somewhere in a record: where it is, and how to put another one in its place. */
export interface Place<Value = unknown> {
  path: string
  value: Value
  schema: Node
  put: (value: unknown) => void
}

type Wanted = (schema: Node) => boolean

const known = new Map<Wanted, WeakMap<object, boolean>>()

function holds(schema: unknown, wanted: Wanted): boolean {
  if (!isRecord(schema)) return false
  const seen = known.get(wanted) ?? new WeakMap<object, boolean>()
  known.set(wanted, seen)
  let cached = seen.get(schema)
  if (cached === undefined)
    seen.set(
      schema,
      (cached =
        wanted(schema) ||
        holds(schema.items, wanted) ||
        Object.values(isRecord(schema.properties) ? schema.properties : {}).some((part) => holds(part, wanted))),
    )
  return cached
}

/**
 * The values of a record that stand where the schema is of a wanted kind, in objects, lists and maps of locales too.
 * What holds one is copied first, so that putting another in its place changes `values` alone.
 */
export function placesOf(entity: ModelEntity, values: Record<string, unknown>, wanted: Wanted): Place[] {
  const places: Place[] = []
  for (const column of entity.shape.columns) {
    const schema = entity.document.schema.properties[column.field]
    const value = values[column.name]
    if (!(column.name in values) || value === null || !holds(schema, wanted)) continue
    const copy = (values[column.name] = structuredClone(value))
    if (column.translated && isRecord(copy))
      for (const locale of Object.keys(copy))
        collect(
          schema,
          copy[locale],
          `${column.field}.${locale}`,
          (next) => {
            copy[locale] = next
          },
          wanted,
          places,
        )
    else
      collect(
        schema,
        copy,
        column.field,
        (next) => {
          values[column.name] = next
        },
        wanted,
        places,
      )
  }
  return places
}

function collect(schema: unknown, value: unknown, path: string, put: (value: unknown) => void, wanted: Wanted, places: Place[]): void {
  if (!isRecord(schema) || value === null || value === undefined) return
  if (wanted(schema)) places.push({ path, value, schema, put })
  else if (Array.isArray(value))
    value.forEach((item, at) =>
      collect(
        schema.items,
        item,
        `${path}.${at}`,
        (next) => {
          value[at] = next
        },
        wanted,
        places,
      ),
    )
  else if (isRecord(value) && isRecord(schema.properties)) {
    for (const [name, part] of Object.entries(schema.properties))
      if (Object.hasOwn(value, name))
        collect(
          part,
          value[name],
          `${path}.${name}`,
          (next) => {
            value[name] = next
          },
          wanted,
          places,
        )
  }
}
