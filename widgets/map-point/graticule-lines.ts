const worldPx = 256
const equatorMetres = 40_075_016.686
const stepsOfDegrees = [30, 20, 10, 5, 2, 1]

/** Degrees of longitude that a pixel is wide. */
const degreesOfPixel = (zoom: number): number => 360 / (worldPx * 2 ** zoom)

/** A round number of degrees with at least `leastPx` between two lines. */
export function stepAt(zoom: number, leastPx: number): number {
  const least = degreesOfPixel(zoom) * leastPx
  if (least > stepsOfDegrees.at(-1)!) return stepsOfDegrees.findLast((step) => step >= least) ?? stepsOfDegrees[0]!
  const power = 10 ** Math.floor(Math.log10(least))
  return power * [1, 2, 5, 10].find((factor) => factor * power >= least * 0.999)!
}

/** Multiples of `step` within the two bounds. */
export function linesBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => Number(((first + index) * step).toFixed(8)))
}

/** Decimals that are needed to label neighbouring lines differently. */
export const decimalsOf = (step: number): number => Math.max(0, -Math.floor(Math.log10(step) + 1e-9))

/** A round length in metres, and how many pixels it has at this latitude; at most `mostPx`. */
export function scaleAt(zoom: number, latitude: number, mostPx: number): { metres: number; px: number } {
  const metresOfPixel = (equatorMetres * Math.cos((latitude * Math.PI) / 180)) / (worldPx * 2 ** zoom)
  const most = metresOfPixel * mostPx
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = power * [5, 2, 1].find((factor) => factor * power <= most)!
  return { metres, px: Math.round(metres / metresOfPixel) }
}
