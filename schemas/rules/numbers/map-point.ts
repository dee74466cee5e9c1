/** Decimal degrees of WGS 84; `id` is set for a point that is already stored. */
export interface MapPoint {
  lat: number
  long: number
  id?: string | number | null
}

/**
 * Centre of the map while there is no point.
 * @source specification, constants
 */
export const mapCentre = { lat: 35.7001388, long: 51.4033774 } as const
export const mapZoom = 17

/** Stored decimals: about a centimetre on the ground. */
const decimals = 7

const isDegrees = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit

/** Whether a value is a point on the earth: latitude from -90 to 90, longitude from -180 to 180. */
export function isMapPoint(value: unknown): value is MapPoint {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { lat, long, id } = value as Record<string, unknown>
  return isDegrees(lat, 90) && isDegrees(long, 180) && (id === undefined || id === null || typeof id === 'number' || typeof id === 'string')
}

/** Degrees as they are stored, without floating-point noise and without a negative zero. */
export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(decimals)) + 0

/** `35.7001388, 51.4033774` */
export const formatCoordinates = ({ lat, long }: Pick<MapPoint, 'lat' | 'long'>): string => `${plainDegrees(lat)}, ${plainDegrees(long)}`

const plainDegrees = (degrees: number): string =>
  roundDegrees(degrees)
    .toFixed(decimals)
    .replace(/\.?0+$/, '')
