import { sql } from 'kysely'
import { channelChoices, choiceOf, type ChannelChoice } from '#schemas/rules/notification-channels.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { channelsOffered } from '#server/messages/channels.ts'
import { browsersOf } from '#server/messages/push-subscriptions.ts'
import { addressColumns } from '#server/model/notifications/queue-notice.ts'
import { groupsIn } from '#server/model/notifications/groups.ts'
import { moduleText } from '#server/module-text.ts'

const say = moduleText('notifier')

/** Ways by which the caller can be told: what is offered, and for which he has an address. */
async function ownWays(context: CallContext): Promise<ReadonlySet<ChannelChoice>> {
  const { trx, caller } = context
  const addresses = await trx.selectFrom('data.user').select(['email', 'mobile']).where('id', '=', caller.user!.id).executeTakeFirst()
  const hasBrowser = (await browsersOf(context, caller.user!.id)).length > 0
  const reaching = (await channelsOffered(context)).filter((channel) =>
    channel === 'browser' ? hasBrowser : Boolean(addresses?.[addressColumns[channel]]),
  )
  return new Set(['database', ...reaching.map(choiceOf)])
}

async function ownChoices(context: CallContext) {
  const { trx, caller, registry } = context
  const { rows } = await sql<{ grp: string; channel: string; is_on: boolean }>`
    select grp, channel, is_on from pishkhan.notification_choices where user_id = ${caller.user!.id}`.execute(trx)
  const chosen = new Map(rows.map(({ grp, channel, is_on: isOn }) => [`${grp} ${channel}`, isOn]))
  const ways = await ownWays(context)
  return groupsIn(registry, caller.locale).map(({ key, title, isRequired, channels }) => ({
    key,
    title,
    required: isRequired,
    channels: Object.fromEntries(
      channelChoices
        .filter((choice) => ways.has(choice) && channels.has(choice))
        .map((choice) => [choice, isRequired || (chosen.get(`${key} ${choice}`) ?? true)]),
    ),
  }))
}

export const myNotifications: Handler<'my-notifications'> = async (context) => ({ results: await ownChoices(context) })

export const manageNotifications: Handler<'user-notification-manage'> = async (context) => {
  const { trx, caller, registry, payload } = context
  const groups = new Map(groupsIn(registry, caller.locale).map((group) => [group.key, group]))
  const ways = await ownWays(context)
  for (const { key, channels: wanted } of payload.choices)
    for (const [channel, isOn] of Object.entries(wanted)) {
      const group = groups.get(key)
      const choice = channelChoices.find((each) => each === channel)
      const refuse = (text: string, values: Record<string, unknown> = {}) => validationError({ choices: [say(context, text, values)] })
      if (!group) throw refuse('group_unknown', { key })
      if (!choice || !group.channels.has(choice)) throw refuse('channel_unknown', { channel })
      if (!ways.has(choice)) throw refuse('channel_unreachable', { channel: say(context, `channel.${choice}`) })
      if (group.isRequired && !isOn) throw refuse('group_required')
      await sql`insert into pishkhan.notification_choices (user_id, grp, channel, is_on) values (${caller.user!.id}, ${key}, ${choice}, ${isOn})
        on conflict (user_id, grp, channel) do update set is_on = excluded.is_on`.execute(trx)
    }
  return { results: await ownChoices(context) }
}
