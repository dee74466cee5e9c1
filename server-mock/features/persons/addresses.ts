import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, CallOf, Feature } from '#server/feature.ts'
import { savedFields } from '#server/call-target.ts'
import { destroyRecord, readStored, trusted, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import type { Trx } from '#server/database/database.ts'
import { readFieldSettings } from './fields/field-settings.ts'
import { requireWriter } from './rights.ts'

type Values = Record<string, unknown>
type SavedAddress = Pick<CallOf<'address-save'>['payload'], 'id' | 'version'> & Values

/** Ids of a user's addresses, the default one first. Two changes of them wait for each other. */
async function holdAddresses(trx: Trx, user: number): Promise<{ id: number; isDefault: boolean }[]> {
  await trx.selectFrom('data.user').select('id').where('id', '=', user).forNoKeyUpdate().execute()
  const rows = await trx
    .selectFrom('data.address')
    .select(['id', 'is_default'])
    .where('user_id', '=', user)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ id: row.id as number, isDefault: row.is_default === true }))
}

/**
 * Stores an address of a user. The first one is the default; a new default takes the place of the former one, and there is always one.
 * @throws `not-found` for an address of somebody else
 */
async function saveAddress(context: CallContext, user: number, id: number | undefined, version: number | undefined, fields: Values) {
  const others = (await holdAddresses(context.trx, user)).filter((address) => address.id !== id)
  if (id === undefined && others.length > 0) await requireSeveral(context)
  const isDefault = others.every((address) => !address.isDefault) || fields.is_default === true
  if (isDefault)
    for (const other of others.filter((address) => address.isDefault))
      await writeRecord(context, 'address', { id: other.id, data: { is_default: false } }, trusted)
  const data = { ...fields, ...(await placeAbove(context.trx, fields.city ?? fields.city_id)), user, is_default: isDefault }
  const record = await writeRecord(context, 'address', { id, version, data }, trusted)
  return { results: recordResults<{ id: number; version: number }>(record) }
}

/** @throws a 422 where the settings of the fields of users let them have one address */
async function requireSeveral({ trx, registry, caller }: CallContext) {
  const settings = await readFieldSettings(trx)
  if (settings.find(({ key }) => key === 'addresses')?.multi_address !== false) return
  throw validationError({ title: [registry.message('persons', caller.locale, 'address_single')] })
}

/** Country and province follow from the city, so that they never tell another place. */
async function placeAbove(trx: Trx, city: unknown): Promise<Values> {
  if (!Number.isSafeInteger(city)) return {}
  const place = await trx
    .selectFrom('data.division')
    .select(['countries_id', 'provinces_id'])
    .where('id', '=', city as number)
    .executeTakeFirst()
  return { country: place?.countries_id ?? null, province: place?.provinces_id ?? null }
}

/** Whose address it is. @throws `not-found` for one that the caller neither has nor may change */
async function ownerOf(context: CallContext, id: number): Promise<number> {
  const { user_id: user } = await readStored(context, 'address', id)
  if (user !== context.caller.user!.id) requireWriter(context)
  return user as number
}

/** Fields that the server fills in. */
const followingFields: readonly string[] = ['user', 'user_id', 'country', 'country_id', 'province', 'province_id']

const partsOf = (payload: SavedAddress) => {
  const { id, version, fields } = savedFields(payload)
  const own = Object.fromEntries(Object.entries(fields).filter(([field]) => !followingFields.includes(field)))
  return { id: id as number | undefined, version: version as number | undefined, fields: own }
}

export const addressCalls: Feature['handlers'] = {
  'address-save': async (context: CallOf<'address-save'>) => {
    const { id, version, fields } = partsOf(context.payload)
    const me = context.caller.user!.id
    if (id !== undefined && (await ownerOf(context, id)) !== me) throw new ApiError('not-found')
    return saveAddress(context, me, id, version, fields)
  },
  'address-save-by-admin': async (context: CallOf<'address-save-by-admin'>) => {
    requireWriter(context)
    const { id, version, fields } = partsOf(context.payload)
    const named = context.payload.user ?? context.payload.user_id
    const user = id === undefined ? named : await ownerOf(context, id)
    const { id: owner } = await readStored(context, 'user', user ?? 0, trusted)
    return saveAddress(context, owner, id, version, fields)
  },
  'address-mark-default': async (context: CallOf<'address-mark-default'>) => {
    const { id, version } = context.payload
    return saveAddress(context, await ownerOf(context, id), id, version ?? undefined, { is_default: true })
  },
  'address-mass-delete': async (context: CallOf<'address-mass-delete'>) => {
    const ids = [...new Set(context.params.ids.split(',').map(Number))]
    const owners = new Set<number>()
    for (const id of ids) owners.add(await ownerOf(context, id))
    for (const owner of [...owners].sort((a, b) => a - b)) {
      const left = (await holdAddresses(context.trx, owner)).filter((address) => !ids.includes(address.id))
      if (left[0] && !left[0].isDefault) await writeRecord(context, 'address', { id: left[0].id, data: { is_default: true } }, trusted)
    }
    for (const id of ids) await destroyRecord(context, 'address', id, undefined, trusted)
    return { results: { deleted: ids.length } }
  },
}
