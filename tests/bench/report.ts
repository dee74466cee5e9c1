import { writeFileSync } from 'node:fs'

/** One line of the report: `value` in `unit`; with `against`, `ratio` is value / against. `holds` says whether the limit is kept. */
export interface Measurement {
  name: string
  value: number
  unit: string
  against: number | null
  ratio: number | null
  limit: number
  holds: boolean
}

const rounded = (value: number) => Math.round(value * 100) / 100

export const absolute = (name: string, value: number, unit: string, limit: number): Measurement => ({
  name,
  value: rounded(value),
  unit,
  against: null,
  ratio: null,
  limit,
  holds: value <= limit,
})

/** As `absolute`, for what should be large: the limit is the least that holds. */
export const atLeast = (name: string, value: number, unit: string, limit: number): Measurement => ({
  ...absolute(name, value, unit, limit),
  holds: value >= limit,
})

export const relative = (name: string, value: number, unit: string, against: number, limit: number): Measurement => ({
  name,
  value: rounded(value),
  unit,
  against: rounded(against),
  ratio: rounded(value / against),
  limit,
  holds: value / against <= limit,
})

export function report(measurements: Measurement[], file: string): void {
  writeFileSync(file, `${JSON.stringify(measurements, null, 2)}\n`)
  console.table(
    measurements.map(({ name, value, unit, against, ratio, limit, holds }) => ({
      name,
      value: `${value} ${unit}`,
      against: against === null ? '' : `${against} ${unit}`,
      ratio: ratio ?? '',
      limit,
      holds,
    })),
  )
}
