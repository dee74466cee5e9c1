import { sql } from 'kysely'
import { isMapPoint } from '#schemas/rules/map-point.ts'
import type { CallContext, Combo, Feature, Handler } from '#server/feature.ts'
import { validationError, ApiError } from '#server/errors.ts'
import { targetOf } from '#server/call-target.ts'
import { gridAnswer } from '#server/model/grid-answer.ts'
import { root } from '#server/model/field-paths.ts'
import { destroyRecord, readRecord, refuseTrashed, restoreRecord, writeRecord, trashRecord } from '#server/model/model.ts'
import { seedDivisions } from './seed.ts'
import { freeSlug, requireSlug, type Siblings } from './slugs.ts'
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
  titleAfter,
  type AncestorField,
  type DivisionFilter,
  type DivisionRow,
  type Level,
} from './store.ts'

const model = 'division'
/** The catalogue has checked the caller's permission. */
const trusted = { trusted: true }
const plainFields = ['code', 'phone_code', 'location', 'active'] as const

const list =
  (types?: readonly Level[]): Handler =>
  (context) =>
    listDivisions(context, { ...filterOf(context.params), ...(types ? { types } : {}) })

function filterOf(params: Record<string, unknown>): DivisionFilter {
  const { type, types, ids, ...rest } = params
  const wanted = typeof types === 'string' ? types.split(',') : typeof type === 'string' ? [type] : undefined
  return { ...rest, ...(wanted ? { types: wanted } : {}), ...(typeof ids === 'string' ? { ids: ids.split(',').map(Number) } : {}) }
}

const fetch: Handler = async (context) => ({
  results: withPointId(await readRecord(context, model, context.params.id as number, { edit: true, ...trusted })),
})

/** A division's point has its number, so that whoever moves it says which one. */
function withPointId<Row extends { id?: unknown; location?: unknown }>(record: Row): Row {
  const { id, location } = record
  return isMapPoint(location) ? { ...record, location: { ...location, id } } : record
}

const gridName = 'divisions/division/list'

/**
 * What is chosen above shows what lies directly below it: a country its provinces, not their cities. Who asks for a level,
 * by its tab or by the filter, gets that level at any depth.
 */
const grid: Handler = async (context) => {
  const { params } = context
  const lowest = ancestorFields.findLastIndex((field) => params[field] !== undefined && params[field] !== '')
  if (lowest < 0 || (params.type !== undefined && params.type !== '')) return gridAnswer(context, gridName, params)
  const tabs = context.registry.grids.get(gridName)?.document.tabs ?? []
  const beside = {
    condition: sql<boolean>`${sql.ref(`${root}.type`)} = ${levels[lowest + 1]}`,
    tabs: new Set(tabs.filter((tab) => tab.where?.type === undefined).map((tab) => tab.key)),
  }
  const answer = await gridAnswer(context, gridName, params, { beside })
  const { grid: shown, tabs: counts } = answer.metadata as Partial<Record<'tabs', { key: string; title?: string }[]>> & {
    grid?: { tabs?: { key: string; title?: string }[] }
  }
  // What is then not all is not called so.
  for (const tab of [...(shown?.tabs ?? []), ...(counts ?? [])])
    if (tab.key === tabs[0]?.key) tab.title = context.registry.message('divisions', context.caller.locale, 'directly_below')
  return answer
}

/** Fields stand in `data`, as in the generic save, or beside `id` and `version`; only those sent are changed. */
const save: Handler = async (context) => {
  const { id, version, data, ...beside } = context.payload
  const fields = (data ?? beside) as Record<string, unknown>
  const present = id === undefined ? undefined : await findDivision(context.trx, id as number, { lock: 'update' })
  if (id !== undefined && !present) throw new ApiError('not-found')
  if (present?.deleted_at) return refuseTrashed(context, model, id as number, version as number | undefined)
  const type = (fields.type ?? present?.type) as Level | undefined
  if (!type) throw validationError({ type: [{ key: 'rules.required' }] })
  if (present && type !== present.type && (await countChildren(context.trx, present.id, { trashed: true })) > 0)
    throw validationError({ type: [text(context, 'type_fixed')] })
  const sent = Object.fromEntries(
    ancestorFields.map((field) => [field, fields[field] !== undefined ? fields[field] : present?.[field]]),
  ) as Partial<Record<AncestorField, number | null>>
  const ancestors = await resolveAncestors(context, type, sent)
  const moved = present && ancestorFields.some((field) => present[field] !== ancestors[field])
  if (moved) await requireNoChildren(context, present.id, { trashed: true })
  const slug = await slugAfter(context, { type, ancestors, id: present?.id }, fields, present)
  if (type === 'country')
    await requireFreeCode(context, fields.code === undefined ? present?.code : (fields.code as string | null), present?.id)
  const values = Object.fromEntries(
    plainFields.filter((field) => fields[field] !== undefined).map((field) => [field, fields[field] === '' ? null : fields[field]]),
  )
  const record = await writeRecord(
    context,
    model,
    {
      id: id as number | undefined,
      version: version as number | undefined,
      data: {
        type,
        ...ancestors,
        ...values,
        ...(fields.title !== undefined ? { title: fields.title } : {}),
        ...(slug === undefined ? {} : { slug }),
      },
    },
    trusted,
  )
  return { results: withPointId(record) }
}

/** The slug to store, undefined where it stays: the one that was sent, and without one a free one from the title. */
async function slugAfter(
  context: CallContext,
  siblings: Siblings,
  fields: Record<string, unknown>,
  present: DivisionRow | undefined,
): Promise<string | undefined> {
  const sent = typeof fields.slug === 'string' ? fields.slug.trim() : fields.slug
  const kept = sent === undefined || sent === present?.slug ? present?.slug : undefined
  const isElsewhere = present !== undefined && ancestorFields.some((field) => present[field] !== siblings.ancestors[field])
  if (kept && !isElsewhere) return undefined
  if (!kept && !sent) return freeSlug(context, siblings, titleAfter(context.caller.locale, present?.title, fields.title))
  const slug = kept || String(sent)
  await requireSlug(context, siblings, slug)
  return slug
}

const trash: Handler = async (context) => {
  const { id, version } = targetOf(context)
  await findDivision(context.trx, id, { lock: 'update' })
  await requireNoChildren(context, id, { trashed: false })
  return { results: await trashRecord(context, model, id, version, trusted) }
}

const restore: Handler = async (context) => {
  const { id, version } = targetOf(context)
  const division = await findDivision(context.trx, id, { lock: 'update' })
  if (division) await resolveAncestors(context, division.type, division)
  return { results: await restoreRecord(context, model, id, version, trusted) }
}

const destroy: Handler = async (context) => {
  const { id, version } = targetOf(context)
  await findDivision(context.trx, id, { lock: 'update' })
  await requireNoChildren(context, id, { trashed: true })
  return { results: await destroyRecord(context, model, id, version, trusted) }
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
    'divisions-destroy': destroy,
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
