import { sql } from 'kysely'
import { ApiError, validationError, type FieldErrors } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { successText } from '#server/features/panel/records.ts'
import {
  driverEntity,
  readEntry,
  removeSecret,
  storeSecret,
  type DriverKind,
  type OpenDriverRow,
} from '#server/messages/drivers/entries.ts'
import { destroyRecord, readRecord, trusted, writeAudit, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { moduleText } from '#server/module-text.ts'
import { configFaults, insertionsOf, missingFields } from './check-config.ts'
import { configForm } from './driver-form.ts'

const say = moduleText('notifier')

type EntryResults = { id: number; version: number; kind: string; title: unknown; active: boolean; configured: boolean; has_secret: boolean }

/** The id that a call names, or that of the entry of a kind that is tried first. @throws `not-found`, a 422 without either */
async function idOf({ trx }: CallContext, { id, driver }: { id?: number; driver?: DriverKind }): Promise<number> {
  if (id !== undefined) return id
  if (driver === undefined) throw validationError({ id: [{ key: 'rules.required' }] })
  const { rows } = await sql<{ id: number }>`select id from data.notifier_driver
    where kind = ${driver} and deleted_at is null order by priority, id limit 1`.execute(trx)
  if (!rows[0]) throw new ApiError('not-found')
  return Number(rows[0].id)
}

const hasSecret = async ({ trx }: CallContext, id: number): Promise<boolean> => {
  const { rows } = await sql<{ id: number }>`select driver_id as id from pishkhan.driver_secrets where driver_id = ${id}`.execute(trx)
  return rows.length > 0
}

async function answerOf(context: CallContext, id: number): Promise<EntryResults> {
  const record = await readRecord(context, driverEntity, id, { ...trusted, flags: true, edit: true })
  return recordResults<EntryResults>({ ...record, has_secret: await hasSecret(context, id) })
}

const form: Handler<'notifier-config-form'> = async (context) => {
  const entry = await answerOf(context, await idOf(context, context.params))
  const isFromEnvironment = context.config.smtp !== undefined && !entry.configured
  const drawn = configForm(context, entry.kind as DriverKind, { hasSecret: entry.has_secret, isFromEnvironment })
  // What is not set yet begins as in a new form.
  const unset = Object.entries(drawn.data ?? {}).filter(([name]) => (entry as Record<string, unknown>)[name] === null)
  return { results: { ...entry, ...Object.fromEntries(unset) }, metadata: { form: drawn } }
}

const get: Handler<'notifier-driver-get'> = async (context) => ({ results: await answerOf(context, await idOf(context, context.params)) })

interface Change {
  id?: number
  version?: number | null
  data: Record<string, unknown>
}

/** Fields that do not say how something is sent. */
const generalFields = new Set(['title', 'kind', 'active', 'priority'])

/**
 * Writes an entry and its password or key, which goes to a table of its own: not into records, histories and exports.
 * @throws a 422 by field
 */
async function saveDriver(context: CallContext, { id, version, data }: Change, isWhole: boolean): Promise<EntryResults> {
  const { trx, config } = context
  const { secret, ...fields } = data
  if (secret !== undefined && secret !== null && (typeof secret !== 'string' || secret.length > 500))
    throw validationError({ secret: [{ key: 'rules.invalid' }] })
  const record = await writeRecord(context, driverEntity, { id, version: version ?? undefined, data: fields }, { permitted: true })
  const row = (await readEntry(trx, config, record.id))!
  const changesConfig = isWhole || Object.keys(data).some((name) => !generalFields.has(name))
  if (changesConfig) {
    const errors = { ...configFaults(context, row), ...(isWhole && missingFields(row)) }
    if (Object.keys(errors).length > 0) throw validationError(errors)
    await keepSecret(context, row, secret || undefined)
  }
  return answerOf(context, record.id)
}

const needsSecret = (row: OpenDriverRow): boolean => (row.kind === 'email' ? Boolean(row.username) : insertionsOf(row).includes('key'))

/** Stores a new password or key, drops one that nothing needs, and keeps the stored one otherwise. @throws a 422 where it is of no use */
async function keepSecret(context: CallContext, row: OpenDriverRow, sent: string | undefined): Promise<void> {
  const { trx, config } = context
  const wasStored = await hasSecret(context, row.id)
  const isNeeded = needsSecret(row)
  if (sent !== undefined) {
    await storeSecret(trx, config, row, sent)
    return void (await writeAudit(context, { entity: driverEntity, recordId: row.id, action: 'driver-secret' }))
  }
  const errors: FieldErrors = {}
  if (isNeeded && wasStored && row.secret === undefined) errors.secret = [say(context, 'secret_again')]
  if (isNeeded && !wasStored && row.kind !== 'email') errors.secret = [say(context, 'secret_missing', { insertion: '{key}' })]
  if (Object.keys(errors).length > 0) throw validationError(errors)
  if (wasStored && !isNeeded && (row.kind === 'email' || row.secret === undefined)) await removeSecret(trx, row.id)
}

const save: Handler<'notifier-save'> = async (context) => {
  const { id, version, data } = context.payload
  return {
    results: await saveDriver(context, { id: id ?? undefined, version, data }, false),
    metadata: { toast: successText(context, driverEntity, typeof id === 'number' ? 'update' : 'save') },
  }
}

const configure: Handler<'notifier-driver-config'> = async (context) => {
  const { version, data } = context.payload
  return { results: await saveDriver(context, { id: await idOf(context, context.payload), version, data }, true) }
}

const destroy: Handler<'notifier-driver-destroy'> = async (context) => {
  const { id, version } = context.params
  const results = await destroyRecord(context, driverEntity, id, version, trusted)
  await removeSecret(context.trx, id)
  return { results }
}

/** Calls of the page of drivers that documents cannot say, because of what is secret. */
export const driverCalls: Handlers = {
  'notifier-config-form': form,
  'notifier-driver-get': get,
  'notifier-save': save,
  'notifier-driver-config': configure,
  'notifier-driver-destroy': destroy,
}
