import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { typeOf, type FieldSchema } from './json-schema.ts'

/** The schema under which a value is written as JSON because the field's own control could only lose it. */
export const unfitSchema = ({ title, description, readOnly }: FieldSchema): FieldSchema => ({ title, description, readOnly, undrawn: { key: 'form.problem.unfit' } })

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether a value is no group or no list where one is drawn. */
export function isUnfitWhole(schema: FieldSchema, value: unknown): boolean {
  if (isNothing(value)) return false
  return typeOf(schema) === 'array' ? !Array.isArray(value) : typeof value !== 'object' || Array.isArray(value)
}

const plain = ['string', 'number', 'integer', 'boolean']

/** Whether a value is a group or a list where a control of one plain value is drawn; a widget that a document names knows its own. */
export const isUnfitPart = (schema: FieldSchema, ui: FormDocumentFieldUi, value: unknown): boolean =>
  typeof value === 'object' && value !== null && ui.widget === undefined && ui.endpoint === undefined && schema.references === undefined && plain.includes(typeOf(schema) ?? '')
