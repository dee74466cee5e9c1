import type { DashboardDocumentWidget } from '#schemas/types/contract.d.ts'

/** Where a widget stands on the dashboard, in columns from its start and rows from its top. */
export interface Place {
  x: number
  y: number
  w: number
  h: number
}
export interface Placed extends Place {
  id: number
}

export const dashboardColumns = 12
/** Least and most columns and rows of a widget. */
export const placeLimits = { minW: 2, maxW: dashboardColumns, minH: 1, maxH: 6, maxY: 500 } as const

type Size = NonNullable<DashboardDocumentWidget['size']>

/** Columns and rows of the sizes that documents name. */
export const sizes: Readonly<Record<Size, Pick<Place, 'w' | 'h'>>> = {
  small: { w: 4, h: 1 },
  medium: { w: 4, h: 2 },
  wide: { w: 6, h: 2 },
  large: { w: 6, h: 3 },
  full: { w: 12, h: 3 },
}

const meets = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h

/** In reading order: from the top, then from the start of a row. */
export const inReadingOrder = <T extends Place>(places: readonly T[]): T[] => [...places].sort((a, b) => a.y - b.y || a.x - b.x)

/** Places for widgets in this order, each in the first gap that takes it. */
export function packPlaces<T extends Pick<Place, 'w' | 'h'>>(widgets: readonly T[]): (T & Place)[] {
  const placed: (T & Place)[] = []
  for (const widget of widgets) {
    const w = Math.min(dashboardColumns, widget.w)
    for (let y = 0, isPlaced = false; !isPlaced; y++)
      for (let x = 0; x + w <= dashboardColumns && !isPlaced; x++) {
        const place = { ...widget, x, y, w }
        if (placed.some((other) => meets(place, other))) continue
        placed.push(place)
        isPlaced = true
      }
  }
  return placed
}

/** The same places within the columns, without overlaps, each as high as it can stand; `first` keeps its place before others. */
export function compactPlaces<T extends Placed>(places: readonly T[], first?: number): T[] {
  const inOrder = inReadingOrder(places)
  const turn = [...inOrder.filter(({ id }) => id === first), ...inOrder.filter(({ id }) => id !== first)]
  const settled: T[] = []
  for (const place of turn) {
    const w = Math.min(dashboardColumns, place.w)
    const next = { ...place, w, x: Math.max(0, Math.min(place.x, dashboardColumns - w)), y: Math.max(0, place.y) }
    while (settled.some((other) => meets(next, other))) next.y++
    settled.push(next)
  }
  const risen: T[] = []
  for (const place of inReadingOrder(settled)) {
    const next = { ...place }
    while (next.y > 0 && !risen.some((other) => meets({ ...next, y: next.y - 1 }, other))) next.y--
    risen.push(next)
  }
  return risen
}

/** Moves a widget by columns and rows, or makes it larger by them; what is in its way gives way. */
export function changePlace<T extends Placed>(places: readonly T[], id: number, change: Partial<Place>): T[] {
  const { minW, minH, maxH } = placeLimits
  const isDown = change.y !== undefined && change.y > 0
  const below = isDown ? nextBelow(places, id) : undefined
  const changed = places.map((place) => {
    if (place.id !== id) return place
    const w = Math.max(minW, Math.min(place.w + (change.w ?? 0), dashboardColumns - place.x))
    return {
      ...place,
      w,
      h: Math.max(minH, Math.min(place.h + (change.h ?? 0), maxH)),
      x: Math.max(0, Math.min(place.x + (change.x ?? 0), dashboardColumns - w)),
      // Past what stands below, which then rises: a step of one row would only fall back.
      y: below ? below.y + below.h : Math.max(0, place.y + (change.y ?? 0)),
    }
  })
  return compactPlaces(changed, isDown ? undefined : id)
}

/** The nearest widget under another that shares a column with it. */
function nextBelow<T extends Placed>(places: readonly T[], id: number): T | undefined {
  const own = places.find((place) => place.id === id)
  if (!own) return undefined
  return inReadingOrder(places).find(
    (other) => other.id !== id && other.y >= own.y + own.h && other.x < own.x + own.w && own.x < other.x + other.w,
  )
}
