import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import type { Database } from '#server/database/database.ts'
import { foldedInSql, foldedLinesInSql } from '#server/model/list/fold-in-sql.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'

const texts = ['كِتاب‌هاي ۱۲', 'آمار  سرمایه‌گذاری', 'مُدیریّت\tخانهٔ ٣', 'ٱلسَّلَامُ عَلَيْكُمْ', 'Crème BRÛLÉE', 'ﻻﺳﺘﻴﻚ', '  Ａ１ ', 'IstanbuL ı', '']

describe.each(databaseKinds)('texts that %s folds', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database.close())
  const read = async (value: ReturnType<typeof foldedInSql>) =>
    (await database.read((trx) => sql<{ folded: string | null }>`select ${value} as folded`.execute(trx))).rows[0]?.folded

  it.each(texts)('%j is as the search has it', async (text) => expect(await read(foldedInSql(sql`${text}::text`))).toBe(foldText(text)))
  it('a translated one is a line for each locale', async () => {
    const found = await read(foldedLinesInSql(sql`${JSON.stringify({ fa: 'كتاب ۱', en: 'A\nBook' })}::jsonb`))
    expect(found?.split('\n').sort()).toEqual(['a book', 'کتاب 1'])
  })
})
