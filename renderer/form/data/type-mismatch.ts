import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { isTranslated } from './translated-value.ts'

/** The schema under which a value is written as JSON because the field's own control could only lose it. */
export const mismatchSchema = ({ title, description, readOnly }: FieldSchema): FieldSchema => ({
  title,
  description,
  readOnly,
  undrawn: { key: 'form.problem.unfit' },
})

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether a value is no group or no list where one is drawn. */
export function isUnfitWhole(schema: FieldSchema, value: unknown): boolean {
  if (isNothing(value)) return false
  return typeOf(schema) === 'array' ? !Array.isArray(value) : typeof value !== 'object' || Array.isArray(value)
}

const plain = ['string', 'number', 'integer', 'boolean']

/** Types of a widget's value, by its manifest; none if it does not say. */
function typesHeld(held: unknown): string[] {
  if (!isRecord(held)) return []
  return [held, ...(Array.isArray(held.anyOf) ? held.anyOf.filter(isRecord) : [])]
    .flatMap(({ type }) => (typeof type === 'string' || Array.isArray(type) ? type : []))
    .map(String)
}

/**
 * Whether a control cannot show a value: a group or list in a field for a plain value, or a value of another type than
 * the widget's (`held`, the manifest's `value`).
 */
export function isUnfitPart(schema: FieldSchema, ui: FormDocumentFieldUi, value: unknown, held: unknown): boolean {
  if (isNothing(value)) return false
  const types = typesHeld(held)
  // One text of a translated field is that of the reader's language.
  if (types.includes('object') || types.includes('array'))
    return !isValid({ type: types }, value) && !(typeof value === 'string' && isTranslated(schema))
  if (typeof value !== 'object' || schema.references !== undefined || !plain.includes(typeOf(schema) ?? '')) return false
  return types.length > 0 || (ui.widget === undefined && ui.endpoint === undefined)
}
