import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { deriveKey } from '#server/keys.ts'
import { openText, sealText } from '#server/plugins/sealed-text.ts'

/** Ways in which people are told something. @source specification, notification drivers */
export const driverKinds = ['browser', 'database', 'email', 'sms', 'pattern_sms'] as const
export type DriverKind = (typeof driverKinds)[number]

export const driverEntity = 'notifier_driver'

/** A pattern of the provider for a message. */
export interface PatternRow {
  /** `module/name` */
  template: string
  /** Code or name of the pattern at the provider. */
  pattern: string
  /** Values of the message in the order of the provider, `code, Site=site`; all of them when empty. */
  parameters?: string | null
}

/** An entry as it is stored. */
export interface DriverRow {
  id: number
  kind: DriverKind
  active: boolean
  configured: boolean
  priority: number
  host: string | null
  port: number | null
  security: 'tls' | 'starttls' | 'none' | null
  username: string | null
  from_address: string | null
  from_name: string | null
  url: string | null
  method: 'GET' | 'POST' | 'PUT' | null
  headers: { name: string; value: string }[] | null
  body_kind: 'json' | 'form' | 'none' | null
  body: string | null
  number_format: 'international' | 'digits' | 'national' | null
  success_status: string | null
  success_pointer: string | null
  success_value: string | null
  message_pointer: string | null
  timeout_seconds: number | null
  patterns: PatternRow[] | null
}

/** An entry with its password or key. */
export type OpenDriverRow = DriverRow & { secret: string | undefined }

type Place = Pick<DriverRow, 'id' | 'host' | 'url'>

/** The server to which a secret goes: at another one it cannot be opened, however the entry came to name it. */
export function serverOf({ host, url }: Pick<Place, 'host' | 'url'>): string {
  if (host) return host.toLowerCase()
  const start = (url ?? '').replace(/\{.*$/s, '')
  return URL.canParse(start) ? new URL(start).origin : ''
}

const placeOf = (row: Place) => `driver ${row.id} ${serverOf(row)}`

export async function storeSecret(trx: Trx, { secret: ownSecret }: { secret: string }, row: Place, secret: string): Promise<void> {
  const sealed = sealText(deriveKey(ownSecret, 'drivers'), placeOf(row), secret)
  await sql`insert into pishkhan.driver_secrets (driver_id, sealed) values (${row.id}, ${sealed})
    on conflict (driver_id) do update set sealed = excluded.sealed`.execute(trx)
}

export async function removeSecret(trx: Trx, id: number): Promise<void> {
  await sql`delete from pishkhan.driver_secrets where driver_id = ${id}`.execute(trx)
}

type StoredRow = DriverRow & { sealed: string | null }

function opened({ secret: ownSecret }: { secret: string }, { sealed, ...row }: StoredRow): OpenDriverRow {
  const id = Number(row.id)
  const secret = sealed === null ? undefined : openText(deriveKey(ownSecret, 'drivers'), placeOf({ ...row, id }), sealed)
  const numberOf = (value: number | null) => (value === null ? null : Number(value))
  return { ...row, id, port: numberOf(row.port), timeout_seconds: numberOf(row.timeout_seconds), secret }
}

/** The entry of an id with its secret, also in the trash. */
export async function readEntry(trx: Trx, config: { secret: string }, id: number): Promise<OpenDriverRow | undefined> {
  const { rows } = await sql<StoredRow>`select d.*, s.sealed from data.notifier_driver d
    left join pishkhan.driver_secrets s on s.driver_id = d.id where d.id = ${id}`.execute(trx)
  return rows[0] && opened(config, rows[0])
}

/** What was read last, for each server of this process. */
const cached = new WeakMap<object, { stamp: string; entries: readonly OpenDriverRow[] }>()

/** Entries outside the trash, those that are tried first at the front. They are kept until any process changes one of them. */
export async function readEntries(trx: Trx, registry: DocumentRegistry, config: { secret: string }): Promise<readonly OpenDriverRow[]> {
  if (!registry.entities.has(driverEntity)) return []
  // Every transaction that writes a row gives it another xmin.
  const { rows: stamps } = await sql<{ stamp: string | null }>`
    select string_agg(concat_ws(' ', d.id, d.xmin::text, s.xmin::text), ',' order by d.id) as stamp
    from data.notifier_driver d left join pishkhan.driver_secrets s on s.driver_id = d.id where d.deleted_at is null`.execute(trx)
  const stamp = stamps[0]?.stamp ?? ''
  const known = cached.get(config)
  if (known?.stamp === stamp) return known.entries
  const { rows } = await sql<StoredRow>`select d.*, s.sealed from data.notifier_driver d
    left join pishkhan.driver_secrets s on s.driver_id = d.id
    where d.deleted_at is null order by d.priority, d.id`.execute(trx)
  const entries = rows.map((row) => opened(config, row))
  cached.set(config, { stamp, entries })
  return entries
}

/** Kinds that are turned on. Before there are any entries everything is. */
export async function kindsOn(trx: Trx, registry: DocumentRegistry, config: { secret: string }): Promise<ReadonlySet<DriverKind>> {
  const entries = await readEntries(trx, registry, config)
  return new Set(entries.length === 0 ? driverKinds : entries.filter(({ active }) => active).map(({ kind }) => kind))
}
