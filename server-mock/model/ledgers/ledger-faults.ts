import { canonicalDecimal } from '#schemas/rules/numbers/decimal.ts'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import type { LedgerLimit } from '#schemas/rules/ledgers/ledger-parts.ts'
import { ApiError, validationError, type FieldErrors, type FieldMessage } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import { titlesById } from './account-titles.ts'
import type { LedgerEntry } from './pending-posts.ts'
import type { ServedLedger } from './served-ledger.ts'

type Told = Pick<LedgerEntry, 'pathOf' | 'record'>

/** A number as the caller reads it. */
export const told = ({ caller }: Pick<ModelContext, 'caller'>, amount: string): string =>
  formatNumber(canonicalDecimal(amount), caller.locale)

/** Faults of entries, at the fields that they come from; those of another record under its title. */
export class EntryFaults {
  readonly #context: ModelContext
  readonly #errors: FieldErrors = {}
  #other: { record: string; message: FieldMessage } | undefined

  constructor(context: ModelContext) {
    this.#context = context
  }

  add({ pathOf, record }: Told, name: string, message: FieldMessage): void {
    if (record !== undefined) this.#other ??= { record, message }
    else this.#errors[pathOf?.(name) ?? name] ??= [message]
  }

  /** @throws the faults that there are */
  raise(): void {
    if (Object.keys(this.#errors).length > 0) throw validationError(this.#errors)
    if (this.#other) throw otherRecord(this.#context, this.#other.record, this.#other.message)
  }
}

function otherRecord({ registry, caller }: ModelContext, record: string, message: FieldMessage): ApiError {
  const text = typeof message === 'string' ? message : registry.message('panel', caller.locale, message.key, message.values)
  return new ApiError('422', { userMessage: { key: 'errors.of_record', values: { record, message: text } } })
}

/** The sentence of a limit that an entry would go beyond; `limit` is undefined for a hold, which is never below zero. */
export async function limitMessage(
  context: ModelContext,
  ledger: ServedLedger,
  account: number,
  { amount, limit }: { amount: string; limit?: { limit: LedgerLimit; value: string } },
): Promise<FieldMessage> {
  const { registry, caller } = context
  const entity = ledger.parts.accounts[0]!.entity
  const title = (await titlesById(context, entity, [account])).get(account) ?? String(account)
  const values = { account: title, balance: told(context, amount), limit: told(context, limit?.value ?? '0') }
  const text = limit?.limit.message
  if (text === undefined) return { key: 'errors.ledger_below_zero', values }
  return text.startsWith('$') ? registry.message(ledger.module, caller.locale, text.slice(1), values) : fill(text, values)
}

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(account|balance|limit)\}/g, (_, name: string) => values[name]!)
