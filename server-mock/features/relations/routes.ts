import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext, Feature, Handler } from '#server/feature.ts'
import { findModel, lookUpEntity, trusted } from '#server/model/context.ts'
import { destroyRecord, writeRecord } from '#server/model/model.ts'
import { selectAnyRows } from '#server/model/read.ts'
import { titlesOf } from '#server/model/titles.ts'
import { seedRelations } from './seed.ts'

interface Item {
  model: string
  id: number
}

/** What people can like and rate, and which of its records everybody may see. */
const shown: Readonly<Record<string, ReturnType<typeof sql>>> = {
  organization: sql`verified = 1`,
  post: sql`status = 'published' and published_at <= now()`,
}

/** Those of the items that everybody may see now. */
async function shownAmong(trx: Trx, model: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from data.${sql.ref(model)} where id = any(${ids}::bigint[]) and deleted_at is null and ${shown[model]!}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** What an item is called now. @throws a 422 on `model` and `id` for an item that there is not, or that not everybody may see */
async function requireItem(context: CallContext, { model, id }: Item): Promise<string> {
  const { trx, registry, caller } = context
  const say = () => [registry.message('relations', caller.locale, 'item_missing')]
  if (!Object.hasOwn(shown, model) || !lookUpEntity(registry, model)) throw validationError({ model: say() })
  if ((await shownAmong(trx, model, [id])).length === 0) throw validationError({ id: say() })
  return (await itemTitles(context, model, [id])).get(id) ?? ''
}

async function itemTitles(context: CallContext, model: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const entity = findModel(context, model)
  const rows = await selectAnyRows(context, entity, ids)
  const titles = await titlesOf(context, entity, rows, trusted)
  return new Map(rows.map(({ id }, at) => [id, titles[at]!.slice(0, 300)]))
}

/** The caller's record about an item; two calls of one user about one item wait for each other. */
async function ownRecord({ trx, caller }: CallContext, table: 'favourite' | 'rating', { model, id }: Item): Promise<number | undefined> {
  const user = caller.user!.id
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${user} ${model} ${id}`}, 0))`.execute(trx)
  const { rows } = await sql<{ id: number }>`
    select id from data.${sql.ref(table)} where user_id = ${user} and model = ${model} and item_id = ${id}`.execute(trx)
  return rows[0]?.id
}

const changeFavourite: Handler<'relations-favourite-change'> = async (context) => {
  const { model, id } = context.payload
  const record = await ownRecord(context, 'favourite', { model, id })
  if (record !== undefined) {
    await destroyRecord(context, 'favourite', record, undefined, trusted)
    return { results: { exists: false } }
  }
  const title = await requireItem(context, { model, id })
  await writeRecord(context, 'favourite', { data: { user: context.caller.user!.id, model, item_id: id, title } }, trusted)
  return { results: { exists: true } }
}

const listFavourites: Handler<'relations-favourites-list'> = async (context) => {
  const { model } = context.params
  const { rows } = await sql<{ id: number; model: string; item_id: number; created_at: string }>`
    select id, model, item_id, created_at from data.favourite
    where user_id = ${context.caller.user!.id} and (${model ?? null}::text is null or model = ${model ?? null}) order by id desc limit 500`.execute(
    context.trx,
  )
  const titles = new Map<string, string>()
  for (const name of new Set(rows.map((row) => row.model))) {
    if (!Object.hasOwn(shown, name) || !lookUpEntity(context.registry, name)) continue
    // What is no longer public keeps its place in the list, without telling what it is called meanwhile.
    const ids = await shownAmong(
      context.trx,
      name,
      rows.filter((row) => row.model === name).map((row) => row.item_id),
    )
    for (const [id, title] of await itemTitles(context, name, ids)) titles.set(`${name} ${id}`, title)
  }
  return {
    results: rows.map((row) => ({
      ...row,
      created_at: new Date(row.created_at).toISOString(),
      title: titles.get(`${row.model} ${row.item_id}`) ?? null,
    })),
  }
}

async function rateOf({ trx, caller }: CallContext, { model, id }: Item) {
  const { rows } = await sql<{ rate: string | null; count: number; own: number | null }>`
    select round(avg(rate), 2)::text as rate, count(*)::int as count, max(rate) filter (where user_id = ${caller.user!.id})::int as own
    from data.rating where model = ${model} and item_id = ${id}`.execute(trx)
  const { rate, count, own } = rows[0]!
  return { model, id, own_rate: own, rate: rate === null ? null : Number(rate), rates_count: count }
}

const saveRate: Handler<'rate-save'> = async (context) => {
  const { model, id, rate } = context.payload
  const record = await ownRecord(context, 'rating', { model, id })
  const title = await requireItem(context, { model, id })
  await writeRecord(context, 'rating', { id: record, data: { user: context.caller.user!.id, model, item_id: id, title, rate } }, trusted)
  return { results: await rateOf(context, { model, id }) }
}

export const relations: Feature = {
  module: 'relations',
  handlers: {
    'relations-favourites-list': listFavourites,
    'relations-favourite-change': changeFavourite,
    'rate-save': saveRate,
    'rate-fetch': async (context) => ({ results: await rateOf(context, context.params) }),
  },
  seed: seedRelations,
}
