import { sql } from 'kysely'
import { isEmail } from '#schemas/rules/validation/rule-checks.ts'
import { internationalMobile } from '#schemas/rules/values/phone.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { Trx } from '#server/database/database.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { UnmanagedHandler, UnmanagedContext } from '#server/feature.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import type { Channel } from '#server/messages/channels.ts'
import { DeliveryError, type RenderedMessage } from '#server/messages/drivers/driver.ts'
import { driverEntity, readEntry, type DriverKind, type OpenDriverRow } from '#server/messages/drivers/entries.ts'
import { browsersOf, readSubscriptions, removeSubscriptions } from '#server/messages/push-subscriptions.ts'
import { driverOf } from '#server/messages/read-drivers.ts'
import { renderMessage } from '#server/messages/render-message.ts'
import { writeAudit } from '#server/model/model.ts'
import { notificationsTopic } from '#server/model/notifications/store-notice.ts'
import { raiseTopic } from '#server/live/topics.ts'
import { moduleText } from '#server/module-text.ts'
import { countUse, tooManyRequests } from '#server/plugins/rate-limit.ts'

const say = moduleText('notifier')
const minuteMs = 60_000
const testTemplate = 'notifier/driver_test'

type Context = UnmanagedContext<unknown, { id: number; to?: string | null }>

const channelOf: Partial<Record<DriverKind, Channel>> = { email: 'mail', sms: 'sms', pattern_sms: 'pattern-sms' }

/** What is sent, and by which entry. */
interface Prepared {
  entry: OpenDriverRow
  message: RenderedMessage
}

/** Sends a test message outside of any transaction, and writes down how it went. */
export const testDriver: UnmanagedHandler<'notifier-driver-test'> = {
  unmanaged: async (context) => {
    const { database } = context
    const prepared = await database.transaction((trx) => prepare(context, trx))
    const fault = await deliver(context, prepared)
    const after = { result: fault?.code ?? 'sent' }
    await database.transaction((trx) =>
      writeAudit({ ...context, trx }, { entity: driverEntity, recordId: prepared.entry.id, action: 'driver-test', after }),
    )
    const reason = fault ? say(context, `reason.${fault.code}`) : null
    return { results: { sent: !fault, code: fault?.code ?? null, reason, detail: fault?.message || null } }
  },
}

async function deliver(context: Context, prepared: Prepared): Promise<DeliveryError | undefined> {
  const { database, config } = context
  const { entry, message } = prepared
  try {
    await (entry.kind === 'browser'
      ? sendToBrowsers(context, prepared)
      : entry.kind === 'database'
        ? database.transaction((trx) => tell(context, trx, prepared))
        : driverOf(entry, config)(message))
    return undefined
  } catch (fault) {
    if (fault instanceof DeliveryError) return fault
    throw fault
  }
}

/**
 * Sends to each browser in which whoever tests allows notices; those that are gone are removed.
 * @throws `DeliveryError` where none takes it
 */
async function sendToBrowsers(context: Context, { entry, message }: Prepared): Promise<void> {
  const { database, config } = context
  const subscriptions = await database.read(async (trx) => {
    const browsers = await browsersOf({ ...context, trx }, context.caller.user!.id)
    return readSubscriptions(
      { ...context, trx },
      browsers.map(({ id }) => id),
    )
  })
  const send = driverOf(entry, config)
  const gone: number[] = []
  let fault: DeliveryError | undefined
  let isSent = false
  for (const [id, subscription] of subscriptions)
    try {
      await send({ ...message, push: { subscription, link: '/profile/notifications' } })
      isSent = true
    } catch (thrown) {
      if (!(thrown instanceof DeliveryError)) throw thrown
      if (thrown.code === 'gone') gone.push(id)
      fault = thrown
    }
  await database.transaction((trx) => removeSubscriptions(trx, gone))
  if (!isSent) throw fault ?? new DeliveryError('no-browser')
}

/** Puts the message behind the bell of whoever tests. */
async function tell({ caller, now }: Context, trx: Trx, { entry, message: { locale, subject, text } }: Prepared): Promise<void> {
  const userId = caller.user!.id
  const texts = JSON.stringify({ [locale]: { title: subject, text } })
  await sql`with told as (
      insert into pishkhan.notices (name, grp, icon, texts, entity, record_id, created_at)
      values (${testTemplate}, 'notifier', 'bell', ${texts}::text::jsonb, ${driverEntity}, ${entry.id}, ${now}) returning id)
    insert into pishkhan.notifications (notice_id, user_id, created_at) select id, ${userId}::bigint, ${now} from told`.execute(trx)
  await raiseTopic(trx, notificationsTopic, [userId])
}

/** @throws `too-many-requests`, `not-found`, `precondition-failed` before it is configured, a 422 at `to` */
async function prepare(context: Context, trx: Trx): Promise<Prepared> {
  const { caller, registry, config, now, payload } = context
  const waitMs = await countUse(trx, [{ key: `driver-test:${caller.user!.id}`, limit: 10, windowMs: 10 * minuteMs }], now)
  if (waitMs > 0) throw tooManyRequests(waitMs)
  const entry = await readEntry(trx, config, payload.id)
  if (!entry) throw new ApiError('not-found')
  if (!entry.configured) throw new ApiError('precondition-failed', { userMessage: say(context, 'not_configured') })
  const { site_title: site } = await readSiteSettings({ trx, registry, caller, config })
  const template = entry.kind === 'pattern_sms' ? (entry.patterns?.[0]?.template ?? testTemplate) : testTemplate
  const to = recipientOf(context, entry.kind)
  const key = `test-${entry.id}-${now.getTime()}`
  const message = { key, to, template, locale: caller.locale, site, values: sampleValues(context, template) }
  return { entry, message: renderMessage(registry, channelOf[entry.kind] ?? 'mail', message) }
}

/** Something for each insertion of a message. */
function sampleValues({ registry, caller }: Context, template: string): Record<string, string> {
  const [module = '', name = ''] = template.split('/')
  const texts = ['sms', 'text'].map((part) => registry.message(module, caller.locale, `messages.${name}.${part}`))
  const names = pathsIn(texts.join(' ')).filter((each) => each !== 'site')
  return Object.fromEntries(names.map((each) => [each, sampleOf(each)]))
}

const sampleOf = (name: string): string => (name === 'code' ? '123456' : name === 'minutes' ? '2' : name)

function recipientOf(context: Context, kind: DriverKind): string {
  const to = (context.payload.to ?? '').trim()
  if (kind === 'email') {
    if (!isEmail(to)) throw validationError({ to: [say(context, 'to_no_mail')] })
    return to
  }
  if (kind !== 'sms' && kind !== 'pattern_sms') return ''
  const number = internationalMobile(to)
  if (number === undefined) throw validationError({ to: [say(context, 'to_no_number')] })
  return number
}
