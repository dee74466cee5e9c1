import { inTime } from '#renderer/documents/load-in-time.ts'
import { isFlat } from '#renderer/form/schema/plain-schema.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'

/** What of the form needs @rjsf/core: fields that depend on the data, lists, defaults inside of groups. */
export type DependentFields = typeof import('#renderer/form/fields/dependent-library.tsx')

export type DependentFieldsArrival = { library: DependentFields } | { error: unknown }

let arrival: Promise<DependentFieldsArrival> | null = null
let arrived: DependentFields | null = null

/** Loads the code once; after a failure it is loaded again only after `purgeDependentFields`. */
export function askForDependentFields(): Promise<DependentFieldsArrival> {
  arrival ??= inTime(import('#renderer/form/fields/dependent-library.tsx')).then(
    (library) => ({ library: (arrived = library) }),
    (error: unknown) => ({ error }),
  )
  return arrival
}

export const purgeDependentFields = (): void => {
  if (!arrived) arrival = null
}

/** Whether a form of this schema can be drawn with the code that is there. */
export const canDraw = (schema: FieldSchema): boolean => arrived !== null || isFlat(schema)

/** The code, for a place for which `canDraw` returned true. */
export function dependentFields(): DependentFields {
  if (!arrived) throw new Error('The code of dependent fields has not been fetched')
  return arrived
}
