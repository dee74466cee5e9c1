import type { FormulaField } from '#schemas/formula/check-formula.ts'
import { circleOf } from '#schemas/formula/dependencies.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { accountEntities } from '#schemas/rules/ledgers/ledger-parts.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { lifecyclesOf, statesOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { fieldsOf, missing, type FieldSchema } from '#schemas/check/scope.ts'
import { checkCurrencyCode, checkCurrencyField, checkReferenceCurrency } from './check-currency.ts'
import { expectHook } from '#schemas/check/module/check-effects.ts'
import { checkCases, checkCondition, checkText, expectFits, checkChosen } from './check-cases.ts'
import { fieldFinder } from './formula-fields.ts'
import { checkFetch, checkLast } from './check-copied-field.ts'

/** Words that give a field its value, or say which values it has. */
const othersWords = ['enum', 'const', 'default', 'references', 'sequence', 'slug', 'rows']

/** Checks what is computed in an entity: formulas and their types, what is copied and split, and that nothing goes in a circle. */
export function checkComputed(document: CheckedDocument, entity: EntityDocument): void {
  for (const [name, property] of Object.entries(entity.schema.properties) as [string, FieldSchema][]) {
    const pointer = at('/schema/properties', name)
    refuseNested(document, property, pointer)
    if (property.format !== 'decimal')
      for (const key of property.references === undefined ? ['scale', 'currency'] : ['scale'])
        if (property[key] !== undefined)
          error(document, at(pointer, key), `"${key}" is a word for decimals: "type": "string", "format": "decimal"`, { atKey: true })
    checkCurrencyCode(document, property.currency, at(pointer, 'currency'))
    checkCurrencyField(document, entity, property.currency, at(pointer, 'currency'))
    if (property.references !== undefined) checkReferenceCurrency(document, property, at(pointer, 'currency'))
    if (property.computed !== undefined) checkField(document, entity, name, property)
    else if (property.frozen_in !== undefined)
      error(document, at(pointer, 'frozen_in'), '"frozen_in" is a word for fields with "computed"', { atKey: true })
  }
  checkChecks(document, entity)
}

function checkField(document: CheckedDocument, entity: EntityDocument, name: string, property: FieldSchema): void {
  const here = at('/schema/properties', name)
  const pointer = at(here, 'computed')
  const word = property.computed
  const isInput = isRecord(word) && word.overwrite === true
  for (const key of othersWords)
    if (property[key] !== undefined && !(key === 'enum' && isRecord(word) && word.fetch !== undefined))
      error(document, at(here, key), `the value is computed, so "${key}" cannot hold for it`, { atKey: true })
  const place = entity.schema.required?.indexOf(name) ?? -1
  if (!isInput && place >= 0)
    error(document, at('/schema/required', place), `"${name}" is computed, so nobody can be asked for it: take it out of "required"`)
  if (!isInput && parseRules(String(property.rules ?? '')).some((rule) => rule.name.startsWith('required')))
    error(document, at(here, 'rules'), `"${name}" is computed, so nobody can be asked for it: take "required" out of its rules`)
  if (lifecyclesOf(entity).some(([field]) => field === name)) error(document, pointer, `"${name}" changes by its transitions only`)
  if (entity.storage?.translate?.includes(name)) error(document, pointer, `"${name}" is translated, and what is computed is one value`)
  checkFrozen(document, entity, property, at(here, 'frozen_in'))
  if (typeof word === 'string' || Array.isArray(word)) checkCases(document, entity, property, word, pointer, {})
  else if (!isRecord(word)) return
  else if (typeof word.balance === 'string')
    return checkBalance(document, entity, property, { name: word.balance, leastOf: word.least_of }, pointer)
  else if (typeof word.fetch === 'string') checkFetch(document, entity, property, word, pointer)
  else if (typeof word.compute === 'string') {
    expectHook(document, at(pointer, 'compute'), word.compute, 'computes', 'compute')
    if (property.format === 'decimal' && property.scale === undefined)
      error(document, pointer, 'to how many decimals is it rounded? Write "scale": 2', { atKey: true })
  } else if (typeof word.share === 'string') checkShare(document, entity, property, word, pointer)
  else if (typeof word.last === 'string') checkLast(document, entity, property, word, pointer)
  else if (word.formula !== undefined) {
    checkCases(document, entity, property, word.formula, at(pointer, 'formula'), { by: word.by as string | undefined })
    checkChosen(document, entity, word, pointer)
  }
  const circle = circleOf(entity, name, (other) => document.scope.entity(other).found)
  if (circle) {
    const way = circle.map((step) => (step.entity === entity.name ? step.field : `${step.entity}.${step.field}`))
    error(document, pointer, `the value is computed from itself: ${way.join(' → ')}`)
  }
}

/** A balance is one of a ledger whose accounts are the records of this entity. */
function checkBalance(
  document: CheckedDocument,
  entity: EntityDocument,
  property: FieldSchema,
  { name, leastOf }: { name: string; leastOf: unknown },
  word: string,
): void {
  const pointer = at(word, 'balance')
  const list: unknown = typeof leastOf === 'string' ? entity.schema.properties[leastOf] : undefined
  if (leastOf !== undefined && !(isRecord(list) && isRecord(list.items) && list.items.references === entity.name))
    error(document, at(word, 'least_of'), `"${String(leastOf)}" is no list of references to records of "${entity.name}"`)
  const [path = '', balance = ''] = name.split('.')
  const ledger = expectFound(document, pointer, document.scope.ledger(path), `there is no ledger "${path}"`)
  if (property.format !== 'decimal')
    error(document, pointer, 'a balance is a decimal: "type": "string", "format": "decimal"', { allowed: ['string'] })
  if (!ledger) return
  const accounts = accountEntities(ledger)
  if (!Object.hasOwn(ledger.balances, balance))
    error(document, pointer, `there is no balance "${balance}" in the ledger "${path}"`, missing(balance, Object.keys(ledger.balances)))
  if (accounts.length > 1)
    error(document, pointer, `an account of "${path}" is made of ${accounts.join(' and ')}, so one of them has no balance of its own`)
  else if (accounts[0] !== entity.name) error(document, pointer, `the accounts of "${path}" are the records of "${accounts[0]!}"`)
}

function checkShare(
  document: CheckedDocument,
  entity: EntityDocument,
  property: FieldSchema,
  word: Record<string, unknown>,
  pointer: string,
): void {
  const parent = parentOf(entity)
  if (parent === undefined) return error(document, pointer, 'an amount is split over the rows of a record, and this entity has no "parent"')
  const [head, ...rest] = String(word.share).split('.')
  if (head !== parent || rest.length !== 1)
    return error(document, at(pointer, 'share'), `an amount of the record that the rows belong to is split: write "${parent}.<field>"`)
  const find = fieldFinder(document, entity, undefined)
  const expectNumber = (path: string, place: string): FormulaField | undefined => {
    const found = find(path.split('.'))
    if ('missing' in found)
      return void error(document, place, `there is no field "${found.missing}"`, missing(found.missing, found.allowed))
    if (['integer', 'decimal'].includes(found.kind)) return found
    error(document, place, `"${path}" is ${found.kind} and no number`)
  }
  const amount = expectNumber(String(word.share), at(pointer, 'share'))
  expectNumber(String(word.by), at(pointer, 'by'))
  if (amount) expectFits(document, entity, property, { scale: 0, ...amount }, pointer.replace(/\/computed$/, ''), at(pointer, 'share'))
}

function checkFrozen(document: CheckedDocument, entity: EntityDocument, { frozen_in: states }: FieldSchema, pointer: string): void {
  if (!Array.isArray(states)) return
  const parent = parentOf(entity)
  const owner = entity.lifecycle || parent === undefined ? entity : document.scope.entity(parent).found
  const known = owner ? lifecyclesOf(owner).flatMap(([, lifecycle]) => statesOf(lifecycle)) : []
  states.forEach((state: unknown, index) => {
    if (!known.some((one) => one === state))
      error(document, at(pointer, index), `there is no state ${JSON.stringify(state)}`, missing(String(state), known.map(String)))
  })
}

function checkChecks(document: CheckedDocument, entity: EntityDocument): void {
  entity.checks?.forEach(({ formula, when, at_least, at_most, field }, index) => {
    const pointer = at('/checks', index)
    checkText(document, entity, formula, at(pointer, 'formula'))
    checkCondition(document, at(pointer, 'when'), when, entity)
    const fields = fieldsOf(entity)
    if (!Object.hasOwn(fields, field))
      error(document, at(pointer, 'field'), `there is no field "${field}" in this entity`, missing(field, Object.keys(fields)))
    if (at_least === undefined && at_most === undefined)
      error(document, pointer, 'a check has a limit: write "at_least" or "at_most"', { allowed: ['at_least', 'at_most'] })
  })
}

/** Parts of a value are not computed. */
function refuseNested(document: CheckedDocument, node: unknown, pointer: string): void {
  if (!isRecord(node)) return
  for (const [name, part] of Object.entries(isRecord(node.properties) ? node.properties : {})) {
    const here = at(pointer, 'properties', name)
    if (isRecord(part) && part.computed !== undefined)
      error(
        document,
        at(here, 'computed'),
        'fields of a record are computed, and no part of one: write it under "properties" of its schema',
      )
    refuseNested(document, part, here)
  }
  refuseNested(document, node.items, at(pointer, 'items'))
}
