import type { GridColumn, GridColumnState } from '#schemas/types/contract.d.ts'

/** A user's column settings of a grid. A missing setting means that of the document. */
export type ColumnState = GridColumnState

const isSide = (side: unknown): side is 'start' | 'end' => side === 'start' || side === 'end'

/** All columns in their order, frozen ones at their edge, as the table shows them. */
export function orderColumns(columns: readonly GridColumn[], state: ColumnState): GridColumn[] {
  const place = new Map((state.order ?? []).map((key, at) => [key, at]))
  const placed = [...columns]
    .sort((a, b) => (place.get(a.key) ?? columns.length) - (place.get(b.key) ?? columns.length))
    .map((column): GridColumn => {
      const side = state.frozen?.[column.key]
      return side === undefined ? column : { ...column, freeze: side === 'none' ? undefined : side }
    })
  return [
    ...placed.filter(({ freeze }) => freeze === 'start'),
    ...placed.filter(({ freeze }) => !isSide(freeze)),
    ...placed.filter(({ freeze }) => freeze === 'end'),
  ]
}

/** The columns that are shown; there is always one. */
export function chooseColumns(columns: readonly GridColumn[], state: ColumnState): GridColumn[] {
  const hidden = new Set(state.hidden)
  const ordered = orderColumns(columns, state)
  const shown = ordered.filter(({ key }) => !hidden.has(key))
  return shown.length > 0 ? shown : ordered.slice(0, 1)
}

/** Moves a column before the one at index `to` among the others. */
export function moveColumn(columns: readonly GridColumn[], state: ColumnState, key: string, to: number): ColumnState {
  const keys = orderColumns(columns, state).map((column) => column.key)
  const others = keys.filter((one) => one !== key)
  const at = Math.max(0, Math.min(others.length, to))
  return keys.includes(key) ? { ...state, order: [...others.slice(0, at), key, ...others.slice(at)] } : state
}

/** Moves a column past its neighbour among those that are shown. */
export function shiftColumn(columns: readonly GridColumn[], state: ColumnState, key: string, by: 1 | -1): ColumnState {
  const shown = chooseColumns(columns, state).map((column) => column.key)
  const neighbour = shown[shown.indexOf(key) + by]
  if (neighbour === undefined) return state
  return moveColumn(
    columns,
    state,
    key,
    orderColumns(columns, state).findIndex((column) => column.key === neighbour),
  )
}

export const showColumn = (state: ColumnState, key: string, shown: boolean): ColumnState => ({
  ...state,
  hidden: [...(state.hidden ?? []).filter((one) => one !== key), ...(shown ? [] : [key])],
})

/** Freezes a column at an edge, or lets it go (null). */
export function freezeColumn(
  state: ColumnState,
  { key, freeze }: Pick<GridColumn, 'key' | 'freeze'>,
  side: 'start' | 'end' | null,
): ColumnState {
  const frozen = Object.fromEntries(Object.entries(state.frozen ?? {}).filter(([one]) => one !== key))
  return { ...state, frozen: (side ?? undefined) === freeze ? frozen : { ...frozen, [key]: side ?? 'none' } }
}

export const resizeColumn = (state: ColumnState, key: string, width: number): ColumnState => ({
  ...state,
  widths: { ...state.widths, [key]: width },
})

/** Whether anything is set at all. */
export const isColumnStateEmpty = ({ order, hidden, widths, frozen, density }: ColumnState): boolean =>
  density === undefined &&
  [order, hidden, Object.keys(widths ?? {}), Object.keys(frozen ?? {})].every((part) => part === undefined || part.length === 0)

/** Reads stored settings; invalid ones are left out. */
export function readColumnState(value: unknown): ColumnState {
  if (typeof value !== 'object' || value === null) return {}
  const { order, hidden, widths, frozen, density } = value as Record<string, unknown>
  const keys = (list: unknown) =>
    Array.isArray(list) ? list.filter((key): key is string => typeof key === 'string').slice(0, 60) : undefined
  const entries = <T>(record: unknown, fits: (entry: unknown) => entry is T) =>
    typeof record === 'object' && record !== null
      ? Object.fromEntries(
          Object.entries(record)
            .filter((entry): entry is [string, T] => fits(entry[1]))
            .slice(0, 60),
        )
      : undefined
  const state: ColumnState = {
    order: keys(order),
    hidden: keys(hidden),
    widths: entries(widths, (width): width is number => typeof width === 'number' && width >= 24 && width <= 1200),
    frozen: entries(frozen, (side): side is 'start' | 'end' | 'none' => isSide(side) || side === 'none'),
    density: density === 'comfortable' || density === 'compact' ? density : undefined,
  }
  return Object.fromEntries(Object.entries(state).filter(([, part]) => part !== undefined)) as ColumnState
}
