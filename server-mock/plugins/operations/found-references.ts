import { wholeInsertion } from '#schemas/rules/endpoints/inserted-names.ts'
import { partOf } from '#schemas/rules/endpoints/call-parts.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { findModel } from '#server/model/context.ts'
import { findBy } from './call-record.ts'
import { filledValues, type Served, type Values } from './served.ts'

/**
 * References that a call names by a code: `{ buyer: 7 }`. A list of codes gives a list of ids, and a code that was not sent
 * leaves the reference as it is.
 * @throws a 422 at each code of which there is no record
 */
export async function foundReferences(context: CallContext, { endpoint, entity }: Served): Promise<Values> {
  const found: Values = {}
  const errors: FieldErrors = {}
  for (const [field, { by, from, where }] of Object.entries(endpoint.find ?? {})) {
    const column = findModel(context, entity).shape.byName.get(field)
    const target = column?.references ?? column?.itemReferences
    const code = filledValues(context, { code: from }).code
    if (target === undefined || code === null) continue
    const sentAs = wholeInsertion(from, partOf(endpoint.method)) ?? field
    // What the call does not send narrows nothing.
    const within = Object.entries(filledValues(context, where)).filter(([, value]) => value !== null && value !== '')
    const named = (one: unknown) => findBy(context, target, { [by]: one, ...Object.fromEntries(within) })
    if (code === '') found[field] = null
    else if (Array.isArray(code)) {
      const ids: number[] = []
      for (const [at, one] of code.entries()) {
        const id = await named(one)
        if (id === undefined) errors[`${sentAs}.${at}`] = [{ key: 'errors.unknown_reference' }]
        else ids.push(id)
      }
      found[field] = ids
    } else {
      const id = await named(code)
      if (id === undefined) errors[sentAs] = [{ key: 'errors.unknown_reference' }]
      else found[field] = id
    }
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return found
}
