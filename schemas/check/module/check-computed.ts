import { checkFormula, inWords, type FindField, type FormulaField, type FormulaType } from '#schemas/formula/check-formula.ts'
import { currencyOfPath, currencyPath } from '#schemas/formula/currencies.ts'
import { circleOf } from '#schemas/formula/dependencies.ts'
import { fieldsOfFormula } from '#schemas/formula/formula.ts'
import { parseFormula } from '#schemas/formula/parse-formula.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { accountEntities } from '#schemas/rules/ledgers/ledger-parts.ts'
import { balanceOf } from '#schemas/formula/computed-words.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { lifecyclesOf, statesOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import type { EntityDocument, Where } from '#schemas/types/contract.d.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkConstants } from '#schemas/check/form/check-form-values.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { fieldsOf, missing, type FieldSchema } from '#schemas/check/scope.ts'
import { checkCurrencyCode, checkCurrencyField } from './check-currency.ts'
import { expectHook } from './check-effects.ts'
import { conditionFields } from './check-endpoints.ts'
import { placed } from './placed-problem.ts'

/** Words that give a field its value, or say which values it has. */
const othersWords = ['enum', 'const', 'default', 'references', 'sequence', 'slug', 'rows']

/** Checks what is computed in an entity: formulas and their types, what is copied and split, and that nothing goes in a circle. */
export function checkComputed(document: CheckedDocument, entity: EntityDocument): void {
  for (const [name, property] of Object.entries(entity.schema.properties) as [string, FieldSchema][]) {
    const pointer = at('/schema/properties', name)
    refuseNested(document, property, pointer)
    if (property.format !== 'decimal')
      for (const key of ['scale', 'currency'])
        if (property[key] !== undefined)
          error(document, at(pointer, key), `"${key}" is a word for decimals: "type": "string", "format": "decimal"`, { atKey: true })
    checkCurrencyCode(document, property.currency, at(pointer, 'currency'))
    checkCurrencyField(document, entity, property.currency, at(pointer, 'currency'))
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
  else if (typeof word.balance === 'string') return checkBalance(document, entity, property, word.balance, at(pointer, 'balance'))
  else if (typeof word.fetch === 'string') checkFetch(document, entity, property, word.fetch, at(pointer, 'fetch'))
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
function checkBalance(document: CheckedDocument, entity: EntityDocument, property: FieldSchema, name: string, pointer: string): void {
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

/** Formulas with conditions, or one formula. */
function checkCases(
  document: CheckedDocument,
  entity: EntityDocument,
  property: FieldSchema,
  cases: unknown,
  pointer: string,
  { by }: { by?: string },
): void {
  const list = Array.isArray(cases) ? cases : [cases]
  list.forEach((one: unknown, index) => {
    const here = Array.isArray(cases) ? at(pointer, index) : pointer
    const place = isRecord(one) ? at(here, 'formula') : here
    const formula = isRecord(one) ? one.formula : one
    if (isRecord(one)) {
      checkCondition(document, at(here, 'when'), one.when, entity)
      if (one.when === undefined && index < list.length - 1)
        error(document, here, 'this one always counts, so those below it never do: write it last, or give it a "when"')
    }
    if (typeof formula !== 'string') return
    const type = checkText(document, entity, formula, place, by)
    if (!type) return
    expectFits(document, entity, property, type, pointer.replace(/\/computed.*$/, ''), place)
    expectRowsInCurrency(document, entity, property, formula, place, type)
  })
}

function checkCondition(document: CheckedDocument, pointer: string, condition: unknown, entity: EntityDocument): void {
  conditionFields(document, pointer, condition, entity)
  checkConstants(document, pointer, condition, (path) => document.scope.field(entity, path))
}

/** Type of a formula; undefined where it has faults, which are reported. */
function checkText(
  document: CheckedDocument,
  entity: EntityDocument,
  formula: string,
  pointer: string,
  by?: string,
): FormulaType | undefined {
  const { problems, type } = checkFormula(formula, fieldFinder(document, entity, by))
  for (const problem of problems) error(document, pointer, placed(problem, formula), problem.allowed ? { allowed: problem.allowed } : {})
  return type
}

/** What a formula may name: fields, those of references, one list of rows, and records that refer to this one by their entity's name. */
function fieldFinder(document: CheckedDocument, entity: EntityDocument, by: string | undefined): FindField {
  const { scope } = document
  return (path) => {
    let owner: EntityDocument | undefined = entity
    let rows: string | undefined
    let schema: FieldSchema | undefined
    for (const [index, step] of path.entries()) {
      if (index > 0) {
        const target = schema?.references ?? schema?.rows
        owner = target === undefined ? undefined : scope.entity(target).found
        if (!owner) return { kind: `inside of "${path.slice(0, index).join('.')}"` }
      }
      const fields = fieldsOf(owner!)
      schema = Object.hasOwn(fields, step) ? fields[step] : undefined
      const referring = schema || index > 0 ? undefined : scope.entity(step).found
      if (referring) {
        const fault = referenceFault(document, entity, referring, by)
        if (fault !== undefined) return { kind: fault }
        schema = { rows: referring.name }
      }
      if (!schema) return { missing: step, allowed: Object.keys(fields) }
      if (schema.rows !== undefined) {
        if (rows !== undefined || index > 0) return { kind: 'a list of rows that is reached by another record' }
        rows = step
      }
    }
    if (balanceOf(schema)) return { kind: 'a balance, which is never stored,' }
    if (path.length === 1 && rows !== undefined) return { kind: 'rows', rows }
    const { code, path: codePath } = currencyOfPath(entity, path, (name) => scope.entity(name).found, by)
    const currency = code ?? (codePath === undefined ? undefined : [codePath])
    return { ...formulaField(schema!), ...(currency !== undefined && { currency }), ...(rows !== undefined && { rows }) }
  }
}

/** Why the records of another entity cannot be counted as those that refer to this one. */
function referenceFault(
  document: CheckedDocument,
  entity: EntityDocument,
  other: EntityDocument,
  by: string | undefined,
): string | undefined {
  const references = Object.entries(fieldsOf(other)).filter(
    ([name, field]) =>
      !['created_by', 'updated_by'].includes(name) && field.references !== undefined && isNamed(field.references, entity.name),
  )
  if (by === undefined && references.length > 1)
    return `the records of an entity that refers to this one by ${references.map(([name]) => `"${name}"`).join(' and ')} ("by" says which one counts)`
  return references.length === 0 ? 'an entity that does not refer to this one' : undefined
}

const isNamed = (name: string, entity: string): boolean => name.slice(name.indexOf('/') + 1) === entity

const words: Partial<Record<ReturnType<typeof kindOf>, string>> = {
  text: 'a text',
  boolean: 'yes or no',
  date: 'a day or a time',
  choice: 'a choice',
  reference: 'a reference',
  list: 'a list',
  object: 'an object',
}

function formulaField(field: FieldSchema): FormulaField {
  const [type] = [field.type].flat().filter((one) => one !== 'null')
  const kind = kindOf(field)
  if (type === 'integer' && kind !== 'reference') return { kind: 'integer' }
  if (kind !== 'number') return { kind: words[kind] ?? 'of several kinds' }
  const { scale } = field as { scale?: number }
  return { kind: 'decimal', ...(scale !== undefined && { scale }) }
}

/** Reports a result that the field does not store. */
function expectFits(
  document: CheckedDocument,
  entity: EntityDocument,
  property: FieldSchema,
  type: FormulaType,
  here: string,
  pointer: string,
): void {
  const { kind } = formulaField(property)
  if (kind === 'integer') {
    if (type.scale !== 0) error(document, pointer, 'the result may have decimals, and the field is a whole number: write round(…, 0)')
  } else if (property.format !== 'decimal')
    return error(document, at(here, 'type'), 'a formula computes a number: the type is "integer", or "string" with the format "decimal"', {
      allowed: ['integer', 'string'],
    })
  else if (property.scale === undefined)
    error(
      document,
      at(here, 'computed'),
      `to how many decimals is it rounded? Write "scale": ${type.scale === undefined ? 2 : Math.min(type.scale, 6)}`,
      { atKey: true },
    )
  const path = currencyPath(entity, property, (name) => document.scope.entity(name).found)
  const currency = path === undefined ? (property.currency as string | undefined) : [path]
  if (currency === undefined || type.currency === undefined) return
  // Whether fields hold the same currency shows when a record is computed.
  if (typeof currency === typeof type.currency && (typeof currency !== 'string' || currency === type.currency)) return
  error(document, pointer, `the result is in ${inWords(type.currency)}, and the field in ${inWords(currency)}`)
}

/** Reports rows whose amounts say no currency where their sum is in the one of a field. */
function expectRowsInCurrency(
  document: CheckedDocument,
  entity: EntityDocument,
  property: FieldSchema,
  formula: string,
  pointer: string,
  type: FormulaType,
): void {
  if (type.currency !== undefined || !isRecord(property.currency)) return
  const own = fieldsOf(entity)
  const [row] = fieldsOfFormula(parseFormula(formula)).filter(
    (path) => path.includes('.') && own[path.split('.')[0]!]?.references === undefined,
  )
  if (row !== undefined)
    error(
      document,
      pointer,
      `the sum is in the currency of "${String(property.currency.field)}", and "${row}" says none: give it a "currency" of its own or of its record`,
    )
}

/** `where` and `by`: which rows or records count. */
function checkChosen(document: CheckedDocument, entity: EntityDocument, word: Record<string, unknown>, pointer: string): void {
  if (word.where === undefined && word.by === undefined) return
  const texts = [word.formula].flat().map((one) => (isRecord(one) ? String(one.formula) : String(one)))
  const { scope } = document
  const own = fieldsOf(entity)
  const heads = new Set(
    texts.flatMap((text) => checkFormula(text, fieldFinder(document, entity, word.by as string)).fields.map((path) => path.split('.')[0]!)),
  )
  const lists = [...heads].flatMap((head) => {
    const target = Object.hasOwn(own, head) ? own[head]!.rows : head
    const found = target === undefined ? undefined : scope.entity(target).found
    return found ? [{ target: found, isRows: Object.hasOwn(own, head) }] : []
  })
  if (lists.length === 0)
    return error(document, pointer, '"where" and "by" say which rows or records count, and this formula is over none', { atKey: true })
  for (const { target, isRows } of lists) {
    checkWhere(document, at(pointer, 'where'), word.where as Where | undefined, target)
    if (/\{[a-z]+\.[^{}]*\}/.test(JSON.stringify(word.where ?? '')))
      error(document, at(pointer, 'where'), 'what is stored is the same for everybody, so nothing of the session or the call can choose it')
    if (word.by === undefined) continue
    const names = Object.keys(fieldsOf(target)).filter((name) => isNamed(String(fieldsOf(target)[name]!.references ?? ''), entity.name))
    if (isRows) error(document, at(pointer, 'by'), 'rows belong to their record, so "by" has no effect on them', { atKey: true })
    else if (!names.includes(String(word.by)))
      error(
        document,
        at(pointer, 'by'),
        `"${String(word.by)}" is no field by which a record of "${target.name}" refers to this one`,
        missing(String(word.by), names),
      )
  }
}

function checkFetch(document: CheckedDocument, entity: EntityDocument, property: FieldSchema, path: string, pointer: string): void {
  const [head = '', ...rest] = path.split('.')
  const reference = expectFound(document, pointer, document.scope.field(entity, head), `there is no field "${head}" in this entity`)
  if (!reference) return
  if (reference.references === undefined || rest.length === 0)
    return error(document, pointer, 'a field of a record that this one refers to is copied: write "<reference>.<field>"')
  const source = expectFound(document, pointer, document.scope.field(entity, path), `there is no field "${path}" in this entity`)
  if (!source) return
  if (source.rows !== undefined || source.references !== undefined)
    return error(document, pointer, `"${path}" is a ${source.rows === undefined ? 'reference' : 'list of rows'}, which is not copied`)
  expectSameType(document, property, source, path, pointer)
}

const typeOf = (field: FieldSchema): string =>
  [[field.type].flat().find((type) => type !== 'null') ?? 'anything', field.format].filter(Boolean).join(' ')

/** Reports a copy that the field does not store as it is. */
function expectSameType(document: CheckedDocument, property: FieldSchema, source: FieldSchema, path: string, pointer: string): void {
  if (typeOf(source) !== typeOf(property))
    error(document, pointer, `"${path}" is ${typeOf(source)}, and the field ${typeOf(property)}: they need the same type`)
  else if (property.scale !== undefined && Number(source.scale ?? Infinity) > Number(property.scale) && source.scale !== undefined)
    error(document, pointer, `"${path}" has ${String(source.scale)} decimals, and the field ${String(property.scale)}`)
}

/** `last`: a field of the last record that refers to this one. */
function checkLast(
  document: CheckedDocument,
  entity: EntityDocument,
  property: FieldSchema,
  word: Record<string, unknown>,
  pointer: string,
): void {
  const { scope } = document
  const path = String(word.last)
  const [name = '', field = ''] = path.split('.')
  const place = at(pointer, 'last')
  const other = expectFound(document, place, scope.entity(name), `there is no entity "${name}"`)
  if (!other) return
  const by = word.by as string | undefined
  const fields = fieldsOf(other)
  const referring = Object.keys(fields).filter((one) => isNamed(String(fields[one]!.references ?? ''), entity.name))
  const fault = referenceFault(document, entity, other, by)
  if (fault !== undefined) error(document, place, `"${name}" is ${fault}`)
  else if (by !== undefined && !referring.includes(by))
    error(document, at(pointer, 'by'), `"${by}" is no field by which a record of "${name}" refers to this one`, missing(by, referring))
  for (const [step, here] of [
    [field, place],
    [String(word.order), at(pointer, 'order')],
  ] as const)
    if (!Object.hasOwn(fields, step)) error(document, here, `there is no field "${step}" in "${name}"`, missing(step, Object.keys(fields)))
  const [source, order] = [fields[field], fields[String(word.order)]]
  if (order && !['date', 'number'].includes(kindOf(order)))
    error(document, at(pointer, 'order'), `"${String(word.order)}" is no moment, no day and no number, so nothing is the last by it`)
  if (!source) return
  if (source.rows !== undefined || source.references !== undefined || other.storage?.translate?.includes(field) === true)
    return error(
      document,
      place,
      `"${path}" is a ${source.rows !== undefined ? 'list of rows' : source.references !== undefined ? 'reference' : 'translated text'}, which is not copied`,
    )
  expectSameType(document, property, source, path, place)
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
