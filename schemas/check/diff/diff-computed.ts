import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument, EntityDocumentCheck } from '#schemas/types/contract.d.ts'
import type { Report } from './change.ts'
import { same } from './diff-values.ts'

type Node = Readonly<Record<string, unknown>>

/** Reports that a field is computed from now on, in another way, or not any more. */
export function diffComputed(field: string, before: Node, after: Node, report: Report): void {
  const [old, now] = [before.computed, after.computed]
  if (old === undefined && now !== undefined)
    report('risky', field, 'is computed from now on; what records have is replaced, and what is sent for it is dropped')
  else if (now === undefined && old !== undefined)
    report('additive', field, 'is not computed any more; records keep what they have, and people write it')
  else if (isCopyOf(old, now))
    report(
      isFollowing(now) ? 'risky' : 'additive',
      field,
      isFollowing(now)
        ? 'follows the field that it is copied from; stored records take the value that it has now, and change with it'
        : 'does not follow the field that it is copied from any more; records keep what they have',
    )
  else if (!same(old, now))
    report(
      'risky',
      field,
      `is computed in another way: ${JSON.stringify(old)} becomes ${JSON.stringify(now)}; records may get other values`,
    )
  if (!same(before.scale, after.scale)) {
    const digits = (scale: unknown): string => (scale === undefined ? 'any number of' : String(scale))
    report(
      old === undefined && now === undefined ? 'additive' : 'risky',
      field,
      `has ${digits(after.scale)} decimals instead of ${digits(before.scale)}${now === undefined ? '' : '; it is rounded to them'}`,
    )
  }
  if (!same(before.currency, after.currency))
    report(
      'risky',
      field,
      after.references === undefined
        ? `is ${currencyInWords(after.currency)} instead of ${currencyInWords(before.currency)}; stored amounts stay the same numbers`
        : `takes records ${after.currency === undefined ? 'in any currency' : currencyInWords(after.currency)}; those that are stored stay`,
    )
  if (now !== undefined && !same(before.frozen_in, after.frozen_in))
    report('risky', field, 'stays as it is in other states than before; values there may change or not follow any more')
}

const isFollowing = (word: unknown): boolean => isRecord(word) && word.follow === true

/** Whether two words copy the same field, and only one of them follows it. */
function isCopyOf(old: unknown, now: unknown): boolean {
  if (!isRecord(old) || !isRecord(now) || isFollowing(old) === isFollowing(now)) return false
  const copied = ({ follow: _, ...word }: Node) => word
  return old.fetch !== undefined && same(copied(old), copied(now))
}

const currencyInWords = (currency: unknown): string =>
  currency === undefined
    ? 'in no currency'
    : isRecord(currency)
      ? `in the currency of "${String(currency.field)}"`
      : `in ${String(currency)}`

/** Reports checks that records have to meet from now on, and those that they need not meet any more. */
export function diffChecks(subject: string, before: EntityDocument, after: EntityDocument, report: Report): void {
  const rule = ({ message: _, ...check }: EntityDocumentCheck) => check
  const [old, now] = [before.checks ?? [], after.checks ?? []]
  const isAmong = (check: EntityDocumentCheck, list: readonly EntityDocumentCheck[]) => list.some((other) => same(rule(check), rule(other)))
  for (const check of now)
    if (!isAmong(check, old))
      report(
        'breaking',
        `${subject}: checks`,
        `${wordsOf(check)} from now on; they are tightened, so records that do not meet it cannot be saved`,
      )
  for (const check of old)
    if (!isAmong(check, now)) report('additive', `${subject}: checks`, `need not hold any more that ${wordsOf(check)}`)
}

const wordsOf = ({ formula, when, at_least, at_most }: EntityDocumentCheck): string =>
  [
    `"${formula}" is`,
    at_least !== undefined && `at least ${at_least}`,
    at_least && at_most && 'and',
    at_most !== undefined && `at most ${at_most}`,
    when && 'in some records',
  ]
    .filter(Boolean)
    .join(' ')
