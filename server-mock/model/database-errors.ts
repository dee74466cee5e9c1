import { uniqueIndexes } from '#server/database/tables/unique-indexes.ts'
import { physicalName } from '#server/database/entity-shape.ts'
import { validationError, ApiError } from '#server/errors.ts'
import type { ModelEntity } from './context.ts'
import { uniquePath } from './write/unique-check.ts'

interface DatabaseError {
  code?: string
  constraint?: string
  column?: string
}

/** What the database refused, as the caller is to hear it; anything else is passed on. */
export function refusalFor(error: unknown, entity: ModelEntity, action: 'write' | 'destroy'): unknown {
  const { code, constraint, column } = error as DatabaseError
  switch (code) {
    case '23505':
      return uniqueRefusal(entity, constraint)
    case '23503':
      return action === 'destroy' ? new ApiError('in-use') : onColumn(entity, 'fkey', constraint, 'errors.unknown_reference')
    case '23001':
      return new ApiError('in-use')
    case '23514':
      return onColumn(entity, 'check', constraint, 'rules.included')
    case '23502':
      return column ? validationError({ [column]: [{ key: 'rules.required' }] }) : new ApiError('bad-request')
    // Text without an encoding, numbers out of range, index rows too wide, nesting too deep: input that checks let through.
    case '22021':
    case '22P05':
    case '22P02':
    case '22003':
    case '22007':
    case '22008':
    case '54000':
    case '54001':
      return new ApiError('bad-request')
    default:
      return error
  }
}

function uniqueRefusal(entity: ModelEntity, constraint: string | undefined): unknown {
  const index = uniqueIndexes(entity.shape).find(({ name }) => name === constraint)
  if (!index) return new ApiError('precondition-failed', { userMessage: { key: 'errors.not_unique' } })
  return validationError({ [uniquePath(index)]: [{ key: 'errors.not_unique' }] })
}

function onColumn(entity: ModelEntity, suffix: string, constraint: string | undefined, key: string): unknown {
  const column = entity.shape.columns.find(({ name }) => physicalName(`${entity.name}_${name}_${suffix}`) === constraint)
  return column ? validationError({ [column.field]: [{ key }] }) : new ApiError('bad-request', { userMessage: { key } })
}
