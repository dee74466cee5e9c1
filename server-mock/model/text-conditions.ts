import { sql, type RawBuilder } from 'kysely'
import { foldText } from '#schemas/rules/digits.ts'
import { homeCode, internationalMobile } from '#schemas/rules/phone.ts'
import type { filterOperators } from '#schemas/rules/where.ts'
import { searchColumn } from '#server/database/entity-shape.ts'
import type { ModelEntity } from './context.ts'
import { root, type FieldInSql } from './field-paths.ts'

export type Condition = RawBuilder<unknown>
type TextOperator = Exclude<(typeof filterOperators)['text'][number], 'empty' | 'filled'>

const maxWords = 8
const maxLength = 200

/** How a text is compared, folded on both sides; `contains` wants each word somewhere. Undefined for a text too long. */
export function textCondition(field: FieldInSql, operator: TextOperator, text: string): Condition | undefined {
  const words = wordsOf(text)
  if (!words) return undefined
  const where = field.folded ?? (field.column.kind === 'text' ? sql`lower(${field.value})` : sql`lower(${field.value}::text)`)
  switch (operator) {
    case 'contains':
      return holds(where, text, words)
    case 'not_contains':
      return words.length === 0 ? sql`true` : sql`(${holds(where, text, words)}) is not true`
    default:
      break
  }
  const whole = foldText(text)
  // The texts of a translated field stand in its folded copy a line each.
  const lines = field.column.translated && field.folded !== undefined
  const equal = lines ? sql`concat(chr(10), ${where}, chr(10)) like ${`%\n${pattern(whole)}\n%`}` : sql`${where} = ${whole}`
  if (operator === 'starts_with')
    return lines ? sql`concat(chr(10), ${where}) like ${`%\n${pattern(whole)}%`}` : sql`${where} like ${`${pattern(whole)}%`}`
  return operator === 'is' ? equal : sql`(${equal}) is not true`
}

/** Quick search over the entity's search fields; an entity without any finds nothing. */
export function searchCondition(entity: ModelEntity, text: string): Condition | undefined {
  const words = wordsOf(text)
  if (!words) return undefined
  return entity.text.some((column) => column.name === searchColumn)
    ? holds(sql`${sql.ref(`${root}.${searchColumn}`)}`, text, words)
    : sql`false`
}

function wordsOf(text: string): string[] | undefined {
  const words = foldText(text).split(' ').filter(Boolean)
  return words.length > maxWords || text.length > maxLength ? undefined : words
}

/** Signs of LIKE stand for themselves. */
const pattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Every word, or the mobile number that all of them are, however it was kept: people type `0912…` for what is kept as `+98912…`. */
function holds(where: Condition, text: string, words: string[]): Condition {
  const mobile = internationalMobile(text)
  if (mobile === undefined || words.length === 0) return allWords(where, words)
  const national = mobile.startsWith(`+${homeCode}`) ? mobile.slice(homeCode.length + 1) : mobile
  return sql`(${allWords(where, words)} or ${where} like ${`%${pattern(national)}%`})`
}

const allWords = (where: Condition, words: string[]): Condition =>
  words.length === 0
    ? sql`true`
    : (sql.join(
        words.map((word) => sql`${where} like ${`%${pattern(word)}%`}`),
        sql` and `,
      ) as Condition)
