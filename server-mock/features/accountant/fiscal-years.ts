import { sql } from 'kysely'
import type { Guard } from '#server/model/lifecycles/hooks.ts'

/** Refuses a document whose date lies in a fiscal year that is closed. */
export const yearIsOpen: Guard = async ({ trx, registry, caller }, document) => {
  const { rows } = await sql`select 1 from data.accountant_fiscal_year
    where ${document.date as string}::date between starts_on and ends_on and status = 'closed' and deleted_at is null`.execute(trx)
  return rows.length === 0 ? undefined : registry.message('accountant', caller.locale, 'year_closed')
}
