import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { isText } from '#schemas/check/form/field-kinds.ts'
import { fieldsOf, missing, type FieldSchema } from '#schemas/check/scope.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { currencyCodes } from '#schemas/rules/numbers/money.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

/** Checks the code of what an amount is in. */
export function checkCurrencyCode(document: CheckedDocument, word: unknown, pointer: string): void {
  if (typeof word === 'string' && /^[A-Z]{3}$/.test(word) && !currencyCodes.includes(word))
    error(document, pointer, `"${word}" is no currency of ISO 4217`, missing(word, currencyCodes))
}

/** Checks that what an amount is in stands in a field that holds codes. */
export function checkCurrencyField(document: CheckedDocument, entity: EntityDocument, word: unknown, pointer: string): void {
  if (!isRecord(word) || typeof word.field !== 'string') return
  const place = at(pointer, 'field')
  const field = expectFound(document, place, document.scope.field(entity, word.field), `there is no field "${word.field}" in this entity`)
  if (!field) return
  if (field.references !== undefined) {
    const target = document.scope.entity(field.references).found
    const code = target && fieldsOf(target).code
    if (target && !(code && isText(code) && code.references === undefined && code.rows === undefined))
      error(document, place, `"${word.field}" refers to records without a text "code", so it says no currency`)
    return
  }
  if (field.rows !== undefined || !isText(field) || (field.format !== undefined && field.format !== 'currency' && field.enum === undefined))
    return error(document, place, `"${word.field}" is no text, so it holds no code of a currency`)
  const foreign = (Array.isArray(field.enum) ? (field.enum as unknown[]) : []).filter(
    (value) => value !== null && !currencyCodes.includes(String(value)),
  )
  if (foreign.length > 0) error(document, place, `"${word.field}" holds ${JSON.stringify(foreign[0])}, which is no currency of ISO 4217`)
}

/** Checks that records which have to be in a currency say in which they are. */
export function checkReferenceCurrency(document: CheckedDocument, { references, currency }: FieldSchema, pointer: string): void {
  if (currency === undefined) return
  if (typeof currency === 'string')
    return error(document, pointer, 'Which field holds the currency? Write "currency": { "field": "<field>" }')
  const target = document.scope.entity(references!).found
  const own = target && fieldsOf(target).currency
  if (target && !(own && isText(own))) error(document, pointer, `"${references}" has no text "currency", so its records are in none`)
}
