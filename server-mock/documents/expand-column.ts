import { currencyOfPath, currencyPath } from '#schemas/formula/currencies.ts'
import { fieldsOfFormula } from '#schemas/formula/formula.ts'
import { parseFormula } from '#schemas/formula/parse-formula.ts'
import { parentOf, placeField } from '#schemas/rules/entities/child-entity.ts'
import { isIdentifierFormat } from '#schemas/rules/values/identifiers.ts'
import type { EntityDocument, GridColumn, GridDocumentColumn, Target } from '#schemas/types/contract.d.ts'
import { expandAction } from './expand-action.ts'
import type { ModalCollector } from './expand-modal.ts'
import { fieldLabel, fieldOptions, findEntity, findField, mayReadField, type EntityField } from './entity-field.ts'
import { compact, humanise, localised, may, textOf, type Expansion } from './expansion.ts'
import { mayReach } from './reach.ts'
import { routeTarget } from './route-target.ts'
import type { Owned } from './registry.ts'

const alignments: Record<string, GridColumn['align']> = { number: 'end', money: 'end', boolean: 'center', image: 'center' }
const widths: Record<string, number> = {
  number: 112,
  money: 168,
  date: 152,
  datetime: 184,
  relative: 136,
  time: 112,
  badge: 136,
  boolean: 88,
  image: 72,
  color: 112,
}

/**
 * A column with its title, cell, alignment, width and choices, which follow from the entity where the document is
 * silent. Undefined where the reader has no permission for the column or for a field on its path.
 */
export function expandColumn(
  expansion: Expansion,
  entity: Owned<EntityDocument> | undefined,
  column: string | GridDocumentColumn,
  modals: ModalCollector,
  routeParams: readonly string[] = [],
): GridColumn | undefined {
  const {
    key,
    title,
    access,
    action,
    to,
    editable: _,
    cases,
    currency: named,
    ...rest
  }: GridDocumentColumn = typeof column === 'string' ? { key: column } : column
  const summed = rest.running === undefined ? [key] : fieldsOfFormula(parseFormula(rest.running))
  if (!may(expansion, access) || (entity && !summed.every((path) => mayReadField(expansion, entity, path)))) return undefined
  const field = entity && findField(expansion.registry, entity, key)
  const amount = currencyOf(expansion, entity, rest.price ?? summed[0] ?? key, named)
  const isAmount = amount.currency !== undefined || amount.currency_by !== undefined
  const cell =
    rest.cell ??
    (rest.running !== undefined ? (isAmount ? 'money' : 'number') : undefined) ??
    (to !== undefined || action ? 'link' : cellOf(field, isAmount))
  const options = rest.options ? localised(expansion, rest.options) : field && fieldOptions(expansion, field)
  return compact<GridColumn>({
    align: alignments[cell] ?? 'start',
    width: widths[cell],
    ...localised(expansion, rest),
    ...amount,
    key,
    cell,
    kind: rest.running === undefined ? valueKind(field) : 'decimal',
    cases: cases
      ?.map(({ when, ...other }) => {
        const drawn = expandColumn(expansion, entity, { key, ...other }, modals)
        return (
          drawn &&
          compact({
            when,
            key: drawn.key,
            cell: drawn.cell,
            currency: drawn.currency,
            currency_by: drawn.currency_by,
            default: other.default,
            options: drawn.options,
          })
        )
      })
      .filter((one) => one !== undefined),
    columns: cell === 'rows' ? rowColumns(expansion, entity, key, field, modals) : undefined,
    title: title !== undefined ? textOf(expansion, title) : entity ? fieldLabel(expansion, entity, key) : humanise(key),
    options,
    to: linkOf(expansion, to, routeParams),
    action: action && expandAction(expansion, action, modals),
  })
}

/**
 * Several columns. Those that stand for parts of one reference and have its title by themselves say which part they are:
 * `Author: Full name`, `Author: Email`; the reference itself stays `Author`.
 */
export function expandColumns(
  expansion: Expansion,
  entity: Owned<EntityDocument> | undefined,
  columns: readonly (string | GridDocumentColumn)[],
  modals: ModalCollector,
  routeParams?: readonly string[],
): GridColumn[] {
  const isTitled = (column: string | GridDocumentColumn) => typeof column !== 'string' && column.title !== undefined
  const titled = new Set(columns.filter(isTitled).map((column) => (column as GridDocumentColumn).key))
  const expanded = columns.flatMap((column) => expandColumn(expansion, entity, column, modals, routeParams) ?? [])
  return expanded.map((column) => {
    const field = entity && findField(expansion.registry, entity, column.key)
    const isPart = field !== undefined && field.owner !== entity && !titled.has(column.key)
    if (!isPart || !expanded.some((other) => other !== column && other.title === column.title)) return column
    return { ...column, title: `${column.title}: ${fieldLabel(expansion, field.owner, field.path)}` }
  })
}

/** Fields of rows but for their record and their place, which the list shows itself. */
const ownFields = (rows: EntityDocument): string[] =>
  Object.keys(rows.schema.properties).filter((name) => name !== parentOf(rows) && name !== placeField)

/** The columns of a list of objects, or of rows of an entity: its plain fields. */
function rowColumns(
  expansion: Expansion,
  entity: Owned<EntityDocument> | undefined,
  key: string,
  field: EntityField | undefined,
  modals: ModalCollector,
): GridColumn[] {
  const rows = findEntity(expansion.registry, field?.schema.rows)?.document
  const parts = rows ? ownFields(rows) : Object.keys(field?.schema.items?.properties ?? {})
  return parts
    .flatMap((part) => expandColumn(expansion, entity, `${key}.${part}`, modals) ?? [])
    .map((column) => ({ ...column, key: column.key.slice(key.length + 1) }))
    .filter(({ cell }) => cell !== 'rows')
}

/** A link that the reader may not follow is left out: the value is still shown. */
function linkOf(expansion: Expansion, to: Target | undefined, routeParams: readonly string[]): Target | undefined {
  return to === undefined || !mayReach(expansion, to) ? undefined : routeTarget(expansion.registry, to, routeParams)
}

/** Kind of the values of a field. */
function valueKind(field: EntityField | undefined): GridColumn['kind'] {
  if (!field) return undefined
  const { schema, reference, translated } = field
  if (reference) return 'reference'
  if (translated) return 'text'
  const types = (Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type]).filter((type) => type !== 'null')
  const type = types.find((each) => each !== undefined) ?? typeof schema.enum?.find((value) => value !== null)
  switch (type) {
    case 'integer':
      return 'integer'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'object':
      return 'object'
    case 'array':
      return 'list'
    default:
      return schema.format === 'date-time'
        ? 'datetime'
        : schema.format === 'date'
          ? 'date'
          : schema.format === 'decimal'
            ? 'decimal'
            : 'text'
  }
}

/** What the amounts of a column are in: as it says itself, else as the entity of its field does. */
function currencyOf(
  { registry }: Expansion,
  entity: Owned<EntityDocument> | undefined,
  path: string,
  named: GridDocumentColumn['currency'],
): Pick<GridColumn, 'currency' | 'currency_by'> {
  const find = (name: string) => findEntity(registry, name)?.document
  if (typeof named === 'string') return { currency: named }
  if (named !== undefined) return { currency_by: (entity && currencyPath(entity.document, { currency: named }, find)) ?? named.field }
  if (!entity) return {}
  const { code, path: by } = currencyOfPath(entity.document, path.split('.'), find)
  return { ...(code !== undefined && { currency: code }), ...(by !== undefined && { currency_by: by }) }
}

/** Cell that draws a field when the column names none. */
export function cellOf(field: EntityField | undefined, isAmount = false): string {
  if (!field) return 'text'
  const { schema, reference } = field
  if (reference) return reference.document.name === 'user' ? 'user' : 'text'
  if (schema.enum) return 'badge'
  const types = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type]
  if (types.includes('boolean')) return 'boolean'
  if (schema.format === 'date-time') return 'datetime'
  if (schema.format === 'date') return 'date'
  if (schema.format === 'time' || schema.format === 'color' || schema.format === 'mobile' || schema.format === 'phone') return schema.format
  if (isIdentifierFormat(schema.format)) return 'identifier'
  if (schema.format === 'decimal') return isAmount ? 'money' : 'number'
  if (schema.format === 'html') return 'html'
  if (schema.format === 'file' || schema.items?.format === 'file') return 'file'
  if (schema.rows !== undefined) return 'rows'
  if (types.includes('array')) return schema.items?.properties && !schema.items.references ? 'rows' : 'tags'
  return types.includes('integer') || types.includes('number') ? (isAmount ? 'money' : 'number') : 'text'
}
