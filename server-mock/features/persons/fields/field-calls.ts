import { sql } from 'kysely'
import { isAllowed } from '#server/caller.ts'
import { fieldLabel, findEntity } from '#server/documents/entity-field.ts'
import { ApiError, validationError, type FieldErrors } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { trusted, writeRecord } from '#server/model/model.ts'
import { countPublication } from '#server/publishing/store.ts'
import { requireWriter } from '#server/features/persons/rights.ts'
import { readRoleSlugs } from '#server/features/persons/store.ts'
import { fieldGroups, fieldKinds, readFieldSettings, switches, type FieldSetting, type Switch } from './field-settings.ts'

const say = ({ registry, caller }: CallContext, key: string, values: Record<string, unknown> = {}) =>
  registry.message('persons', caller.locale, key, values)

async function answer(context: CallContext) {
  const { registry, caller, trx } = context
  const owned = findEntity(registry, 'user')!
  const expansion = { registry, reader: caller, module: owned.module }
  const fields = (await readFieldSettings(trx)).map((setting) => {
    const { open } = fieldKinds.find(({ key }) => key === setting.key)!
    const title = setting.key === 'addresses' ? say(context, 'addresses') : fieldLabel(expansion, owned, setting.key)
    return { ...setting, title, can_change: [...open] }
  })
  return {
    results: { fields },
    metadata: {
      can_edit: isAllowed(caller, 'persons.write'),
      groups: fieldGroups.map((value) => ({ value, title: say(context, `field_group.${value}`) })),
    },
  }
}

/** One set of settings, whatever the role from whose page it is edited. */
const fetch: Handler<'profile-fields-fetch'> = async (context) => {
  const { role } = context.params
  if (role !== undefined && !(await readRoleSlugs(context.trx)).includes(role)) throw new ApiError('not-found')
  return answer(context)
}

/** Stores the settings that are named; the others stay. Open panels draw their forms anew. */
const save: Handler<'profile-fields-save'> = async (context) => {
  requireWriter(context)
  const { trx, caller, now, payload } = context
  await sql`lock table data.user_field in share row exclusive mode`.execute(trx)
  const before = new Map((await readFieldSettings(trx)).map((setting) => [setting.key, setting]))
  const errors: FieldErrors = {}
  let isChanged = false
  for (const [at, change] of payload.fields.entries()) {
    const stored = before.get(change.key)
    if (!stored) {
      errors[`fields.${at}.key`] = [say(context, 'field_unknown', { name: change.key })]
      continue
    }
    const changed = changesOf(stored, change)
    const fixed = Object.keys(changed).filter((name) => isFixed(change.key, name))
    for (const name of fixed) errors[`fields.${at}.${name}`] = [say(context, 'field_setting_fixed')]
    if (Object.keys(changed).length === 0 || fixed.length > 0) continue
    if (changed.unique === true) {
      const count = await countRepeated(context, change.key)
      if (count > 0) errors[`fields.${at}.unique`] = [say(context, 'field_not_unique', { count })]
    }
    if (Object.keys(errors).length > 0) continue
    await storeSetting(context, { ...stored, ...changed }, change.version ?? undefined)
    isChanged = true
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
  if (isChanged)
    await countPublication(trx, {
      module: 'persons',
      note: say(context, 'field_settings'),
      publisher: { id: null, name: caller.user!.username },
      now,
    })
  return answer(context)
}

type Change = { group?: string; order?: number } & { [Name in Switch]?: boolean | null }

/** What is sent and differs from what is stored. */
function changesOf(stored: FieldSetting, change: Change): Partial<FieldSetting> {
  const names = [...switches, 'group', 'order'] as const
  return Object.fromEntries(
    names
      .filter((name) => change[name] !== undefined && change[name] !== null && change[name] !== stored[name])
      .map((name) => [name, change[name]]),
  )
}

const isFixed = (key: string, name: string): boolean =>
  (switches as readonly string[]).includes(name) && !fieldKinds.find((kind) => kind.key === key)!.open.includes(name as Switch)

async function storeSetting(
  context: CallContext,
  { key, group, order, version: stored, ...setting }: FieldSetting,
  version: number | undefined,
) {
  const row = await context.trx.selectFrom('data.user_field').select('id').where('key', '=', key).executeTakeFirst()
  const data = { key, group, sort_order: order, ...Object.fromEntries(switches.map((name) => [name, setting[name]])) }
  const isNew = row === undefined
  // What somebody else has stored first in the meantime is as stale as any other.
  if (isNew ? (version ?? 0) !== 0 : version === 0 && stored !== 0) throw new ApiError('stale-version')
  await writeRecord(context, 'user_field', isNew ? { data } : { id: row.id as number, version, data }, trusted)
}

/** How many users share a value of a field with somebody. */
async function countRepeated({ trx }: CallContext, key: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(n), 0)::int as count from (
    select count(*) as n from data."user" where deleted_at is null and ${sql.ref(key)} is not null and ${sql.ref(key)}::text <> ''
    group by ${sql.ref(key)} having count(*) > 1) repeated`.execute(trx)
  return Number(rows[0]!.count)
}

/** The settings of the fields of users. */
export const fieldCalls: Handlers = { 'profile-fields-fetch': fetch, 'profile-fields-save': save }
