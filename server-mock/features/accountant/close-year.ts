import { sql } from 'kysely'
import { compareDecimal, addDecimal, subtractDecimal } from '#schemas/rules/numbers/decimal.ts'
import { declared, findModel, type ModelContext } from '#server/model/context.ts'
import type { Effect, Guard } from '#server/model/lifecycles/hooks.ts'
import { takeStep } from '#server/model/lifecycles/take-transition.ts'
import { writeRecord } from '#server/model/model.ts'

const documents = 'accountant_document'
const system = 'closing'

/** What an account comes to: debtor less creditor. */
interface AccountBalance {
  group_id: number
  segregate_id: number
  currency: string
  permanence: string
  balance: string
}

interface Posting {
  group_id: number
  segregate_id: number
  debtor?: string
  creditor?: string
}

const say = ({ registry, caller }: ModelContext, key: string, values: Record<string, unknown> = {}): string =>
  registry.message('accountant', caller.locale, key, values)

/** Refuses a document whose date lies in a fiscal year that is closed; what closing the year itself writes is let through. */
export const yearIsOpen: Guard = async (context, document) => {
  if (document.issuing_system === system) return undefined
  const { rows } = await sql`select 1 from data.accountant_fiscal_year
    where ${String(document.date)}::date between starts_on and ends_on and status = 'closed' and deleted_at is null`.execute(context.trx)
  return rows.length === 0 ? undefined : say(context, 'year_closed')
}

/** Refuses a date outside of the fiscal years, naming them; as long as there is none, every date will do. */
export const dateInYears: Guard = async (context, document) => {
  const { date } = document
  if (typeof date !== 'string') return undefined
  const { rows } = await sql<{ title: string; starts: string; ends: string }>`select title, starts_on::text as starts, ends_on::text as ends
    from data.accountant_fiscal_year where deleted_at is null order by starts_on for share`.execute(context.trx)
  if (rows.length === 0 || rows.some(({ starts, ends }) => starts <= date && date <= ends)) return undefined
  const list = new Intl.ListFormat(context.caller.locale)
  return say(context, 'date_outside_years', { years: list.format(rows.slice(-10).map(({ title }) => `\u2068${title}\u2069`)) })
}

/** Refuses dates, or the trash, that would leave documents of a year in none. */
export const yearKeepsDocuments: Guard = async (context, year) => {
  if (year.id === undefined) return undefined
  const isKept = sql`${year.deleted_at ?? null}::timestamptz is null
    and document.date between ${String(year.starts_on)}::date and ${String(year.ends_on)}::date`
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from data.accountant_document document
    join data.accountant_fiscal_year own on document.date between own.starts_on and own.ends_on
    where own.id = ${year.id} and document.deleted_at is null and not (${isKept}) and not exists (
      select 1 from data.accountant_fiscal_year other
      where other.id <> own.id and other.deleted_at is null and document.date between other.starts_on and other.ends_on)`.execute(
    context.trx,
  )
  const { count } = rows[0]!
  return count === 0 ? undefined : say(context, 'year_has_documents', { count })
}

/** A year is closed when all of its documents are finalized and the one after it is there. */
export const yearCanClose: Guard = async (context, year) => {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from data.accountant_document
    where date between ${String(year.starts_on)}::date and ${String(year.ends_on)}::date and status <> 'finalized' and deleted_at is null`.execute(
    context.trx,
  )
  const open = rows[0]!.open
  if (open > 0) return say(context, 'year_has_open', { count: open })
  return (await nextYear(context, year)) === undefined ? say(context, 'year_next_missing') : undefined
}

async function nextYear({ trx }: ModelContext, year: Record<string, unknown>): Promise<{ starts_on: string } | undefined> {
  const { rows } = await sql<{ starts_on: string }>`select starts_on::text as starts_on from data.accountant_fiscal_year
    where starts_on = ${String(year.ends_on)}::date + 1 and status = 'open' and deleted_at is null limit 1`.execute(trx)
  return rows[0]
}

/**
 * Writes the documents that end a fiscal year, one set for each currency: temporary accounts are closed into the profit account, permanent
 * ones are brought to nothing on the last day and opened again on the first day of the next year. Sums over the accounts of many documents
 * are nothing that an effect of a document can say, so this is code.
 */
export const closeYear: Effect = async (context, { after: year }) => {
  const next = (await nextYear(context, year))!
  const profit = await accountOf(context, year.profit_segregate_id as number)
  const balances = await balancesOf(context, year)
  const currencies = [...new Set(balances.map(({ currency }) => currency))]
  for (const currency of currencies) {
    const own = balances.filter((one) => one.currency === currency)
    const temporary = own.filter(({ permanence }) => permanence === 'temporary')
    const permanent = new Map(own.filter((one) => !temporary.includes(one)).map((one) => [one.segregate_id, one]))
    const result = temporary.reduce((sum, { balance }) => addDecimal(sum, balance), '0')
    const values = { date: String(year.ends_on), currency }
    const title = { year: String(year.title) }
    await writeFinal(context, { ...values, description: say(context, 'closing.temporary', title) }, [
      ...temporary.map((one) => postingOf(one, subtractDecimal('0', one.balance))),
      ...(temporary.length > 0 ? [postingOf(profit, result)] : []),
    ])
    const before = permanent.get(profit.segregate_id)?.balance ?? '0'
    permanent.set(profit.segregate_id, { ...profit, currency, permanence: 'permanent', balance: addDecimal(before, result) })
    const kept = [...permanent.values()]
    const closing = kept.map((one) => postingOf(one, subtractDecimal('0', one.balance)))
    await writeFinal(context, { ...values, description: say(context, 'closing.permanent', title) }, closing)
    const opening = kept.map((one) => postingOf(one, one.balance))
    await writeFinal(context, { ...values, date: next.starts_on, description: say(context, 'closing.opening', title) }, opening)
  }
}

async function accountOf({ trx }: ModelContext, segregate: number): Promise<{ group_id: number; segregate_id: number }> {
  const { rows } = await sql<{ group_id: number }>`select group_id from data.accountant_segregate where id = ${segregate}`.execute(trx)
  return { group_id: Number(rows[0]!.group_id), segregate_id: segregate }
}

async function balancesOf({ trx }: ModelContext, year: Record<string, unknown>): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`select p.group_id, p.segregate_id, d.currency, g.permanence,
      (sum(coalesce(p.debtor, 0)) - sum(coalesce(p.creditor, 0)))::text as balance
    from data.accountant_posting p join data.accountant_document d on d.id = p.accountant_document_id
      join data.accountant_group g on g.id = p.group_id
    where d.date between ${String(year.starts_on)}::date and ${String(year.ends_on)}::date and d.deleted_at is null and p.deleted_at is null
    group by 1, 2, 3, 4 having sum(coalesce(p.debtor, 0)) <> sum(coalesce(p.creditor, 0)) order by 3, 1, 2`.execute(trx)
  return rows.map((row) => ({ ...row, group_id: Number(row.group_id), segregate_id: Number(row.segregate_id) }))
}

/** An amount on the side that its sign says. */
function postingOf({ group_id, segregate_id }: Pick<Posting, 'group_id' | 'segregate_id'>, amount: string): Posting {
  const isDebtor = compareDecimal(amount, '0') >= 0
  return { group_id, segregate_id, ...(isDebtor ? { debtor: amount } : { creditor: subtractDecimal('0', amount) }) }
}

async function writeFinal(context: ModelContext, values: Record<string, unknown>, postings: readonly Posting[]): Promise<void> {
  const filled = postings.filter(({ debtor = '0', creditor = '0' }) => compareDecimal(addDecimal(debtor, creditor), '0') > 0)
  if (filled.length === 0) return
  const data = { ...values, issuing_system: system, postings: filled }
  const { id } = await writeRecord(context, documents, { data }, { ...declared, readOnly: ['issuing_system'] })
  await takeStep(context, findModel(context, documents), { id: Number(id), transition: 'finalize' }, declared)
}
