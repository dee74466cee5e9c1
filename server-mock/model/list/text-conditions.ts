import { sql, type RawBuilder } from 'kysely'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import { homeCode, internationalMobile } from '#schemas/rules/values/phone.ts'
import { readSearch, type SearchWord } from '#schemas/rules/text/search-words.ts'
import type { filterOperators } from '#schemas/rules/conditions/where.ts'
import { searchColumn } from '#server/database/entity-shape.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { phoneSpellings } from '#server/model/values/phone-values.ts'
import { root, type FieldInSql } from './field-in-sql.ts'

export type Condition = RawBuilder<unknown>
type TextOperator = Exclude<(typeof filterOperators)['text'][number], 'empty' | 'filled'>

/** How a text is compared, folded on both sides; `contains` wants each word somewhere, and looks for no more than a search does. */
export function textCondition(field: FieldInSql, operator: TextOperator, text: string): Condition {
  // The texts of a translated field are a line each.
  const lines = field.column.translated
  const where = field.folded()
  switch (operator) {
    case 'contains':
      return holdsSearch(where, text)
    case 'not_contains':
      return readSearch(text).words.length === 0 ? sql`true` : sql`(${holdsSearch(where, text)}) is not true`
    case 'starts_with':
      return isWritten(where, text, { lines, goesOn: true })
    default: {
      const spellings = phoneSpellings(field.entity, field.column.field, text)
      const equal = sql`(${sql.join(
        spellings.map((spelling) => isWritten(where, spelling, { lines, goesOn: false })),
        sql` or `,
      )})`
      return operator === 'is' ? equal : sql`(${equal}) is not true`
    }
  }
}

/** Quick search over the entity's search fields; an entity without any finds nothing. */
export const searchCondition = (entity: ModelEntity, text: string): Condition =>
  entity.text.some((column) => column.name === searchColumn) ? holdsSearch(sql`${sql.ref(`${root}.${searchColumn}`)}`, text) : sql`false`

const letters = '[\u0600-\u06ff]'
/** A space between letters that may be written without one; a zero-width non-joiner is folded away in what is stored. */
const gaps = new RegExp(`(?<=${letters}) (?=${letters})`, 'g')

/** Whether a text, or a line of it, is or begins as written: with a space, a zero-width non-joiner or nothing between Persian letters. */
function isWritten(where: Condition, text: string, { lines, goesOn }: { lines: boolean; goesOn: boolean }): Condition {
  const folded = foldText(text.replace(/\u200c+/g, ' '))
  const [before, behind] = [lines ? '%\n' : '', goesOn ? '%' : lines ? '\n%' : '']
  const whole = lines ? sql`concat(chr(10), ${where}, chr(10))` : where
  if (folded.search(gaps) < 0) {
    const together = foldText(text)
    return before + behind === '' ? sql`${where} = ${together}` : sql`${whole} like ${before + pattern(together) + behind}`
  }
  // An index finds the parts in their order, and what it finds is compared without the spaces.
  const closed = sql`regexp_replace(${whole}, ${`(${letters}) (?=${letters})`}, '\\1', 'g')`
  return sql`(${where} like ${`${lines ? '%' : ''}${pattern(folded).replace(gaps, '%')}${lines || goesOn ? '%' : ''}`}
    and ${closed} like ${before + pattern(folded.replace(gaps, '')) + behind})`
}

/** Signs of LIKE stand for themselves. */
const pattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Every word, or the mobile number that all of them are, however it was kept: people type `0912…` for what is kept as `+98912…`. */
function holdsSearch(where: Condition, text: string): Condition {
  const { words } = readSearch(text)
  const mobile = internationalMobile(text)
  if (mobile === undefined || words.length === 0) return holdsWords(where, words)
  const national = mobile.startsWith(`+${homeCode}`) ? mobile.slice(homeCode.length + 1) : mobile
  return sql`(${holdsWords(where, words)} or ${where} like ${`%${pattern(national)}%`})`
}

/** Whether a folded text holds every word of a search. */
export const holdsWords = (where: Condition, words: readonly SearchWord[]): Condition =>
  words.length === 0
    ? sql`true`
    : (sql.join(
        words.map(
          (spellings) =>
            sql`(${sql.join(
              spellings.map((word) => sql`${where} like ${`%${pattern(word)}%`}`),
              sql` or `,
            )})`,
        ),
        sql` and `,
      ) as Condition)
