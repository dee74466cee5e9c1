import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import type { LedgerLimit } from '#schemas/rules/ledgers/ledger-parts.ts'
import { compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { valueAt } from '#schemas/rules/text/interpolate.ts'
import { declared, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { readRecords, type StoredRow } from '#server/model/read.ts'
import type { ServedLedger } from './served-ledger.ts'

/** Limits of an account as they hold now; null for none. */
export type AccountLimits = ReadonlyMap<LedgerLimit, string | null>

/** Path of a limit inside of the account: `coupon_code.rulebook.uses` begins with the account itself. */
export const limitPath = (limit: string, entity: string): string =>
  limit.startsWith(`${entity}.`) ? limit.slice(entity.length + 1) : limit

/** Reads the floors and ceilings of some accounts. */
export async function readLimits(
  context: ModelContext,
  { parts, account }: ServedLedger,
  rows: readonly StoredRow[],
): Promise<Map<number, AccountLimits>> {
  const far = parts.limits.filter(({ isPath, limit }) => isPath && limitPath(limit, account.name).includes('.'))
  const paths = far.map(({ limit }) => limitPath(limit, account.name))
  const read =
    paths.length === 0
      ? []
      : await readRecords(
          context,
          account,
          rows.map(({ id }) => id),
          { ...declared, paths },
        )
  const records = new Map(read.map(({ row, record }) => [row.id, record]))
  return new Map(
    rows.map((row) => [
      row.id,
      new Map(parts.limits.map((limit) => [limit, limitOf(account, limit, row, records.get(row.id) as StoredRow | undefined)])),
    ]),
  )
}

/** A limit of an account; null where it has none. */
function limitOf(
  account: ModelEntity,
  { limit, isPath, onlyIf }: LedgerLimit,
  row: StoredRow,
  record: StoredRow | undefined,
): string | null {
  if (onlyIf && !matches(withFieldFormats(onlyIf, account.document.schema), row)) return null
  if (!isPath) return limit
  const path = limitPath(limit, account.name)
  const value = path.includes('.') ? valueAt(record, path) : row[account.shape.byName.get(path)?.name ?? path]
  return toDecimal(value) ?? null
}

/** Whether a value lies beyond a limit. */
export const isBeyond = (side: LedgerLimit['side'], value: string, limit: string): boolean =>
  side === 'floor' ? compareDecimal(value, limit) < 0 : compareDecimal(value, limit) > 0

/** Fields of an account that its limits follow, by column. */
export function limitColumns({ parts, account }: ServedLedger): Set<string> {
  const fields = parts.limits.flatMap(({ onlyIf, isPath, limit }) => [
    ...Object.keys((onlyIf as { properties?: object } | undefined)?.properties ?? {}),
    ...((onlyIf as { required?: string[] } | undefined)?.required ?? []),
    ...(isPath ? [limitPath(limit, account.name).split('.')[0]!] : []),
  ])
  return new Set(fields.map((field) => account.shape.byName.get(field)?.name ?? field))
}
