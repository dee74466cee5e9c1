import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { ApiError } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { readBalances } from './balance-fields.ts'

/** @throws `in-use` for a record with a balance that has to be nothing before it goes (`storage.empty_balances`) */
export async function requireEmptyBalances(context: ModelContext, entity: ModelEntity, id: number): Promise<void> {
  const { empty_balances = [] } = entity.document.storage ?? {}
  const columns = entity.shape.balances.filter(({ field }) => empty_balances.includes(field))
  const values = Object.values((await readBalances(context, entity, columns, [id])).get(id) ?? {})
  if (values.every((value) => value === null || compareDecimal(value, '0') === 0)) return
  throw new ApiError('in-use', { userMessage: context.registry.message(entity.module, context.caller.locale, 'errors.protected') })
}
