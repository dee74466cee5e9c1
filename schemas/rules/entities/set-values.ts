import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

/** The value that a field has while a condition on its record holds. */
export interface SetValue {
  when: object
  set: string | number | boolean | null
}

/** The fields of an entity that conditions set, each with its entries in order. */
export const setValuesOf = ({ schema }: Pick<EntityDocument, 'schema'>): [field: string, entries: readonly SetValue[]][] =>
  Object.entries(schema.properties).flatMap(([name, property]): [string, SetValue[]][] =>
    isRecord(property) && Array.isArray(property.value) ? [[name, property.value as SetValue[]]] : [],
  )
