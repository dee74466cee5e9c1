import { sql } from 'kysely'
import { validationError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { channelsOffered } from '#server/messages/channels.ts'
import { moduleText } from '#server/module-text.ts'
import { isTimezone } from '#server/plugins/request-locale.ts'
import { nextDue } from './next-due.ts'

const say = moduleText('notifier')
/** Proposed to whoever has not chosen an hour. */
const usualHour = 8

interface Owner {
  email: string | null
  timezone: string | null
}

async function readOwner({ trx, caller }: CallContext): Promise<Owner> {
  const { rows } = await sql<Owner>`select email, preferences->>'timezone' as timezone from data."user"
    where id = ${caller.user!.id}`.execute(trx)
  return rows[0]!
}

/** His own zone, else that of the browser. */
const zoneOf = ({ caller }: CallContext, { timezone }: Owner): string => (timezone && isTimezone(timezone) ? timezone : caller.timezone)

async function stateOf(context: CallContext, owner: Owner) {
  const { trx, caller } = context
  const { rows } = await sql<{ hour: number }>`select hour from pishkhan.digests where user_id = ${caller.user!.id}`.execute(trx)
  return {
    available: (await channelsOffered(context)).includes('mail'),
    address: owner.email || null,
    on: rows.length > 0,
    hour: rows[0]?.hour ?? usualHour,
    timezone: zoneOf(context, owner),
  }
}

const read: Handler<'my-digest'> = async (context) => ({ results: await stateOf(context, await readOwner(context)) })

/** @throws a 422 at `on` without a mail address, and where no mail is sent */
const save: Handler<'my-digest-save'> = async (context) => {
  const { trx, caller, payload, now } = context
  const { on, hour } = payload
  const owner = await readOwner(context)
  const { available } = await stateOf(context, owner)
  if (on && !available) throw validationError({ on: [say(context, 'digest_no_driver')] })
  if (on && !owner.email) throw validationError({ on: [say(context, 'digest_no_address')] })
  const zone = zoneOf(context, owner)
  if (!on) await sql`delete from pishkhan.digests where user_id = ${caller.user!.id}`.execute(trx)
  else
    await sql`insert into pishkhan.digests (user_id, hour, timezone, told_until, due_at)
      values (${caller.user!.id}, ${hour}, ${zone}, ${now}, ${nextDue(now, hour, zone)})
      on conflict (user_id) do update set hour = excluded.hour, timezone = excluded.timezone, due_at = excluded.due_at`.execute(trx)
  return { results: await stateOf(context, owner) }
}

/** One mail a day with what the caller has not read, for who wants it. */
export const digestCalls: Handlers = { 'my-digest': read, 'my-digest-save': save }
