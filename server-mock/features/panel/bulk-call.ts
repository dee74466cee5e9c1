import { interpolate, interpolateDeep, pathsIn } from '#schemas/rules/text/interpolate.ts'
import { nameOf } from '#schemas/rules/text/plain-text.ts'
import type { BulkDone, TaskFailure } from '#schemas/types/contract.d.ts'
import { findEntity, inWords } from '#server/documents/entity-field.ts'
import type { Expansion } from '#server/documents/expansion.ts'
import { ApiError } from '#server/errors.ts'
import type { UnmanagedContext } from '#server/feature.ts'
import { asRefusal, toFailure } from '#server/plugins/failures.ts'
import { TaskStopped } from '#server/tasks/define-task.ts'
import type { FoundRow, GridSource } from './bulk-rows.ts'

/** The call that is made for each row; its values insert `{row.…}` and `{own.…}`. */
export interface BulkCall {
  name: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  version?: number
  mock?: boolean
  params?: Record<string, unknown>
  payload?: Record<string, unknown>
}

export type RowDone = BulkDone
export type RowOutcome = { done: RowDone } | { failed: TaskFailure }

/**
 * Makes the call for one row after another. A refused row is reported and does not stop the others. With a key each row is called
 * once, however often the whole is repeated. @throws TaskStopped, nothing else
 */
export function createRowCaller(
  { invoke, registry, caller }: Pick<UnmanagedContext, 'invoke' | 'registry' | 'caller'>,
  call: BulkCall,
  grid: GridSource,
  values: Record<string, unknown>,
  key: string | undefined,
): (gridRow: FoundRow) => Promise<RowOutcome> {
  const module = registry.endpoints.get(`${call.version ?? 1}/${call.name}`)?.module
  return async ({ id, row, own }) => {
    try {
      if (!row) throw new ApiError('not-found')
      const { params, payload } = filledFor(call, { ...values, row, own })
      if (call.mock) return { done: { id, version: versionOf(row), changed: false } }
      const { results } = await invoke({
        name: call.name,
        method: call.method,
        version: call.version,
        params,
        payload,
        ...(key !== undefined && { key: `${key}.${id}` }),
      })
      const version = versionOf(results)
      return { done: { id, version, changed: version === null || version !== row.version } }
    } catch (fault) {
      if (fault instanceof TaskStopped) throw fault
      const { body } = toFailure(trashedSince(asRefusal(fault)) ?? new ApiError('server-error'), {
        locale: caller.locale,
        timezone: caller.timezone,
        registry,
        module,
        entity: modelOf(call),
      })
      return {
        failed: {
          id,
          title: rowName({ registry, reader: caller }, call, grid, row) ?? `#${id}`,
          code: String(body.errorCode),
          message: Object.values(body.errors).flat().join(' ') || body.userMessage,
        },
      }
    }
  }
}

/** What a row's record is called: as its entity says, where the row has the fields for it. */
function rowName(
  { registry, reader }: Omit<Expansion, 'module'>,
  call: BulkCall,
  { params }: GridSource,
  row: FoundRow['row'],
): string | null {
  const entity = findEntity(
    registry,
    modelOf(call) ?? registry.grids.get(`${params.module}/${params.class}/${params.part}`)?.document.entity,
  )
  const display = entity?.document.display
  if (!row || !display) return nameOf(row)
  const expansion = { registry, reader, module: entity.module }
  const worded = Object.fromEntries(
    pathsIn(display).map((path) => [path, Object.hasOwn(row, path) ? inWords(expansion, entity, path, row[path]) : undefined]),
  )
  const filled = interpolate(display, { ...row, ...worded }).trim()
  return filled === '' || filled.includes('{') ? nameOf(row) : filled
}

/** Replaces `stale-version` by a clearer refusal where the row was moved to the trash in the meantime. */
function trashedSince(refusal: ApiError | undefined): ApiError | undefined {
  if (refusal?.code !== 'stale-version') return refusal
  const { current, base } = (refusal.metadata ?? {}) as { current?: { deleted_at?: unknown }; base?: { deleted_at?: unknown } }
  return current?.deleted_at && !base?.deleted_at
    ? new ApiError('precondition-failed', { userMessage: { key: 'errors.trashed_since' } })
    : refusal
}

function filledFor({ params, payload, method }: BulkCall, context: Record<string, unknown>) {
  try {
    return { params: interpolateDeep(params ?? {}, context), payload: method === 'DELETE' ? {} : interpolateDeep(payload ?? {}, context) }
  } catch (fault) {
    throw fault instanceof RangeError ? new ApiError('bad-request') : fault
  }
}

/** Entity that a generic call names, for the labels of its fields. */
const modelOf = ({ params, payload }: BulkCall): string | undefined =>
  [payload?.model, params?.model].find((model) => typeof model === 'string') as string | undefined

function versionOf(results: unknown): number | null {
  const version = typeof results === 'object' && results !== null && 'version' in results ? results.version : undefined
  return typeof version === 'number' && Number.isInteger(version) ? version : null
}
