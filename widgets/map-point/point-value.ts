import { isRecord } from '#schemas/rules/is-record.ts'
import { isMapPoint, roundDegrees, type MapPoint } from '#schemas/rules/numbers/map-point.ts'

type Place = Pick<MapPoint, 'lat' | 'long'>

const degreesOf = (value: unknown): unknown => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value)

/** The point of a value, also if its degrees are stored as text; undefined if there is none. */
export function readPoint(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined
  const point = { lat: degreesOf(value.lat), long: degreesOf(value.long) }
  return isMapPoint(point) ? { lat: point.lat, long: point.long } : undefined
}

/**
 * The value for a point: the new degrees with the other properties of the former value, so that a stored point keeps its
 * id. A new point has the id null, unless the schema has no id or does not allow null.
 */
export function keepPoint({ lat, long }: Place, before: unknown, schema: Record<string, unknown>): MapPoint {
  const id = isRecord(schema.properties) ? schema.properties.id : {}
  const takesNull = isRecord(id) && (id.type === undefined || [id.type].flat().includes('null'))
  return { ...(takesNull && { id: null }), ...(isRecord(before) && before), lat: roundDegrees(lat), long: roundDegrees(long) }
}
