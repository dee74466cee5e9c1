import type { GridColumn, Option } from '#schemas/types/contract.d.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { textOfHtml } from '#schemas/rules/html/html-text.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import { fieldLabel, fieldOptions, findField, valueTitle, type FieldSchema } from '#server/documents/entity-field.ts'
import { createModalCollector } from '#server/documents/expand-modal.ts'
import { expandColumn } from '#server/documents/expand-column.ts'
import { isShown, readOnly } from '#server/documents/expand-quick-view.ts'
import { computedKey } from '#server/model/audit.ts'
import { localeOrder, mayUseField, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { localised } from '#server/model/values/translations.ts'
import { changedWords } from './changed-words.ts'
import type { TimelineTitles } from './timeline-titles.ts'

/** A field that changed; without `from` and `to` where a cell cannot show its values. */
export interface FieldChange {
  field: string
  label: string
  from?: unknown
  to?: unknown
  /** Of a translated field, the locale of both texts. */
  locale?: string
}

/** A state as a badge shows it. */
export interface State {
  value: unknown
  title: string
  color?: string
}

/** Longest text of a value in a timeline. */
const longest = 2000

const expansionOf = ({ registry, caller }: ModelContext, entity: ModelEntity) => ({ registry, reader: caller, module: entity.module })
const ownedOf = ({ module, document }: ModelEntity) => ({ module, document })

/** The field's column where the caller may read it. */
export const readableColumn = ({ caller }: ModelContext, entity: ModelEntity, name: string): EntityColumn | undefined => {
  const column = entity.shape.byName.get(name)
  return column && mayUseField(caller, entity, column, {}) ? column : undefined
}

export const titleOf = (context: ModelContext, entity: ModelEntity, field: string): string =>
  fieldLabel(expansionOf(context, entity), ownedOf(entity), field)

/** Titles and colours of both states of a field. */
export function stateOf(context: ModelContext, entity: ModelEntity, field: string, value: unknown): State {
  const expansion = expansionOf(context, entity)
  const known = findField(context.registry, ownedOf(entity), field)
  const option = known && fieldOptions(expansion, known)?.find((one: Option) => one.value === value)
  const word = value === true ? 'yes' : value === false ? 'no' : undefined
  // A state that is no longer there has no option; its title may still be among the messages of the module.
  const title =
    option?.title ??
    (word
      ? context.registry.message('panel', context.caller.locale, `timeline.${word}`)
      : isEmpty(value)
        ? ''
        : valueTitle(expansion, entity.document.name, field, value as Option['value']))
  return { value, title, ...(option?.color !== undefined && { color: option.color }) }
}

/** Whether a cell can show values of a field. */
function isDrawn(entity: ModelEntity, { field, itemReferences }: EntityColumn): boolean {
  const schema = (entity.document.schema.properties as Record<string, FieldSchema>)[field]
  return schema !== undefined && itemReferences === undefined && isShown(schema)
}

/** Whether a field holds formatted text, whose words are shown. */
const isFormatted = (entity: ModelEntity, { field, translated }: EntityColumn): boolean =>
  translated !== true && (entity.document.schema.properties as Record<string, FieldSchema>)[field]?.format === 'html'

const wordsThatChanged = (before: unknown, after: unknown): Pick<FieldChange, 'from' | 'to'> => {
  const [from, to] = changedWords(shownText(before), shownText(after))
  return { from: from || null, to: to || null }
}

const shownText = (html: unknown): string => (typeof html === 'string' ? textOfHtml(html) : '')

/** How changes of a field are drawn: its column of a grid, read only. Undefined where a cell cannot show its values. */
export function changeColumn(context: ModelContext, entity: ModelEntity, column: EntityColumn): GridColumn | undefined {
  if (isFormatted(entity, column)) return { key: column.field, title: titleOf(context, entity, column.field), cell: 'text' }
  if (!isDrawn(entity, column)) return undefined
  const expanded = expandColumn(expansionOf(context, entity), ownedOf(entity), column.field, createModalCollector())
  return expanded && readOnly(withFormerStates(context, entity, column, expanded))
}

/** A column whose values may be states that are no longer there (`moved`), under their titles. */
function withFormerStates(context: ModelContext, entity: ModelEntity, { field }: EntityColumn, column: GridColumn): GridColumn {
  const former = Object.keys(entity.document.lifecycle?.[field]?.moved ?? {})
  if (former.length === 0 || !column.options) return column
  const titled = former.map((value) => ({ value, title: valueTitle(expansionOf(context, entity), entity.document.name, field, value) }))
  return { ...column, options: [...column.options, ...titled] }
}

interface Difference {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** What an entry of the audit changed in fields that the caller may read and the timeline shows. */
export function changesOf(
  context: ModelContext,
  entity: ModelEntity,
  { before, after }: Difference,
  titles: TimelineTitles,
  leftOut?: string,
): FieldChange[] {
  const shown = entity.document.timeline?.fields
  const columns = entity.shape.columns.filter(
    (column) =>
      !column.system &&
      after !== null &&
      Object.hasOwn(after, column.name) &&
      column.field !== leftOut &&
      !isComputedIn(after, column) &&
      (shown === undefined || shown.includes(column.field) || shown.includes(column.name)) &&
      mayUseField(context.caller, entity, column, {}),
  )
  return columns.map((column) => {
    const label = titleOf(context, entity, column.field)
    if (isFormatted(entity, column)) return { field: column.field, label, ...wordsThatChanged(before?.[column.name], after![column.name]) }
    if (!isDrawn(entity, column)) return { field: column.field, label }
    return { field: column.field, label, ...valuesOf(context, column, before?.[column.name], after![column.name], titles) }
  })
}

/** Whether the server has computed a value that an entry tells: it follows from the other changes. */
const isComputedIn = (after: Record<string, unknown>, { name }: EntityColumn): boolean =>
  ((after[computedKey] as readonly string[] | undefined) ?? []).includes(name)

function valuesOf(context: ModelContext, column: EntityColumn, from: unknown, to: unknown, titles: TimelineTitles): Partial<FieldChange> {
  if (column.references) {
    const named = (id: unknown) => (typeof id === 'number' ? { id, title: titles.titleOf(column.references!, id) } : null)
    return { from: named(from), to: named(to) }
  }
  const order = localeOrder(context)
  const locale = column.translated ? order.find((one) => textIn(from, one) !== textIn(to, one)) : undefined
  const value = (stored: unknown) => clipped(locale === undefined ? localised(stored, column, order) : textIn(stored, locale))
  return { from: value(from), to: value(to), ...(locale !== undefined && locale !== context.caller.locale && { locale }) }
}

const textIn = (texts: unknown, locale: string): unknown =>
  texts !== null && typeof texts === 'object' && Object.hasOwn(texts, locale) ? (texts as Record<string, unknown>)[locale] : null

const clipped = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : (value ?? null)
