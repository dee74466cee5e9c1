import { validationError } from './errors.ts'
import type { CallContext } from './feature.ts'

/** The record that a call is about: DELETE names it in the query, the others in the body or the query. @throws a 422 on `id` without one */
export function targetOf({ params, payload }: Pick<CallContext, 'params' | 'payload'>): { id: number; version: number | undefined } {
  const id = (params.id ?? payload.id) as number | undefined
  if (id === undefined) throw validationError({ id: [{ key: 'rules.required' }] })
  return { id, version: (params.version ?? payload.version) as number | undefined }
}
