import { fieldLabel } from '#server/documents/entity-field.ts'
import { validationError, type ApiError } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { MissingPart } from './number-parts.ts'

/** A 422 at the field that a number is made of and that is not filled, or whose record lacks what the number needs. */
export function partFault(
  { registry, caller }: Pick<ModelContext, 'registry' | 'caller'>,
  entity: ModelEntity,
  part: MissingPart,
): ApiError {
  const key = entity.shape.byName.get(part.missing)?.name ?? part.missing
  if (!part.inside) return validationError({ [key]: [{ key: 'rules.required' }] })
  const { entity: other, field } = part.inside
  const label = fieldLabel({ registry, reader: caller, module: other.module }, { module: other.module, document: other.document }, field)
  return validationError({ [key]: [{ key: 'errors.number_part', values: { name: label } }] })
}
