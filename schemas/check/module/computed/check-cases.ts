import { checkFormula, inWords, type FormulaType } from '#schemas/formula/check-formula.ts'
import { currencyPath } from '#schemas/formula/currencies.ts'
import { fieldsOfFormula } from '#schemas/formula/formula.ts'
import { parseFormula } from '#schemas/formula/parse-formula.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument, Where } from '#schemas/types/contract.d.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { at, error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkConstants } from '#schemas/check/form/check-form-values.ts'
import { fieldsOf, missing, type FieldSchema } from '#schemas/check/scope.ts'
import { conditionFields } from '#schemas/check/module/check-endpoints.ts'
import { placed } from '#schemas/check/module/placed-problem.ts'
import { fieldFinder, isNamed, formulaField } from './formula-fields.ts'

/** Formulas with conditions, or one formula. */
export function checkCases(
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

export function checkCondition(document: CheckedDocument, pointer: string, condition: unknown, entity: EntityDocument): void {
  conditionFields(document, pointer, condition, entity)
  checkConstants(document, pointer, condition, (path) => document.scope.field(entity, path))
}

/** Type of a formula; undefined where it has faults, which are reported. */
export function checkText(
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

/** Reports a result that the field does not store. */
export function expectFits(
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
export function checkChosen(document: CheckedDocument, entity: EntityDocument, word: Record<string, unknown>, pointer: string): void {
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
