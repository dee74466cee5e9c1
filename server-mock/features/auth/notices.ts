import { sql } from 'kysely'
import { formatDateTime } from '#schemas/rules/calendar/calendar.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { CallContext, Job } from '#server/feature.ts'
import { systemCaller, type ModelContext } from '#server/model/context.ts'
import { tellUser, type NoticeReader } from '#server/model/notifications/tell-user.ts'
import { agentNames } from './agent-names.ts'

/** What is told to whoever an account belongs to, with the values that its texts insert. */
export const securityEvents = {
  'new-device': ['at', 'by', 'device'],
  'password-changed': ['at', 'by'],
  'second-factor-off': ['at', 'by'],
  'passkey-added': ['at', 'by', 'passkey'],
  'passkey-removed': ['at', 'by', 'passkey'],
  'sign-in-paused': ['at', 'by'],
  'mail-changed': ['at', 'by', 'address'],
  'mobile-changed': ['at', 'by', 'address'],
} as const satisfies Record<string, readonly string[]>

type SecurityEvent = keyof typeof securityEvents

/** Where it was done, and by whom; somebody else's device is told to nobody. */
export interface SecurityDeed {
  user: number
  ip: string
  userAgent: string
  isOwn: boolean
  /** The new mail address or mobile number, or that there is none any more. */
  address?: string | null
  /** Name of the passkey that was added or removed. */
  passkey?: string
  formerMail?: string | null
}

/** Who signs in, or calls, as far as telling him needs it. */
type Telling = Pick<CallContext, 'registry' | 'now' | 'config'> & Pick<ModelContext, 'trx' | 'wakeTasks'>

/** Tells the owner of an account what was done to it: when, from where, and what to do if it was not he. */
export const tellOwner = (context: Telling, event: SecurityEvent, deed: SecurityDeed): Promise<void> =>
  tellUser({ ...context, caller: systemCaller(context.config.defaultLocale) }, `auth/${event}`, {
    user: deed.user,
    values: (reader) => valuesOf(context.registry, context.now, deed, reader),
    formerMail: deed.formerMail,
  })

function valuesOf(registry: DocumentRegistry, now: Date, deed: SecurityDeed, { locale, timezone }: NoticeReader): Record<string, string> {
  const say = (key: string, values?: Record<string, unknown>) => registry.message('auth', locale, key, values)
  const { browser, os } = agentNames(deed.userAgent)
  const device = [browser, os].filter(Boolean).join(' – ') || say('notice.device_unknown')
  return {
    at: formatDateTime(now, { locale, timeZone: timezone }),
    by: deed.isOwn ? say('notice.by_device', { device, ip: deed.ip }) : say('notice.by_other'),
    device,
    passkey: deed.passkey ?? '',
    address: deed.address ? masked(deed.address) : say('notice.no_address'),
  }
}

/** `s•••@example.com`, `•••4567`: whoever reads the old mailbox learns no new address. */
const masked = (address: string): string =>
  address.includes('@') ? `${address.slice(0, 1)}•••${address.slice(address.indexOf('@'))}` : `•••${address.slice(-4)}`

/** Tells of a mail address and a mobile number that are others than before; also where mail went until now. */
export async function tellOfAddresses(
  context: Telling,
  deed: Omit<SecurityDeed, 'address' | 'formerMail'>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const addressOf = (row: Readonly<Record<string, unknown>>, field: string) => (typeof row[field] === 'string' && row[field]) || null
  const [oldMail, newMail] = [addressOf(before, 'email'), addressOf(after, 'email')]
  if (oldMail !== newMail) await tellOwner(context, 'mail-changed', { ...deed, address: newMail, formerMail: oldMail })
  const mobile = addressOf(after, 'mobile')
  if (addressOf(before, 'mobile') !== mobile) await tellOwner(context, 'mobile-changed', { ...deed, address: mobile })
}

/** Whether a user who has signed in before does so with a browser and a system that he has not used in the last year. */
export async function isNewDevice({ trx }: Pick<CallContext, 'trx'>, user: number, userAgent: string): Promise<boolean> {
  const { browser, os } = agentNames(userAgent)
  const name = browser?.replace(/ \d+$/, '') ?? null
  const { rows } = await sql<{ known: boolean }>`
    select regexp_replace(browser, ' [0-9]+$', '') is not distinct from ${name}::text and os is not distinct from ${os}::text as known
    from data.login_entry where user_id = ${user} and status = 'successful' group by 1`.execute(trx)
  return rows.length > 0 && !rows.some(({ known }) => known)
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Tells those at whose accounts so many wrong attempts were made that the next ones have to wait, once a day. Not in the attempt itself:
 * its answer takes as long whether or not there is such an account.
 */
export const tellOfPausesJob: Job = {
  name: 'tell-of-paused-sign-ins',
  everyMs: minuteMs,
  run: async (trx, registry, now, config) => {
    const { rows } = await sql<{ user_id: number; ip: string | null; agent: string | null }>`
      select distinct on (e.user_id) e.user_id, e.ip, e.agent from data.login_entry e
      where e.reason = 'too-many-requests' and e.user_id is not null and e.created_at > ${new Date(now.getTime() - 5 * minuteMs)}
        and not exists (select 1 from pishkhan.notices c join pishkhan.notifications n on n.notice_id = c.id
          where n.user_id = e.user_id and c.name = 'auth/sign-in-paused' and c.created_at > ${new Date(now.getTime() - dayMs)})
      order by e.user_id, e.created_at desc`.execute(trx)
    for (const { user_id: user, ip, agent } of rows)
      await tellOwner({ trx, registry, now, config }, 'sign-in-paused', {
        user: Number(user),
        ip: ip ?? '',
        userAgent: agent ?? '',
        isOwn: true,
      })
  },
}
