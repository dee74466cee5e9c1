import { sql } from 'kysely'
import { dayOf } from '#schemas/rules/calendar/calendar.ts'
import { aroundNumber, countedYear, formatFields } from '#schemas/rules/entities/sequence-format.ts'
import type { CountedSequence } from '#schemas/rules/entities/sequence.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { findModel, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { defaultTimezone } from '#server/plugins/request-locale.ts'

type Row = Readonly<Record<string, unknown>>

/** What a number of a record has beside `{n}`. */
export interface NumberParts {
  before: string
  after: string
  /** Tells apart what is counted by itself: `{"branch":"3","year.jalali":"1403"}`. */
  scope: string
}

/** The field that has to be filled before a record has a number. */
export interface MissingPart {
  missing: string
  /** The field is filled, and the record that it refers to has no such value: its entity, and that field. */
  inside?: { entity: ModelEntity; field: string }
}

/** The parts of a record's number, or what has to be filled first. */
export async function partsFor(
  context: Pick<ModelContext, 'trx' | 'registry'>,
  entity: ModelEntity,
  { format, scope, year, date }: CountedSequence,
  row: Row,
): Promise<NumberParts | MissingPart> {
  const values = new Map<string, string>()
  const counted: Record<string, string> = {}
  if (year) {
    const field = date ?? 'created_at'
    const day = dayOf((row[entity.shape.byName.get(field)?.name ?? field] ?? '') as string, {
      calendar: year.calendar,
      timeZone: defaultTimezone,
    })
    if (!day) return { missing: field }
    const number = String(countedYear(year, day))
    values.set('year', number)
    counted[['year', year.calendar, ...(year.from === undefined ? [] : [year.from])].join('.')] = number
  }
  for (const path of new Set([...formatFields(format), ...scope])) {
    const value = await valueAt(context, entity, path, row)
    if (typeof value !== 'string') return { missing: path.split('.')[0]!, ...(value && { inside: value }) }
    values.set(path, value)
    if (scope.includes(path)) counted[path] = value
  }
  return { ...aroundNumber(format, values), scope: JSON.stringify(Object.entries(counted).sort(([a], [b]) => (a < b ? -1 : 1))) }
}

export const numberText = ({ digits }: CountedSequence, { before, after }: NumberParts, n: string): string =>
  `${before}${n.padStart(digits, '0')}${after}`

/** The text of a field, also of a record that is referred to; undefined where it is empty, the other field where that one is empty. */
async function valueAt(
  context: Pick<ModelContext, 'trx' | 'registry'>,
  entity: ModelEntity,
  path: string,
  row: Row,
): Promise<string | MissingPart['inside']> {
  const [first = '', ...rest] = path.split('.')
  const column = entity.shape.byName.get(first)
  const value = column && row[column.name]
  if (!column || value === null || value === undefined || value === '') return undefined
  if (rest.length === 0) return column.kind === 'json' ? undefined : String(value)
  if (!column.references) return undefined
  const target = findModel(context, column.references)
  const { rows } = await sql<Row>`select ${sql.join(target.shape.columns.map(({ name }) => sql.ref(name)))}
    from ${sql.raw(tableOf(target.name))} where id = ${value}`.execute(context.trx)
  return rows[0] && ((await valueAt(context, target, rest.join('.'), rows[0])) ?? { entity: target, field: rest[0]! })
}
