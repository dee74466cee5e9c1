import { isRecord } from '#schemas/rules/is-record.ts'
import type { FieldErrors } from '#server/errors.ts'
import type { ComputedField } from './compute-plan.ts'
import { originOf, type View } from './read-views.ts'
import type { TreeRecord } from './record-tree.ts'

/** A code, the field by which it is reached, and the path of its record as it was sent. */
interface Code {
  code: string
  field: string
  path: string
}

/**
 * Whether everything that a value is computed from is in the value's currency; where it has none, in that of the first row. What has no
 * code is in any. Where it is not, the row that is in another one gets an error.
 */
export function isInOneCurrency({ currencies }: ComputedField, record: TreeRecord, view: View, errors: FieldErrors): boolean {
  const codes = currencies.flatMap((path) => codesAt(view, path, record.path))
  const others = codes.filter(({ code }) => code !== codes[0]!.code)
  for (const { code, field, path } of others)
    errors[path === '' ? field : `${path}.${field}`] = [
      { key: 'errors.other_currency', values: { currency: code, expected: codes[0]!.code } },
    ]
  return others.length === 0
}

function codesAt(value: unknown, [step = '', ...rest]: readonly string[], path: string, field = step): Code[] {
  const inside = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined
  if (Array.isArray(inside)) return inside.flatMap((row: View) => codesAt(row, rest, originOf(row)?.path ?? path))
  if (rest.length > 0) return codesAt(inside, rest, path, field)
  return typeof inside === 'string' && inside !== '' ? [{ code: inside, field, path }] : []
}
