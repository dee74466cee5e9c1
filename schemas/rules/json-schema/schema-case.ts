import { isDecimalSchema } from './schema-decimals.ts'
import type { Placed, SchemaIndex, SchemaNode } from './schema-index.ts'

/** One error: where, which keyword, and that keyword's value in the schema. */
export interface SchemaError {
  /** JSON pointer into the data; for a missing property, the pointer that it would have. */
  pointer: string
  /** Keyword of JSON Schema; `depth` for data that is nested too deeply, `schema` for a schema that cannot be run. */
  keyword: string
  value?: unknown
  /** For `type`: the field holds decimals, which are texts in JSON. */
  isDecimal?: boolean
}

/** A pattern that must not be run here, and the text to run it on. */
export interface HeldPattern {
  pointer: string
  pattern: string
  text: string
}

/** A place in the data, linked to the places around it. */
export interface Place {
  above?: Place
  key: string | number
}

/** State of one validation. */
export interface Run {
  index: SchemaIndex
  formats: boolean
  onHeldPattern?: (held: HeldPattern) => void
  /** How many more schemas may be tried. It ends a schema that multiplies its own branches. */
  budget: number
  /** Number of schemas around the current one that apply to the same value. */
  hops: number
}

/** One schema and the value that is checked against it. */
export interface Case {
  run: Run
  placed: Placed
  schema: SchemaNode
  place: Place
  /** Errors are collected here; without it the check ends at the first error. */
  errors: SchemaError[] | undefined
  fits: boolean
}

const maxErrors = 1000

export const pointerTo = ({ above, key }: Place): string =>
  above === undefined ? '' : `${pointerTo(above)}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Adds an error, up to a limit beyond which nobody reads. */
export function addError(errors: SchemaError[] | undefined, place: Place, keyword: string, value?: unknown, isDecimal = false): void {
  if (errors && errors.length < maxErrors)
    errors.push({ pointer: pointerTo(place), keyword, ...(value !== undefined && { value }), ...(isDecimal && { isDecimal }) })
}

/** Marks the case as failed by a keyword of its schema. */
export function fail(at: Case, keyword: string, value?: unknown, place = at.place): void {
  at.fits = false
  addError(at.errors, place, keyword, value, keyword === 'type' && isDecimalSchema(at.schema))
}
