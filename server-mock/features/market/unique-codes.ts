import { sql } from 'kysely'
import { pieceCodeKey } from '#schemas/rules/values/piece-code.ts'
import { foldColumn } from '#server/database/entity-shape.ts'
import { lockName } from '#server/database/lock-name.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { trusted } from '#server/model/context.ts'
import { titlesById } from '#server/model/ledgers/account-titles.ts'
import { writeRecord } from '#server/model/model.ts'
import { takeTransition } from '#server/model/lifecycles/take-transition.ts'
import { moduleText } from '#server/module-text.ts'

const say = moduleText('market')

interface Code {
  id: number
  ware_id: number
  code: string
  status: 'free' | 'sold' | 'damaged'
}

/**
 * The codes of a change of a unique ware: supplied ones are new, damaged ones are free, returned ones were sold, and none of them stands in
 * the stock of another ware. They are held until the call ends, so that of two who pick the same code the later one is told. Case, the
 * digits of another script and spaces around make no difference.
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
  const listed = (list: readonly string[]) => list.slice(0, 5).join(', ')
  const keys = codes.map(pieceCodeKey)
  const twice = codes.find((_, at) => keys.indexOf(keys[at]!) < at)
  if (twice !== undefined) throw refuse('code_twice', { code: twice })
  if (codes.length < count) throw refuse('codes_missing', { count: count - codes.length })
  if (codes.length > count) throw refuse('codes_too_many', { count: codes.length - count })
  // Codes that are not there yet cannot be held by themselves.
  await lockName(context.trx, 'market_unique_ware')
  const known = await knownCodes(context, ware, codes)
  const own = new Map([...known].filter(([, { ware_id }]) => ware_id === ware))
  const elsewhere = [...known.values()].find(({ ware_id }) => ware_id !== ware)
  const present = codes.filter((code) => own.has(code))
  if (kind === 1 && present.length > 0) throw refuse('codes_present', { codes: listed(present) })
  if (elsewhere) {
    const theirs = codes.filter((code) => known.get(code)?.ware_id === elsewhere.ware_id)
    const titles = await titlesById(context, 'market_ware', [elsewhere.ware_id])
    throw refuse('codes_elsewhere', { ware: titles.get(elsewhere.ware_id), codes: listed(theirs) })
  }
  if (kind === 1) {
    for (const code of codes) await writeRecord(context, 'market_unique_ware', { data: { ware, code } }, trusted)
    return
  }
  const unknown = codes.filter((code) => !own.has(code))
  if (unknown.length > 0) throw refuse('codes_unknown', { codes: listed(unknown) })
  const pieces = [...own.values()]
  const others = pieces.filter(({ status }) => status !== (kind === 3 ? 'free' : 'sold'))
  if (others.length > 0 && kind === 3 && others.some(({ status }) => status === 'sold')) throw refuse('items_sold')
  if (others.length > 0) throw refuse(kind === 3 ? 'codes_damaged' : 'codes_not_sold', { codes: listed(others.map(({ code }) => code)) })
  for (const { id } of pieces)
    await takeTransition(context, 'market_unique_ware', { id, transition: kind === 3 ? 'damage' : 'take_back', data: {} }, trusted)
}

/** The pieces that codes mean, by the codes as they were given: the ware's own, otherwise one that stands in the stock of another ware. */
async function knownCodes(context: CallContext, ware: number, codes: readonly string[]): Promise<Map<string, Code>> {
  const { rows } = await sql<Code>`select id, ware_id, code, status from data.market_unique_ware
    where ${sql.ref(foldColumn('code'))} = any(${codes.map(pieceCodeKey)}::text[]) and (ware_id = ${ware} or status = 'free')
    order by ware_id = ${ware}, id for no key update`.execute(context.trx)
  const byKey = new Map(rows.map((row) => [pieceCodeKey(row.code), row]))
  // Two pieces of one ware may have been stored before in two spellings.
  const bySpelling = new Map(rows.filter(({ ware_id }) => ware_id === ware).map((row) => [row.code, row]))
  return new Map(
    codes.flatMap((code) => {
      const piece = bySpelling.get(code) ?? byKey.get(pieceCodeKey(code))
      return piece ? [[code, piece] as const] : []
    }),
  )
}
