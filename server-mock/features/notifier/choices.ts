import { sql } from 'kysely'
import { validationError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { groupsIn } from '#server/model/notifications/groups.ts'
import { moduleText } from '#server/module-text.ts'

const say = moduleText('notifier')

/** How somebody can be told. */
const channels = ['database'] as const

async function ownChoices({ trx, caller, registry }: CallContext) {
  const { rows } = await sql<{ grp: string; channel: string; is_on: boolean }>`
    select grp, channel, is_on from pishkhan.notification_choices where user_id = ${caller.user!.id}`.execute(trx)
  const chosen = new Map(rows.map(({ grp, channel, is_on: isOn }) => [`${grp} ${channel}`, isOn]))
  return groupsIn(registry, caller.locale).map(({ key, title, isRequired }) => ({
    key,
    title,
    required: isRequired,
    channels: Object.fromEntries(channels.map((channel) => [channel, isRequired || (chosen.get(`${key} ${channel}`) ?? true)])),
  }))
}

export const myNotifications: Handler<'my-notifications'> = async (context) => ({ results: await ownChoices(context) })

export const manageNotifications: Handler<'user-notification-manage'> = async (context) => {
  const { trx, caller, registry, payload } = context
  const groups = new Map(groupsIn(registry, caller.locale).map((group) => [group.key, group]))
  for (const { key, channels: wanted } of payload.choices)
    for (const [channel, isOn] of Object.entries(wanted)) {
      const group = groups.get(key)
      const refuse = (text: string, values: Record<string, unknown> = {}) => validationError({ choices: [say(context, text, values)] })
      if (!group) throw refuse('group_unknown', { key })
      if (!(channels as readonly string[]).includes(channel)) throw refuse('channel_unknown', { channel })
      if (group.isRequired && !isOn) throw refuse('group_required')
      await sql`insert into pishkhan.notification_choices (user_id, grp, channel, is_on) values (${caller.user!.id}, ${key}, ${channel}, ${isOn})
        on conflict (user_id, grp, channel) do update set is_on = excluded.is_on`.execute(trx)
    }
  return { results: await ownChoices(context) }
}
