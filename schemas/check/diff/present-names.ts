import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

/** Properties whose texts name fields, alone or in lists. */
const naming = new Set(
  'key field fields required columns filters sort group_by tabs totals reorder layout unique search index translate active single copy not_by after'.split(
    ' ',
  ),
)
/** Properties whose keys are names of fields. */
const keyed = new Set(['properties', 'ui', 'data', 'where', 'values', 'set', 'fields', 'writes', 'names'])

/**
 * Documents as they would have been written with the names that fields have now, so that a field with another name is one change. The
 * fields themselves (`schema.properties`) keep their names: what becomes of them is told one by one.
 */
export function withPresentNames(before: ModuleDocuments, after: ModuleDocuments): ModuleDocuments {
  const entities = Object.fromEntries(
    Object.entries(before.entities).map(([name, entity]) => [name, underNames(entity, after.entities[name])]),
  )
  const renamedOf = (name: string | undefined) => after.entities[(name ?? '').slice((name ?? '').indexOf('/') + 1)]?.renamed
  const rewritten = <T extends { entity?: string }>(documents: Record<string, T>) =>
    Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, rewrite(document, renamedOf(document.entity)) as T]))
  const screens = Object.fromEntries(
    Object.entries(before.screens).map(([name, screen]) => {
      const modelOf = (load: string): unknown => (screen.load?.[load]?.params as { model?: unknown } | undefined)?.model
      return [name, underLoads(screen, (load) => renamedOf(String(modelOf(load)))) as typeof screen]
    }),
  )
  const locales = Object.fromEntries(
    Object.entries(before.locales).map(([locale, texts]) => [
      locale,
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [labelKey(key, renamedOf), text])),
    ]),
  )
  return { ...before, entities, grids: rewritten(before.grids), forms: rewritten(before.forms), screens, locales }
}

type Renamed = EntityDocument['renamed']

/** Blocks of details under the names that the fields of the record which they show have now. */
function underLoads(value: unknown, renamedOf: (load: string) => Renamed): unknown {
  if (Array.isArray(value)) return value.map((item) => underLoads(item, renamedOf))
  if (!isRecord(value)) return value
  const walked = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, underLoads(item, renamedOf)]))
  return typeof value.details === 'string' ? { ...walked, fields: rewrite(value.fields, renamedOf(value.details), 'fields') } : walked
}

/** `entities.book.price` of a field that was called `price`. */
function labelKey(key: string, renamedOf: (entity: string) => Renamed): string {
  const [kind, entity = '', field = '', ...rest] = key.split('.')
  const present = kind === 'entities' ? renamedOf(entity)?.[field] : undefined
  return present === undefined ? key : [kind, entity, present, ...rest].join('.')
}

function underNames(entity: EntityDocument, after: EntityDocument | undefined): EntityDocument {
  if (!after?.renamed) return entity
  const { properties, ...schema } = entity.schema
  const { options, lifecycle, ...document } = entity
  const rest = rewrite({ ...document, schema }, after.renamed) as EntityDocument
  return {
    ...rest,
    ...(options && { options: rewrite(options, after.renamed, 'ui') as EntityDocument['options'] }),
    ...(lifecycle && { lifecycle: rewrite(lifecycle, after.renamed, 'ui') as EntityDocument['lifecycle'] }),
    schema: { ...rest.schema, properties },
  }
}

/** `under` is the property that the value belongs to. */
function rewrite(value: unknown, renamed: Renamed, under = ''): unknown {
  if (!renamed) return value
  if (typeof value === 'string') return naming.has(under) ? nameOf(value, renamed) : inserted(value, renamed)
  if (Array.isArray(value)) return value.map((item) => rewrite(item, renamed, under))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      keyed.has(under) && Object.hasOwn(renamed, key) ? renamed[key]! : key,
      rewrite(item, renamed, keyed.has(under) ? '' : key),
    ]),
  )
}

/** `price`, `-price`, `price.name` and `price_id` of a field that was called `price`. */
const nameOf = (text: string, renamed: Readonly<Record<string, string>>): string =>
  text.replace(/^(-?)([^.]+?)(_id)?(?=\.|$)/, (whole, sign: string, name: string, suffix = '') =>
    Object.hasOwn(renamed, name + suffix)
      ? `${sign}${renamed[name + suffix]}`
      : Object.hasOwn(renamed, name)
        ? `${sign}${renamed[name]}${suffix}`
        : whole,
  )

/** `{row.price}` and `{price}` of such a field. */
const inserted = (text: string, renamed: Readonly<Record<string, string>>): string =>
  text.replace(/\{((?:row|form|record|item)\.)?([^{}]+)\}/g, (_, from = '', path: string) => `{${from}${nameOf(path, renamed)}}`)
