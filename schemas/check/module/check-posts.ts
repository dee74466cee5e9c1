import { isRecord } from '#schemas/rules/is-record.ts'
import { accountEntities, ledgerParts } from '#schemas/rules/ledgers/ledger-parts.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { EntityDocument, LedgerDocument, LifecycleDocumentEffect } from '#schemas/types/contract.d.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { fieldsOf, missing } from '#schemas/check/scope.ts'
import { expectLedger } from './check-ledger.ts'
import { expectRequired } from './check-requires.ts'

/** Words of an effect that have no meaning beside another. */
function refuseWords(
  document: CheckedDocument,
  pointer: string,
  effect: LifecycleDocumentEffect,
  words: readonly (keyof LifecycleDocumentEffect)[],
): void {
  for (const word of words) if (effect[word] !== undefined) error(document, at(pointer, word), 'has no effect here', { atKey: true })
}

/** Checks an effect that posts: the ledger, the kind, its amounts, and the fields that they are inserted from. */
export function checkPost(document: CheckedDocument, pointer: string, entity: EntityDocument, effect: LifecycleDocumentEffect): void {
  refuseWords(document, pointer, effect, ['of', 'as', 'copy', 'where', 'note'])
  const ledger = expectLedger(document, at(pointer, 'post'), effect.post!)
  const rows = effect.for === undefined ? undefined : rowsOf(document, at(pointer, 'for'), entity, effect.for)
  checkInserted(document, pointer, entity, rows, effect)
  if (!ledger) return
  expectOwner(document, at(pointer, 'post'), effect.post!)
  const values = isRecord(effect.values) ? effect.values : {}
  const accounts = accountEntities(ledger)
  const known = [...accounts, ...Object.keys(ledger.amounts), 'effective_at', 'note']
  for (const name of Object.keys(values))
    if (!known.includes(name) && !accounts.some((account) => name === `${account}_id`))
      error(document, at(pointer, 'values', name), `an entry of "${ledger.name}" has no "${name}"`, {
        ...missing(name, known),
        atKey: true,
      })
  for (const account of accounts)
    if (values[account] === undefined && values[`${account}_id`] === undefined)
      error(document, pointer, `whose balance is it? Write "values": { "${account}": "{record.${account}_id}" }`)
  checkKind(document, pointer, ledger, effect, Object.keys(values))
}

function checkKind(
  document: CheckedDocument,
  pointer: string,
  ledger: LedgerDocument,
  { entry }: LifecycleDocumentEffect,
  given: readonly string[],
): void {
  const kinds = Object.keys(ledger.entries)
  if (entry === undefined) return error(document, pointer, `which kind of entry? Write "entry": "${kinds[0]!}"`, { allowed: kinds })
  if (entry.includes('{')) return
  if (!kinds.includes(entry))
    return error(
      document,
      at(pointer, 'entry'),
      `there is no kind of entry "${entry}" in the ledger "${ledger.name}"`,
      missing(entry, kinds),
    )
  for (const amount of amountsOf(ledger, entry))
    if (!given.includes(amount)) error(document, pointer, `an entry "${entry}" needs the amount "${amount}": give it in "values"`)
}

/** The amounts of a kind; none while its formulas are faulty, which the ledger reports. */
function amountsOf(ledger: LedgerDocument, entry: string): readonly string[] {
  try {
    return ledgerParts(ledger).kinds.get(entry)?.amounts ?? []
  } catch {
    return []
  }
}

export function checkReverse(document: CheckedDocument, pointer: string, entity: EntityDocument, effect: LifecycleDocumentEffect): void {
  refuseWords(document, pointer, effect, ['as', 'copy', 'values', 'note', 'for'])
  const ledger = expectLedger(document, at(pointer, 'reverse'), effect.reverse!)
  if (ledger) expectOwner(document, at(pointer, 'reverse'), effect.reverse!)
  const kinds = Object.keys(ledger?.entries ?? {})
  if (ledger && effect.entry !== undefined && !kinds.includes(effect.entry))
    error(
      document,
      at(pointer, 'entry'),
      `there is no kind of entry "${effect.entry}" in the ledger "${ledger.name}"`,
      missing(effect.entry, kinds),
    )
  const name = effect.of ?? entity.name
  const target = expectFound(document, at(pointer, 'of'), document.scope.entity(name), `there is no entity "${name}"`)
  if (target) checkWhere(document, at(pointer, 'where'), effect.where, target)
}

function expectOwner(document: CheckedDocument, pointer: string, name: string): void {
  const owner = document.scope.ledger(name)
  if (owner.found) expectRequired(document, pointer, owner.module, `the ledger "${owner.found.name}" is of`)
}

/** The entity of the rows of a list. */
function rowsOf(document: CheckedDocument, pointer: string, entity: EntityDocument, list: string): EntityDocument | undefined {
  const fields = fieldsOf(entity)
  const lists = Object.keys(fields).filter((name) => fields[name]!.rows !== undefined)
  if (!lists.includes(list))
    return void error(document, pointer, `there is no list of rows "${list}" in the entity "${entity.name}"`, missing(list, lists))
  return document.scope.entity(fields[list]!.rows!).found
}

/** What texts insert of the record and its rows are columns that these have. */
function checkInserted(
  document: CheckedDocument,
  pointer: string,
  entity: EntityDocument,
  rows: EntityDocument | undefined,
  { values, entry, for: list }: LifecycleDocumentEffect,
): void {
  const texts = Object.entries({ ...(isRecord(values) ? values : {}) }).map(([name, text]) => ({ text, here: at(pointer, 'values', name) }))
  for (const { text, here } of [...texts, { text: entry, here: at(pointer, 'entry') }])
    for (const path of typeof text === 'string' ? pathsIn(text) : []) {
      const [head, field, ...rest] = path.split('.')
      if (head === 'row' && list === undefined) error(document, here, 'rows are inserted where "for" names their list')
      const owner = head === 'record' ? entity : head === 'row' ? rows : undefined
      if (!owner || field === undefined || rest.length > 0) continue
      const found = expectFound(
        document,
        here,
        document.scope.field(owner, field),
        `there is no field "${field}" in the entity "${owner.name}"`,
      )
      if (found?.references !== undefined && !field.endsWith('_id'))
        error(document, here, `the reference "${field}" is inserted as "{${head}.${field}_id}"`, { suggestion: `{${head}.${field}_id}` })
    }
}
