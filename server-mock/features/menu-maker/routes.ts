import { sql } from 'kysely'
import { completeMenu, menuFaults, type MenuItem } from '#schemas/rules/values/menu-tree.ts'
import type { Trx } from '#server/database/database.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, Feature, Handler } from '#server/feature.ts'
import { savedFields } from '#server/call-target.ts'
import { readRecord, trusted, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { moduleText } from '#server/module-text.ts'
import { seedMenus } from './seed.ts'

const model = 'menu_location'
const text = moduleText('menu-maker')

interface LocationRow {
  id: number
  slug: string
  version: number
  menus: MenuItem[] | null
}

async function findLocations(trx: Trx, slugs: readonly string[]): Promise<LocationRow[]> {
  const { rows } =
    await sql<LocationRow>`select id, slug, version, menus from data.menu_location where deleted_at is null and slug = any(${slugs}::text[])`.execute(
      trx,
    )
  return rows
}

/** @throws `not-found` */
async function requireLocation(context: CallContext, slug: string): Promise<LocationRow> {
  const [location] = await findLocations(context.trx, [slug])
  if (!location) throw new ApiError('not-found', { userMessage: text(context, 'location_unknown') })
  return location
}

/** Stores the menu of a location, named by slug or id; who names it by id may also give it another slug and title. */
const save: Handler<'menu-maker-menus-save'> = async (context) => {
  const { id, version, fields } = savedFields(context.payload)
  const { menus, title } = fields
  const slug = context.payload.slug ?? fields.slug
  if (id === undefined && slug === undefined) throw validationError({ slug: [{ key: 'rules.required' }] })
  const isRenamed = title !== undefined || (id !== undefined && slug !== undefined)
  if (menus === undefined && !isRenamed) throw validationError({ menus: [{ key: 'rules.required' }] })
  const target = id ?? (await requireLocation(context, slug!)).id
  const faults = menus === undefined ? [] : menuFaults(menus)
  if (faults.length > 0)
    throw validationError(
      Object.fromEntries(
        faults.map(({ path, key, values }) => [path === '' ? 'menus' : `menus.${path}`, [text(context, `fault.${key}`, values)]]),
      ),
    )
  const data = { title, slug: id === undefined ? undefined : slug, menus: menus && completeMenu(menus) }
  const sent = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
  await writeRecord(context, model, { id: target, version, data: sent }, trusted)
  return { results: recordResults(await readRecord(context, model, target, trusted)) }
}

const get: Handler<'menu-maker-menus-get'> = async (context) => {
  const { id, slug, version, menus } = await requireLocation(context, context.params.slug)
  return { results: menus ?? [], metadata: { location: { id, slug, version } } }
}

/** Entries that are switched off, and what is beneath them, are not for visitors. */
const shown = (menus: readonly MenuItem[]): MenuItem[] =>
  menus.filter(({ active }) => active).map((item) => ({ ...item, children: shown(item.children) }))

const locationMenus: Handler<'menu-maker-get-location-menus'> = async (context) => {
  const slugs = [...new Set(context.params.slugs.split(',').map((slug) => slug.trim()))]
  const bySlug = new Map((await findLocations(context.trx, slugs)).map((location) => [location.slug, location]))
  return { results: slugs.map((slug) => ({ slug, menus: shown(bySlug.get(slug)?.menus ?? []) })) }
}

export const menuMaker: Feature = {
  module: 'menu-maker',
  handlers: { 'menu-maker-menus-save': save, 'menu-maker-menus-get': get, 'menu-maker-get-location-menus': locationMenus },
  seed: seedMenus,
}
