import { isRecord } from '#schemas/rules/is-record.ts'
import { isSeoField, normaliseSeo, unknownParameters, type Seo } from '#schemas/rules/seo.ts'
import type { FieldErrors } from '#server/errors.ts'
import type { ModelEntity } from './context.ts'
import { placesOf } from './formatted-places.ts'

/**
 * Makes what search engines are told whole: all five keys, and a text of one's own only while its parameter is chosen.
 * Changes `values`; answers what is wrong by path.
 */
export function completeSeo(entity: ModelEntity, values: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, value, put } of placesOf(entity, values, isSeoField)) {
    if (!isRecord(value)) continue
    for (const { field, parameter } of unknownParameters(value as Partial<Seo>))
      errors[`${path}.${field}`] = [{ key: 'rules.seo_parameter', values: { parameter } }]
    put({ ...value, ...normaliseSeo(value as Partial<Seo>) })
  }
  return errors
}
