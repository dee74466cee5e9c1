import type { FindField, FormulaField } from '#schemas/formula/check-formula.ts'
import { currencyOfPath } from '#schemas/formula/currencies.ts'
import { balanceOf } from '#schemas/formula/computed-words.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { CheckedDocument } from '#schemas/check/checked-document.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { fieldsOf, type FieldSchema } from '#schemas/check/scope.ts'

/** What a formula may name: fields, those of references, one list of rows, and records that refer to this one by their entity's name. */
export function fieldFinder(document: CheckedDocument, entity: EntityDocument, by: string | undefined): FindField {
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
export function referenceFault(
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

export const isNamed = (name: string, entity: string): boolean => name.slice(name.indexOf('/') + 1) === entity

const words: Partial<Record<ReturnType<typeof kindOf>, string>> = {
  text: 'a text',
  boolean: 'yes or no',
  date: 'a day or a time',
  choice: 'a choice',
  reference: 'a reference',
  list: 'a list',
  object: 'an object',
}

export function formulaField(field: FieldSchema): FormulaField {
  const [type] = [field.type].flat().filter((one) => one !== 'null')
  const kind = kindOf(field)
  if (type === 'integer' && kind !== 'reference') return { kind: 'integer' }
  if (kind !== 'number') return { kind: words[kind] ?? 'of several kinds' }
  const { scale } = field as { scale?: number }
  return { kind: 'decimal', ...(scale !== undefined && { scale }) }
}
