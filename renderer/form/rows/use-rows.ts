import type { RJSFSchema } from '@rjsf/utils'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { dependentFields } from '#renderer/form/data/dependent-fields.ts'
import { useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { deref, hasRule, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { getAt, type PathList } from '#renderer/form/data/path.ts'
import { noteUntouched } from './untouched-rows.ts'

/** As many rows as a list takes when neither its schema nor its looks say otherwise. */
export const defaultMostRows = 15

interface RowKeys {
  list: number[]
  next: number
}

const resize = ({ list, next }: RowKeys, length: number): RowKeys => {
  const missing = Math.max(0, length - list.length)
  return { list: [...list.slice(0, length), ...Array.from({ length: missing }, (_, index) => next + index)], next: next + missing }
}

/** Keys that stay with their row while rows are added, moved and removed, whoever changes their number. */
function useRowKeys(length: number): [number[], (change: (before: RowKeys) => RowKeys) => void] {
  const [keys, setKeys] = useState<RowKeys>({ list: [], next: 0 })
  const present = keys.list.length === length ? keys : resize(keys, length)
  if (present !== keys) setKeys(present)
  return [present.list, setKeys]
}

const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from] as T)
}

/** The rows of a list and what can be done with them; each change is one change of the form. */
export function useRows(schema: FieldSchema, ui: FormDocumentFieldUi, path: PathList, rootSchema: RJSFSchema) {
  const { store } = useFormScope()
  const count = useFormState((state) => lengthAt(state.data, path))
  const [keys, setKeys] = useRowKeys(count)
  const most = typeof ui.max === 'number' ? ui.max : (schema.maxItems ?? defaultMostRows)
  const least = schema.minItems ?? (hasRule(schema, 'required') ? 1 : 0)
  const itemSchema: FieldSchema = (Array.isArray(schema.items) ? schema.items[0] : schema.items) ?? {}
  const item = deref(itemSchema, rootSchema as FieldSchema)

  const present = (): unknown[] => {
    const list = getAt(store.getState().data, path)
    return Array.isArray(list) ? (list as unknown[]) : []
  }
  function change(alter: (rows: unknown[]) => unknown[], alterKeys: (list: number[], next: number) => number[]): void {
    store.flush()
    const next = alter(present())
    flushSync(() => {
      setKeys(({ list, next }) => ({ list: alterKeys(list, next), next: next + 1 }))
      store.commit(path, next)
    })
  }
  const fresh = (): unknown =>
    dependentFields().rowDefaults(itemSchema, rootSchema) ?? (item.type === 'object' || item.properties ? {} : null)

  return {
    count,
    keys,
    most,
    least,
    itemSchema,
    present,
    fresh,
    /** Adds a row at the end; its number. A spare one is not sent as long as nobody changes it. */
    add({ isSpare = false } = {}): number {
      const at = present().length
      const row = fresh()
      if (isSpare) noteUntouched(row)
      change(
        (rows) => [...rows, row],
        (list, next) => [...list, next],
      )
      return at
    },
    remove: (index: number): void =>
      change(
        (rows) => rows.toSpliced(index, 1),
        (list) => list.toSpliced(index, 1),
      ),
    move: (from: number, to: number): void =>
      change(
        (rows) => moved(rows, from, to),
        (list) => moved(list, from, to),
      ),
    /** A copy of the row right after it, without the number under which the row is stored. */
    duplicate(index: number): void {
      change(
        (rows) => rows.toSpliced(index + 1, 0, copyOf(rows[index], item, schema.rows !== undefined)),
        (list, next) => list.toSpliced(index + 1, 0, next),
      )
    },
    replace: (rows: unknown[]): void => {
      store.flush()
      store.commit(path, rows)
    },
  }
}

export type Rows = ReturnType<typeof useRows>

const lengthAt = (data: unknown, path: PathList): number => {
  const list = getAt(data, path)
  return Array.isArray(list) ? list.length : 0
}

function copyOf(row: unknown, item: FieldSchema, isRecordOfOwn: boolean): unknown {
  const copy: unknown = structuredClone(row)
  if (!isRecord(copy)) return copy
  if (isRecordOfOwn) return withoutIds(copy, item)
  if (!item.properties || !Object.hasOwn(item.properties, 'id') || item.properties.id?.readOnly) delete copy.id
  return copy
}

/** A row as a new record, with the rows inside of it. */
function withoutIds({ id: _, ...row }: Record<string, unknown>, item: FieldSchema): Record<string, unknown> {
  for (const [name, field] of Object.entries(item.properties ?? {})) {
    const rows = row[name]
    if (field.rows === undefined || !Array.isArray(rows) || !isRecord(field.items)) continue
    row[name] = rows.map((one) => (isRecord(one) ? withoutIds(one, field.items as FieldSchema) : one))
  }
  return row
}
