import { sql, type RawBuilder } from 'kysely'
import type { EntityColumn } from '#server/database/entity-shape.ts'

/** Marks, joiners and signs of direction, which a search leaves out. */
const unseen =
  '[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u200b-\\u200f\\u061c\\u2066-\\u2069\\ufeff]'

/** A text as `foldText` has it, computed by the database: for fields without a folded copy, whose texts no index finds. */
export const foldedInSql = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`btrim(regexp_replace(normalize(translate(lower(normalize(regexp_replace(normalize(translate(${text}, '۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩', '01234567890123456789'), NFKD), ${unseen}, '', 'g'), NFKC)), 'يىےكةہۀەٱı', 'یییکههههاi'), NFKC), '\\s+', ' ', 'g'))`

/** The texts of a translated field, folded, a line each. */
export const foldedLinesInSql = (texts: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select string_agg(${foldedInSql(sql`each.value`)}, chr(10)) from jsonb_each_text(${texts}) as each)`

/** A column's value, folded, whatever its kind. */
export const foldedColumnInSql = ({ kind, translated }: EntityColumn, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  translated ? foldedLinesInSql(value) : foldedInSql(kind === 'text' ? value : sql`${value}::text`)
