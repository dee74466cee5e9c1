import { isRecord } from '#schemas/rules/is-record.ts'
import { isMapPoint, roundDegrees, type MapPoint } from '#schemas/rules/numbers/map-point.ts'

type Place = Pick<MapPoint, 'lat' | 'long'>

const degreesOf = (value: unknown): unknown => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)

/** The point of a value, also where degrees are kept as text; undefined where there is none. */
export function readPoint(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined
  const point = { lat: degreesOf(value.lat), long: degreesOf(value.long) }
  return isMapPoint(point) ? { lat: point.lat, long: point.long } : undefined
}

/**
 * What is kept of a point: its degrees beside whatever the value had, so that a point which is stored stays the same one.
 * A new one has the id null, unless the schema names no id or takes none.
 */
export function keepPoint({ lat, long }: Place, before: unknown, schema: Record<string, unknown>): MapPoint {
  const id = isRecord(schema.properties) ? schema.properties.id : {}
  const takesNull = isRecord(id) && (id.type === undefined || [id.type].flat().includes('null'))
  return { ...(takesNull && { id: null }), ...(isRecord(before) && before), lat: roundDegrees(lat), long: roundDegrees(long) }
}
