import { openValues } from '#server/messages/send-message.ts'
import type { TestServer } from '#tests/helpers/server.ts'

export interface SentMessage {
  channel: string
  recipient: string
  template: string
  values: Readonly<Record<string, string | number>> | undefined
}

/** What was queued for an address, the last first. */
export async function sentTo({ database, config }: TestServer, recipient: string): Promise<SentMessage[]> {
  const rows = await database.read((trx) =>
    trx
      .selectFrom('pishkhan.outbox')
      .select(['channel', 'recipient', 'template', 'sealed'])
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .execute(),
  )
  return rows.map(({ channel, template, sealed }) => ({
    channel: channel as string,
    recipient,
    template: template as string,
    values: openValues(config, recipient, sealed as string | null),
  }))
}

/** The code that was sent to an address last. */
export const lastCode = async (server: TestServer, recipient: string): Promise<string> =>
  String((await sentTo(server, recipient))[0]?.values?.code)
