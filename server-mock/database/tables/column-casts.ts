import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/** How values of one type of column become another: which of them fit, and what they become. */
export interface Cast {
  fits: (value: Sql) => Sql
  value: (value: Sql) => Sql
}

const always = () => sql`true`
const plain = (type: string) => (value: Sql) => sql`(${value})::${sql.raw(type)}`
const matching = (pattern: string) => (value: Sql) => sql`(${value} ~ ${sql.lit(pattern)})`

/** Latin digits and a point, whatever digits a text was written with. */
const latin = (value: Sql) => sql`translate(btrim(${value}), '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩٫', '01234567890123456789.')`
const ofText = (pattern: string, type: string): Cast => ({
  fits: (value) => matching(pattern)(latin(value)),
  value: (value) => plain(type)(latin(value)),
})

const day = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const clock = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])'
/** Whether the day of a text of the right pattern is one of its month. */
const isDayOfMonth = (value: Sql) =>
  sql`substr(${value}, 9, 2)::int <= extract(day from make_date(substr(${value}, 1, 4)::int, substr(${value}, 6, 2)::int, 1) + interval '1 month - 1 day')`
const dated = (pattern: string, type: string): Cast => ({
  fits: (value) =>
    sql`(case when ${matching(pattern)(latin(value))} and substr(${latin(value)}, 1, 4) <> '0000' then ${isDayOfMonth(latin(value))} else false end)`,
  value: (value) => plain(type)(latin(value)),
})

const isWhole = (value: Sql) => sql`(${value} = trunc((${value})::numeric) and abs((${value})::numeric) <= 9007199254740991)`
const utc = (value: Sql) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** By the types that a column has and shall have, as the database names them. */
const casts: Record<string, Record<string, Cast>> = {
  text: {
    bigint: ofText('^-?[0-9]{1,15}$', 'bigint'),
    numeric: ofText('^-?[0-9]{1,40}([.][0-9]{1,20})?$', 'numeric'),
    'double precision': ofText('^-?[0-9]{1,40}([.][0-9]{1,20})?$', 'double precision'),
    boolean: ofText('^(true|false|1|0)$', 'boolean'),
    date: dated(`^${day}$`, 'date'),
    'timestamp with time zone': dated(`^${day}T${clock}$`, 'timestamptz'),
  },
  bigint: {
    text: { fits: always, value: plain('text') },
    numeric: { fits: always, value: plain('numeric') },
    'double precision': { fits: always, value: plain('double precision') },
    boolean: { fits: (value) => sql`(${value} in (0, 1))`, value: (value) => sql`(${value} = 1)` },
  },
  numeric: {
    text: { fits: always, value: plain('text') },
    bigint: { fits: isWhole, value: plain('bigint') },
    'double precision': { fits: always, value: plain('double precision') },
  },
  'double precision': {
    text: { fits: always, value: plain('text') },
    bigint: { fits: isWhole, value: plain('bigint') },
    numeric: { fits: always, value: plain('numeric') },
  },
  boolean: { text: { fits: always, value: plain('text') }, bigint: { fits: always, value: (value) => sql`(${value})::int::bigint` } },
  date: { text: { fits: always, value: plain('text') } },
  'timestamp with time zone': { text: { fits: always, value: utc } },
}

/** The cast from one type of column to another; undefined where values would be lost. */
export const castOf = (from: string, to: string): Cast | undefined => casts[from]?.[to]
