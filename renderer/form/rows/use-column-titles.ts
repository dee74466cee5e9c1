import { useMemo } from 'react'
import { useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { getAt, type PathList } from '#renderer/form/data/path.ts'
import type { TableColumn } from './table-columns.ts'
import { useTitles } from '#renderer/form/fields/use-titles.ts'
import type { Choice } from '#renderer/form/schema/widget-name.ts'

/** Titles are asked for so many rows at once, however little is scrolled. */
const block = 50

export interface ColumnTitles {
  /** Title of the record that a cell of this column refers to, once it is known. */
  titleOf: (column: TableColumn, value: unknown) => string | undefined
  /** Records whose titles are known, of the rows around those in view. */
  known: (column: TableColumn) => Choice[]
}

/** What the cells that refer to records are called: for the rows around the first one in view. */
export function useColumnTitles(columns: readonly TableColumn[], path: PathList, first: number): ColumnTitles {
  const { store } = useFormScope()
  const from = Math.max(0, Math.floor(first / block) - 1) * block
  const referring = useMemo(() => columns.filter(({ kind }) => kind === 'record'), [columns])
  const key = useFormState((state) =>
    referring.length === 0
      ? ''
      : JSON.stringify(rowsAt(state.data, path, from).map((row) => referring.map(({ name }) => getAt(row, [name]) ?? null))),
  )
  const placed = useMemo(
    () =>
      key === ''
        ? []
        : rowsAt(store.getState().data, path, from).flatMap((row) =>
            referring.map(({ name }) => ({ path: [...path, 0, name], value: getAt(row, [name]) })),
          ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` says what the rows refer to
    [key, referring, from],
  )
  const titleAt = useTitles(placed)
  return useMemo(
    () => ({
      titleOf: (column, value) => titleAt([...path, 0, column.name], value),
      known: (column) =>
        [...new Set(placed.filter((one) => one.path.at(-1) === column.name).map(({ value }) => value))].flatMap((value) => {
          const title = titleAt([...path, 0, column.name], value)
          return title === undefined ? [] : [{ value, title }]
        }),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the list stays where it is
    [titleAt, placed],
  )
}

const rowsAt = (data: unknown, path: PathList, from: number): unknown[] => {
  const list = getAt(data, path)
  return Array.isArray(list) ? (list as unknown[]).slice(from, from + 3 * block) : []
}
