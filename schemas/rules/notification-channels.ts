import type { NotificationDocument } from '#schemas/types/contract.d.ts'

/** Ways in which a notification reaches somebody, as documents name them. */
export type NotificationChannel = NonNullable<NotificationDocument['channels']>[number]

/** What people choose between: a text message is one choice, whichever way it is sent. */
export const channelChoices = ['database', 'browser', 'mail', 'sms'] as const
export type ChannelChoice = (typeof channelChoices)[number]

export const channelsOf = ({ channels = ['database'] }: Pick<NotificationDocument, 'channels'>): readonly NotificationChannel[] => channels

export const choiceOf = (channel: NotificationChannel): ChannelChoice => (channel === 'pattern-sms' ? 'sms' : channel)
