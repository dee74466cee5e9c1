import { sql } from 'kysely'
import { isMapPoint } from '#schemas/rules/numbers/map-point.ts'
import type { Combo, Feature, Handler, ParamsOf } from '#server/feature.ts'
import { validationError, ApiError } from '#server/errors.ts'
import { savedFields, targetOf } from '#server/call-target.ts'
import { gridAnswer } from '#server/model/grid/grid-answer.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import { readRecord, refuseTrashed, restoreRecord, trashRecord, trusted, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { seedDivisions } from './seed.ts'
import {
  ancestorFields,
  countChildren,
  findDivision,
  levels,
  listDivisions,
  requireFreeCode,
  requireNoChildren,
  resolveAncestors,
  text,
  type AncestorField,
  type DivisionFilter,
  type Level,
} from './store.ts'

const model = 'division'
const plainFields = ['slug', 'code', 'phone_code', 'location', 'active'] as const

type ListCall = 'divisions-list' | 'divisions-countries' | 'divisions-provinces' | 'divisions-cities' | 'generic-division-list'

const list =
  (types?: readonly Level[]): Handler<ListCall> =>
  (context) =>
    listDivisions(context, { ...filterOf(context.params), ...(types ? { types } : {}) })

function filterOf(params: ParamsOf<ListCall>): DivisionFilter {
  const { type, types, ids, ...rest }: ParamsOf<'divisions-list'> & ParamsOf<'generic-division-list'> = params
  const wanted = typeof types === 'string' ? types.split(',') : typeof type === 'string' ? [type] : undefined
  return { ...rest, ...(wanted ? { types: wanted } : {}), ...(typeof ids === 'string' ? { ids: ids.split(',').map(Number) } : {}) }
}

const fetch: Handler<'divisions-fetch'> = async (context) => ({
  results: withPointId(recordResults(await readRecord(context, model, context.params.id, { edit: true, ...trusted }))),
})

/** Adds the division's id to its point, so that a map that moves the point knows which division it belongs to. */
function withPointId<Row extends { id?: unknown; location?: unknown }>(record: Row): Row {
  const { id, location } = record
  return isMapPoint(location) ? { ...record, location: { ...location, id } } : record
}

const gridName = 'divisions/division/list'

/**
 * What is chosen above shows what lies directly below it: a country its provinces, not their cities. Who asks for a level,
 * by its tab or by the filter, gets that level at any depth.
 */
const grid: Handler<'divisions-grid'> = async (context) => {
  const { params } = context
  const lowest = ancestorFields.findLastIndex((field) => params[field] !== undefined && params[field] !== '')
  if (lowest < 0 || (params.type !== undefined && params.type !== '')) return gridAnswer(context, gridName, params)
  const tabs = context.registry.grids.get(gridName)?.document.tabs ?? []
  const directly = sql<boolean>`${sql.ref(`${root}.type`)} = ${levels[lowest + 1]}`
  const open = tabs.filter((tab) => typeof tab.where === 'string' || tab.where?.type === undefined)
  const tabConditions = new Map(open.map((tab) => [tab.key, directly]))
  const answer = await gridAnswer(context, gridName, params, { tabConditions })
  const { grid: gridDocument, tabs: counts } = answer.metadata as Partial<Record<'tabs', { key: string; title?: string }[]>> & {
    grid?: { tabs?: { key: string; title?: string }[] }
  }
  // What is then not all is not called so.
  for (const tab of [...(gridDocument?.tabs ?? []), ...(counts ?? [])])
    if (tab.key === tabs[0]?.key) tab.title = context.registry.message('divisions', context.caller.locale, 'directly_below')
  return answer
}

/** Creates or changes a division; only fields that are sent are changed. */
const save: Handler<'divisions-save'> = async (context) => {
  const { id, version, fields } = savedFields(context.payload)
  const present = id === undefined ? undefined : await findDivision(context.trx, id, { lock: 'update' })
  if (id !== undefined && !present) throw new ApiError('not-found')
  if (present?.deleted_at) return refuseTrashed(context, model, present.id, version)
  const type = fields.type ?? present?.type
  if (!type) throw validationError({ type: [{ key: 'rules.required' }] })
  if (present && type !== present.type && (await countChildren(context.trx, present.id, { trashed: true })) > 0)
    throw validationError({ type: [text(context, 'type_fixed')] })
  const sent = Object.fromEntries(
    ancestorFields.map((field) => [field, fields[field] !== undefined ? fields[field] : present?.[field]]),
  ) as Partial<Record<AncestorField, number | null>>
  const ancestors = await resolveAncestors(context, type, sent)
  const moved = present && ancestorFields.some((field) => present[field] !== ancestors[field])
  if (moved) await requireNoChildren(context, present.id, { trashed: true })
  if (type === 'country') await requireFreeCode(context, fields.code === undefined ? present?.code : fields.code, present?.id)
  const values = Object.fromEntries(
    plainFields.filter((field) => fields[field] !== undefined).map((field) => [field, fields[field] === '' ? null : fields[field]]),
  )
  const record = await writeRecord(
    context,
    model,
    { id, version, data: { type, ...ancestors, ...values, ...(fields.title !== undefined ? { title: fields.title } : {}) } },
    trusted,
  )
  return { results: withPointId(recordResults(record)) }
}

const trash: Handler<'divisions-trash'> = async (context) => {
  const { id, version } = targetOf(context)
  await findDivision(context.trx, id, { lock: 'update' })
  await requireNoChildren(context, id, { trashed: false })
  return { results: await trashRecord(context, model, id, version, trusted) }
}

const restore: Handler<'divisions-restore'> = async (context) => {
  const { id, version } = targetOf(context)
  const division = await findDivision(context.trx, id, { lock: 'update' })
  if (division) await resolveAncestors(context, division.type, division)
  return { results: await restoreRecord(context, model, id, version, trusted) }
}

/** Active divisions of a level as choices; `code`, `phone_code` and `slug` where asked for. */
const combo = (level: Level): Combo => ({
  read: async (context) =>
    (await listDivisions(context, { types: [level] })).results.map(({ id, title, code, phone_code, slug }) => ({
      value: id,
      title,
      code,
      phone_code,
      slug,
    })),
})

export const divisions: Feature = {
  module: 'divisions',
  handlers: {
    'divisions-fetch': fetch,
    'divisions-grid': grid,
    'divisions-list': list(),
    'divisions-countries': list(['country']),
    'divisions-provinces': list(['province']),
    'divisions-cities': list(['city']),
    'generic-division-list': list(),
    'divisions-save': save,
    'divisions-trash': trash,
    'divisions-restore': restore,
  },
  combos: {
    continents: combo('continent'),
    countries: combo('country'),
    provinces: combo('province'),
    cities: combo('city'),
    neighbourhoods: combo('neighbourhood'),
  },
  seed: seedDivisions,
}
