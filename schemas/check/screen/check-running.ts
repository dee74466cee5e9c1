import { currencyOfPath } from '#schemas/formula/currencies.ts'
import { checkFormula, type FindField } from '#schemas/formula/check-formula.ts'
import type { EntityDocument, GridDocument, GridDocumentColumn } from '#schemas/types/contract.d.ts'
import { at, error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { kindOf } from '#schemas/check/form/field-kinds.ts'
import { placed } from '#schemas/check/module/placed-problem.ts'

/** What a column that is summed up row by row cannot have beside it. */
const others = ['sortable', 'editable', 'summary', 'cases', 'options'] as const

/** Checks a column that is summed up row by row: its formula is over numbers of the entity, and rows stand in one order. */
export function checkRunning(
  document: CheckedDocument,
  pointer: string,
  column: GridDocumentColumn & { running: string },
  grid: GridDocument,
  entity: EntityDocument,
): void {
  const { scope } = document
  const fields = Object.keys(entity.schema.properties)
  if (fields.includes(column.key))
    error(document, at(pointer, 'key'), `"${column.key}" is a field, and a running sum has a name of its own, e.g. "balance"`)
  const find: FindField = (path) => {
    const { found } = scope.field(entity, path.join('.'))
    if (!found) return { missing: path.join('.'), allowed: fields }
    if (found.rows !== undefined) return { kind: 'a list of rows' }
    if (kindOf(found) !== 'number') return { kind: `a ${kindOf(found)}` }
    const { code, path: by } = currencyOfPath(entity, [...path], (name) => scope.entity(name).found)
    return {
      kind: found.type === 'integer' ? 'integer' : 'decimal',
      ...(code !== undefined ? { currency: code } : by !== undefined && { currency: [by] }),
    }
  }
  const { problems } = checkFormula(column.running, find)
  for (const problem of problems)
    error(document, at(pointer, 'running'), placed(problem, column.running), problem.allowed ? { allowed: problem.allowed } : {})
  for (const key of others)
    if (column[key] !== undefined && column[key] !== false)
      error(document, at(pointer, key), `a column with "running" has no "${key}": it follows from the rows before it`, { atKey: true })
  for (const key of ['tree', 'group_by', 'endpoint'] as const)
    if (grid[key] !== undefined)
      error(document, at(pointer, 'running'), `rows are summed up in one order, and this list has "${key}"`, { atKey: true })
}
