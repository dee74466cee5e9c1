import { notify, type Notice } from '#server/database/connection/notices.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'

/** Something of which open panels are told as it happens. */
export interface LiveTopic {
  /** Module that has to be on. */
  module: string
  /** Who may follow it: a permission, or `user`. */
  access: string
  /** Entities of which every written record is news for all who follow the topic. */
  entities?: (registry: DocumentRegistry) => Iterable<string>
}

/** News of a topic, for these users or for all who follow it. It says that there is something new, never what: readers ask for that. */
export interface TopicNews {
  topic: string
  users?: readonly number[]
}

const prefix = 'topic '
/** More names do not fit in one message of PostgreSQL, which has at most 8000 bytes. */
const mostUsers = 400

/** Tells the followers of a topic, in every process, once the transaction is committed. */
export async function raiseTopic(trx: Trx, topic: string, users?: readonly number[]): Promise<void> {
  await notify(trx, `${prefix}${JSON.stringify({ topic, ...(users && users.length <= mostUsers && { users }) } satisfies TopicNews)}`)
}

export const readTopicNotice = (notice: Notice): TopicNews => JSON.parse(notice.slice(prefix.length)) as TopicNews
