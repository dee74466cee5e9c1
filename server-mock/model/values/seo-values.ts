import { isRecord } from '#schemas/rules/is-record.ts'
import { isSeoField, normaliseSeo, unknownParameters, type Seo } from '#schemas/rules/values/seo.ts'
import type { FieldErrors } from '#server/errors.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { placesOf } from './formatted-places.ts'

/**
 * Completes SEO values: all five keys are there, and a custom text is kept only while its parameter is chosen.
 * Changes `values`. Returns errors by path.
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
