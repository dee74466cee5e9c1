import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { interpolate } from '#schemas/rules/text/interpolate.ts'
import { localiseText } from '#server/documents/localise.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'

const told = new WeakMap<object, Set<string>>()

/** Notes what a transition that happened by itself tells whoever made the call; the answer of the call has it. */
export function tellNotice({ trx, registry, caller }: ModelContext, entity: ModelEntity, text: string | undefined, row: StoredRow): void {
  if (text === undefined) return
  const notices = told.get(trx) ?? new Set()
  told.set(trx, notices)
  const written = localiseText(registry, entity.module, caller.locale, text)
  notices.add(interpolate(written, { record: row }, (digits) => localiseDigits(digits, caller.locale)))
}

/** What the changes of a transaction tell, each sentence once. */
export const noticesOf = (trx: object): string[] => [...(told.get(trx) ?? [])]
