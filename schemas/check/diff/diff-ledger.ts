import { changesOf } from '#schemas/rules/ledgers/ledger-parts.ts'
import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { LedgerDocument } from '#schemas/types/contract.d.ts'
import { diffAccess, diffRest, type Report } from './change.ts'
import { same } from './diff-values.ts'

/** What a changed ledger means for what was posted. */
export function diffLedger(subject: string, before: LedgerDocument, after: LedgerDocument, report: Report): void {
  if (!same(before.of, after.of))
    report('breaking', subject, 'keeps the balances of other records; what was posted stays with the former ones')
  diffAccess(`${subject}: reading`, before.access?.read, after.access?.read, report)
  diffAccess(`${subject}: posting`, before.access?.post, after.access?.post, report)
  diffKinds(subject, before, after, report)
  diffBalances(subject, before, after, report)
  diffLimits(subject, before, after, report)
  if ((before.zero_sum ?? false) !== (after.zero_sum ?? false))
    report(
      after.zero_sum ? 'risky' : 'additive',
      subject,
      after.zero_sum ? 'refuses what does not add up to nothing from now on' : 'no longer asks that what is posted adds up to nothing',
    )
  const own = /^\/(of|access|entries|balances|never_below|never_above|zero_sum)(\/|$)/
  diffRest(subject, before, after, report, (pointer) => own.test(pointer))
}

function diffKinds(subject: string, before: LedgerDocument, after: LedgerDocument, report: Report): void {
  for (const [name, kind] of Object.entries(after.entries)) {
    const old = Object.hasOwn(before.entries, name) ? before.entries[name]! : undefined
    if (!old) report('additive', subject, `has the new kind of entry "${name}"`)
    else if (!same(changesOf(old), changesOf(kind)) || !same(old, kind))
      report(
        'breaking',
        subject,
        `the kind of entry "${name}" changes balances otherwise than before; past entries keep what they did: give the new meaning a new name`,
      )
  }
  for (const name of Object.keys(before.entries))
    if (!Object.hasOwn(after.entries, name)) report('breaking', subject, `the kind of entry "${name}" is gone; what posts it is refused`)
}

function diffBalances(subject: string, before: LedgerDocument, after: LedgerDocument, report: Report): void {
  for (const [name, balance] of Object.entries(after.balances)) {
    const old = Object.hasOwn(before.balances, name) ? before.balances[name] : undefined
    if (old === undefined) report('additive', subject, `has the new balance "${name}", which is summed from the entries`)
    else if (typeof old !== typeof balance)
      report('breaking', subject, `the balance "${name}" ${typeof balance === 'string' ? 'becomes a formula' : 'is kept by itself'}`)
    else if (!same(old, balance))
      report('risky', subject, `the balance "${name}" ${typeof balance === 'string' ? 'is another formula' : 'has other decimals'}`)
  }
  for (const name of Object.keys(before.balances))
    if (!Object.hasOwn(after.balances, name)) report('breaking', subject, `the balance "${name}" is gone; what reads it shows nothing`)
}

function diffLimits(subject: string, before: LedgerDocument, after: LedgerDocument, report: Report): void {
  for (const side of ['never_below', 'never_above'] as const) {
    const [old, now] = [limitsOf(before, side), limitsOf(after, side)]
    const word = side === 'never_below' ? 'floor' : 'ceiling'
    for (const [balance, limit] of Object.entries(now)) {
      const former = Object.hasOwn(old, balance) ? old[balance]! : undefined
      if (!former)
        report('risky', subject, `has a ${word} for "${balance}" from now on; accounts beyond it may come back, but not go further`)
      else if (!same(former, limit) && isTighter(word, former, limit))
        report('risky', subject, `the ${word} of "${balance}" is tighter; accounts beyond it may come back, but not go further`)
      else if (!same(former, limit)) report('additive', subject, `the ${word} of "${balance}" is another`)
    }
    for (const balance of Object.keys(old))
      if (!Object.hasOwn(now, balance)) report('risky', subject, `"${balance}" has no ${word} any more`)
  }
}

type Limits = Record<string, { value: string; rest: unknown }>

const limitsOf = (ledger: LedgerDocument, side: 'never_below' | 'never_above'): Limits =>
  Object.fromEntries(
    Object.entries(ledger[side] ?? {}).map(([balance, limit]) => [
      balance,
      { value: 'floor' in limit ? limit.floor : (limit as { ceiling: string }).ceiling, rest: [limit.only_if ?? null, limit.on ?? null] },
    ]),
  )

function isTighter(word: 'floor' | 'ceiling', before: Limits[string], after: Limits[string]): boolean {
  if (!same(before.rest, after.rest) || /^[a-z]/.test(before.value) || /^[a-z]/.test(after.value)) return true
  const difference = compareDecimal(after.value, before.value)
  return word === 'floor' ? difference > 0 : difference < 0
}
