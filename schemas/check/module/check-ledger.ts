import { checkFormula, type FormulaField } from '#schemas/formula/check-formula.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { entryFields, ledgerEntities } from '#schemas/rules/ledgers/ledger-entities.ts'
import { accountEntities, afterField, changesOf, holdKinds } from '#schemas/rules/ledgers/ledger-parts.ts'
import type { EntityDocument, LedgerDocument } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { missing } from '#schemas/check/scope.ts'
import { conditionFields } from './check-endpoints.ts'
import { placed } from './placed-problem.ts'

/** Checks the names of a ledger, that its kinds touch balances that there are, that holds close, and its limits. */
export function checkLedger(document: CheckedDocument, ledger: LedgerDocument): void {
  if (ledger.name !== document.name) error(document, '/name', `the file must be called ledgers/${ledger.name}.json`)
  const accounts = accountEntities(ledger).map((name, index) => {
    const pointer = Array.isArray(ledger.of) ? at('/of', index) : '/of'
    return expectFound(document, pointer, document.scope.entity(name), `there is no entity "${name}"`)
  })
  checkTaken(document, ledger)
  checkWords(document, ledger)
  checkBalances(document, ledger)
  checkKinds(document, ledger)
  const [account, ...others] = accounts
  others.forEach((other, index) => {
    if (other?.access?.rows)
      error(
        document,
        at('/of', index + 1),
        `entries are read under the record rules of the first entity, and "${other.name}" has rules too: write it first`,
      )
  })
  for (const side of ['never_below', 'never_above'] as const)
    for (const [balance, limit] of Object.entries(ledger[side] ?? {}))
      checkLimit(document, ledger, account, at(`/${side}`, balance), balance, limit)
}

/** A ledger and its entities have names of their own in the whole panel. */
function checkTaken(document: CheckedDocument, ledger: LedgerDocument): void {
  const { scope } = document
  for (const [module, { ledgers }] of scope.modules)
    if (module !== scope.name && Object.hasOwn(ledgers, ledger.name))
      error(document, '/name', `the module "${module}" has a ledger of that name already`)
  for (const entity of ledgerEntities(ledger))
    for (const [module, { entities }] of scope.modules) {
      const other = Object.hasOwn(entities, entity.name) ? entities[entity.name] : undefined
      if (other && other !== entity)
        error(document, '/name', `its entries and holds are the entity "${entity.name}", which the module "${module}" has already`)
    }
}

/** Amounts, balances and accounts are fields of one entity. */
function checkWords(document: CheckedDocument, ledger: LedgerDocument): void {
  const known = new Set<string>([
    ...entryFields,
    ...[
      'id',
      'version',
      'created_at',
      'created_by',
      'updated_at',
      'updated_by',
      'deleted_at',
      'title',
      'is_open',
      'hold',
      'closes',
      'reverses_id',
    ],
    ...accountEntities(ledger).flatMap((entity) => [entity, `${entity}_id`]),
  ])
  const claim = (name: string, pointer: string, words: readonly string[]): void => {
    const taken = words.find((word) => known.has(word))
    if (taken !== undefined) error(document, pointer, `an entry has "${taken}" already: take another name`, { atKey: true })
    for (const word of words) known.add(word)
  }
  for (const name of Object.keys(ledger.amounts)) claim(name, at('/amounts', name), [name])
  for (const name of Object.keys(ledger.balances)) claim(name, at('/balances', name), [name, afterField(name)])
}

function checkBalances(document: CheckedDocument, ledger: LedgerDocument): void {
  for (const [name, balance] of Object.entries(ledger.balances))
    if (typeof balance === 'string')
      checkText(
        document,
        at('/balances', name),
        balance,
        ledger.balances,
        'a formula of balances, and formulas are made of those that are kept',
      )
}

/** Checks a formula over the amounts or the balances of a ledger. */
function checkText(document: CheckedDocument, pointer: string, formula: string, values: LedgerDocument['balances'], other: string): void {
  const { problems } = checkFormula(formula, (path): FormulaField | { missing: string; allowed: string[] } => {
    const [name = ''] = path
    const value = path.length === 1 && Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return { missing: path.join('.'), allowed: Object.keys(values) }
    return typeof value === 'object' ? { kind: 'decimal', scale: value.scale } : { kind: other }
  })
  for (const problem of problems) error(document, pointer, placed(problem, formula), problem.allowed ? { allowed: problem.allowed } : {})
}

function checkKinds(document: CheckedDocument, ledger: LedgerDocument): void {
  const holds = holdKinds(ledger)
  const kept = Object.keys(ledger.balances).filter((name) => typeof ledger.balances[name] !== 'string')
  for (const [name, kind] of Object.entries(ledger.entries)) {
    const pointer = at('/entries', name)
    for (const [balance, formula] of changesOf(kind)) {
      const here = at(pointer, balance)
      if (!Object.hasOwn(ledger.balances, balance))
        error(document, here, `there is no balance "${balance}"`, { ...missing(balance, kept), atKey: true })
      else if (!kept.includes(balance))
        error(document, here, `"${balance}" is a formula of balances, so no entry changes it`, { ...missing(balance, kept), atKey: true })
      checkText(document, here, formula, ledger.amounts, 'no amount')
    }
    if (changesOf(kind).length === 0 && kind.closes === undefined)
      error(document, pointer, 'an entry changes a balance: write by how much, e.g. { "on_hand": "quantity" }')
    if (kind.hold === true && kind.closes !== undefined) error(document, at(pointer, 'closes'), 'a hold closes no other', { atKey: true })
    if (kind.closes !== undefined && !holds.includes(kind.closes))
      error(document, at(pointer, 'closes'), `there is no hold "${kind.closes}": a kind with "hold": true`, missing(kind.closes, holds))
    if (kind.hold === true && !Object.values(ledger.entries).some(({ closes }) => closes === name))
      error(document, at(pointer, 'hold'), `nothing closes this hold: give another kind "closes": "${name}"`, { atKey: true })
  }
}

type Limit = { floor?: string; ceiling?: string; only_if?: object; on?: string[]; message?: string }

function checkLimit(
  document: CheckedDocument,
  ledger: LedgerDocument,
  account: EntityDocument | undefined,
  pointer: string,
  balance: string,
  limit: Limit,
): void {
  if (!Object.hasOwn(ledger.balances, balance))
    error(document, pointer, `there is no balance "${balance}"`, { ...missing(balance, Object.keys(ledger.balances)), atKey: true })
  limit.on?.forEach((kind, index) => {
    if (!Object.hasOwn(ledger.entries, kind))
      error(document, at(pointer, 'on', index), `there is no kind of entry "${kind}"`, missing(kind, Object.keys(ledger.entries)))
  })
  if (!account) return
  conditionFields(document, at(pointer, 'only_if'), limit.only_if, account)
  const key = limit.floor === undefined ? 'ceiling' : 'floor'
  const text = limit[key] ?? ''
  if (!/^[a-z]/.test(text)) return
  const path = text.startsWith(`${account.name}.`) ? text.slice(account.name.length + 1) : text
  const field = expectFound(
    document,
    at(pointer, key),
    document.scope.field(account, path),
    `there is no field "${path}" in the entity "${account.name}"`,
  )
  if (field && kindOf(field) !== 'number') error(document, at(pointer, key), `"${path}" is no number, so it limits nothing`)
  if (isRecord(field?.computed) && field.computed.balance !== undefined)
    error(document, at(pointer, key), `"${path}" is a balance itself: a limit is stored`)
}

/** The ledger that an effect or a field names. */
export const expectLedger = (document: CheckedDocument, pointer: string, name: string): LedgerDocument | undefined =>
  expectFound(document, pointer, document.scope.ledger(name), `there is no ledger "${name}"`)

/** Whether the entity is one that a ledger writes. */
export const isOfLedger = (document: CheckedDocument, entity: string): boolean =>
  [...document.scope.modules.values()].some(({ ledgers }) =>
    Object.values(ledgers).some((ledger) => ledgerEntities(ledger).some(({ name }) => name === entity)),
  )
