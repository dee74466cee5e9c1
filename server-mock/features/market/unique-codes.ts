import { sql } from 'kysely'
import { validationError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { trusted } from '#server/model/context.ts'
import { writeRecord } from '#server/model/model.ts'
import { takeTransition } from '#server/model/lifecycles/take-transition.ts'
import { moduleText } from '#server/module-text.ts'

const say = moduleText('market')

interface Code {
  id: number
  code: string
  status: 'free' | 'sold' | 'damaged'
}

/**
 * The codes of a change of a unique ware: supplied ones are new, damaged ones are free, returned ones were sold. They are held
 * until the call ends, so that of two who pick the same code the later one is told.
 * @throws a 422 at `unique_wares` for a code that is there twice, too few or too many of them, and codes that cannot be picked
 */
export async function takeCodes(
  context: CallContext,
  ware: number,
  kind: 1 | 3 | 5,
  codes: readonly string[],
  count: number,
): Promise<void> {
  const refuse = (key: string, values?: Record<string, unknown>) => validationError({ unique_wares: [say(context, key, values)] })
  const twice = codes.find((code, at) => codes.indexOf(code) < at)
  if (twice !== undefined) throw refuse('code_twice', { code: twice })
  if (codes.length < count) throw refuse('codes_missing', { count: count - codes.length })
  if (codes.length > count) throw refuse('codes_too_many', { count: codes.length - count })
  const { rows } = await sql<Code>`select id, code, status from data.market_unique_ware
    where ware_id = ${ware} and code = any(${[...codes]}::text[]) order by id for no key update`.execute(context.trx)
  const known = new Map(rows.map((row) => [row.code, row]))
  const unknown = codes.filter((code) => !known.has(code))
  const listed = (list: readonly string[]) => list.slice(0, 5).join(', ')
  if (kind === 1) {
    const present = codes.filter((code) => known.has(code))
    if (present.length > 0) throw refuse('codes_present', { codes: listed(present) })
    for (const code of codes) await writeRecord(context, 'market_unique_ware', { data: { ware, code } }, trusted)
    return
  }
  if (unknown.length > 0) throw refuse('codes_unknown', { codes: listed(unknown) })
  const needed = [kind === 3 ? 'free' : 'sold']
  const others = rows.filter(({ status }) => !needed.includes(status))
  if (others.length > 0 && kind === 3 && others.some(({ status }) => status === 'sold')) throw refuse('items_sold')
  if (others.length > 0) throw refuse(kind === 3 ? 'codes_damaged' : 'codes_not_sold', { codes: listed(others.map(({ code }) => code)) })
  for (const { id } of rows)
    await takeTransition(context, 'market_unique_ware', { id, transition: kind === 3 ? 'damage' : 'take_back', data: {} }, trusted)
}
