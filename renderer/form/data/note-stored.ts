import { callNamed } from '#renderer/api/call.ts'
import type { FormScope } from '#renderer/form/form-context.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isEmpty, type PathList } from './path.ts'

/**
 * Marks a value as stored because a field's own call saved it. The form takes the record's new version if only that call
 * changed it; if others changed the record too, the form keeps its version, so that saving reports the conflict.
 */
export async function noteStored(
  { store, form }: Pick<FormScope, 'store' | 'form'>,
  path: PathList,
  value: unknown,
  results: unknown,
): Promise<void> {
  store.noteStored(path, value)
  const { id, version: before } = store.getState().baseline
  if (typeof before !== 'number') return
  const storedVersion = isRecord(results) && (isEmpty(results.id) || results.id === id) ? results.version : undefined
  const version = typeof storedVersion === 'number' ? storedVersion : await readVersion(form.entity, id)
  if (version === before + 1 && store.getState().baseline.version === before) store.noteStored(path, value, version)
}

/** The current version of a record; undefined if it cannot be read. */
async function readVersion(entity: string | undefined, id: unknown): Promise<number | undefined> {
  if (entity === undefined || isEmpty(id)) return undefined
  try {
    const { results } = await callNamed('single', { params: { model: entity.slice(entity.indexOf('/') + 1), id } })
    return isRecord(results) && typeof results.version === 'number' ? results.version : undefined
  } catch {
    return undefined
  }
}
