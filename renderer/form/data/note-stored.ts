import { callNamed } from '#renderer/api/call.ts'
import type { FormScope } from '#renderer/form/form-context.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isEmpty, type PathList } from './path.ts'

/**
 * A call of a field stored its value: the form counts it as stored. The record's version goes along when the call alone
 * has raised it; where others changed the record meanwhile the form stays on its version, and saving tells of them.
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

/** The version that a record has now; undefined when nobody can say. */
async function readVersion(entity: string | undefined, id: unknown): Promise<number | undefined> {
  if (entity === undefined || isEmpty(id)) return undefined
  try {
    const { results } = await callNamed('single', { params: { model: entity.slice(entity.indexOf('/') + 1), id } })
    return isRecord(results) && typeof results.version === 'number' ? results.version : undefined
  } catch {
    return undefined
  }
}
