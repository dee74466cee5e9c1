import type { Placed, SchemaIndex, SchemaNode } from './schema-index.ts'

/** One thing that a schema refuses: where, which keyword, and that keyword's value in the schema. */
export interface SchemaError {
  /** JSON pointer into the data; of a missing property, its own. */
  pointer: string
  /** Keyword of JSON Schema; `depth` for data nested too deeply, `schema` for a schema that cannot be run. */
  keyword: string
  value?: unknown
}

/** A pattern that must not be run here, and the text that it would be run on. */
export interface HeldPattern {
  pointer: string
  pattern: string
  text: string
}

/** A place in the data, as the way back to its root. */
export interface Place {
  above?: Place
  key: string | number
}

/** One validation as it runs. */
export interface Run {
  index: SchemaIndex
  formats: boolean
  onHeldPattern?: (held: HeldPattern) => void
  /** How many more schemas may be looked at, so that a schema which multiplies its own branches ends. */
  budget: number
  /** Schemas around the present one that look at the same value. */
  hops: number
}

/** One schema and one value that are held against each other. */
export interface Case {
  run: Run
  placed: Placed
  schema: SchemaNode
  place: Place
  /** What is wrong is told here; without it the first fault ends the check. */
  errors: SchemaError[] | undefined
  fits: boolean
}

const maxErrors = 1000

/** JSON pointer of a place. */
export const pointerTo = ({ above, key }: Place): string =>
  above === undefined ? '' : `${pointerTo(above)}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Notes one fault, up to a number that nobody reads. */
export function tell(errors: SchemaError[] | undefined, place: Place, keyword: string, value?: unknown): void {
  if (errors && errors.length < maxErrors)
    errors.push(value === undefined ? { pointer: pointerTo(place), keyword } : { pointer: pointerTo(place), keyword, value })
}

/** The case does not fit, for a keyword of its schema. */
export function fail(at: Case, keyword: string, value?: unknown, place = at.place): void {
  at.fits = false
  tell(at.errors, place, keyword, value)
}
