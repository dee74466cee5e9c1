import { channelsOf } from '#schemas/rules/notification-channels.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { textKey } from '#schemas/rules/text/text-key.ts'
import type { EntityDocument, NotificationDocument } from '#schemas/types/contract.d.ts'
import { at, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'

const prefix = 'record.'

/** Warns of personal data in what a notification sends out of the panel. */
export function checkChannels(
  document: CheckedDocument,
  notification: NotificationDocument,
  entity: EntityDocument,
  locales: readonly CheckedDocument[],
): void {
  const outside = channelsOf(notification).filter((channel) => channel !== 'database')
  if (outside.length === 0) return
  for (const part of ['title', 'text'] as const) {
    const paths = textsOf(document, notification[part], locales).flatMap(pathsIn)
    for (const path of new Set(paths.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length))))
      if (document.scope.field(entity, path).found?.private === true)
        warn(
          document,
          at('', part),
          `"${path}" is personal data, and is sent by ${outside.join(', ')}: whoever carries the message reads it`,
        )
  }
}

/** A text as it is written, in every locale where it is named by a key. */
function textsOf(document: CheckedDocument, text: string | undefined, locales: readonly CheckedDocument[]): string[] {
  if (text === undefined) return []
  const named = textKey(text)
  if (named === undefined) return [text]
  return locales
    .filter(({ scope }) => scope.name === (named.module ?? document.scope.name))
    .map(({ source }) => (source.value as Record<string, unknown>)[named.key])
    .filter((each) => typeof each === 'string')
}
