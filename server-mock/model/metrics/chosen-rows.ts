import { compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { validationError } from '#server/errors.ts'
import { badValue } from '#server/model/ids.ts'

type Row = Readonly<Record<string, unknown>>

/** What a call chooses of the rows of a metric: their order by place, and the fields that are answered. */
export interface ChosenRows {
  order: number[]
  fields?: string[]
}

/**
 * Reads `including` (names separated by commas) and `sort` (a name, with a minus in front for the greatest first) of a call. Rows without
 * a value come last. @throws a 422 that tells the names there are
 */
export function chosenRows(query: Readonly<Record<string, unknown>>, names: readonly string[], rows: readonly Row[]): ChosenRows {
  const order = rows.map((_, at) => at)
  const fields = [query.including]
    .flat()
    .flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = fields.find((name) => !names.includes(name))
  if (unknown !== undefined) throw validationError({ including: [unknownName(unknown, names)] })
  const sort = typeof query.sort === 'string' ? query.sort.trim() : ''
  if (sort !== '') {
    const isReversed = sort.startsWith('-')
    const name = isReversed ? sort.slice(1) : sort
    if (!names.includes(name)) throw validationError({ sort: [unknownName(name, names)] })
    order.sort((one, other) => compareValues(rows[one]![name], rows[other]![name], isReversed) || one - other)
  } else if (query.sort !== undefined && typeof query.sort !== 'string') throw validationError({ sort: [badValue(query.sort)] })
  return { order, ...(fields.length > 0 && { fields }) }
}

const unknownName = (name: string, names: readonly string[]) => ({
  key: 'errors.metric_field',
  values: { value: name.slice(0, 80), fields: names.join(', ') },
})

function compareValues(one: unknown, other: unknown, isReversed: boolean): number {
  const isEmpty = (value: unknown) => value === null || value === undefined
  if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other))
  const [left, right] = [toDecimal(one), toDecimal(other)]
  const way =
    left !== undefined && right !== undefined
      ? compareDecimal(left, right)
      : String(one) < String(other)
        ? -1
        : Number(String(one) !== String(other))
  return isReversed ? -way : way
}
