import { channelsOf, choiceOf, type ChannelChoice } from '#schemas/rules/notification-channels.ts'
import { localiseText } from '#server/documents/localise.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'
import type { NotificationDocument } from '#schemas/types/contract.d.ts'

/** What notifications belong to in everybody's choices. */
export interface NotificationGroup {
  key: string
  module: string
  title: string
  /** All of them are required: nobody can turn the group off. */
  isRequired: boolean
  /** By what its notifications are told. */
  channels: ReadonlySet<ChannelChoice>
}

const textOf = (registry: DocumentRegistry, { module, document }: Owned<NotificationDocument>): string =>
  document.group ?? registry.modules.get(module)!.module.title

/** Key of the group of a notification: `library/$loans`. */
export const groupKey = (registry: DocumentRegistry, owned: Owned<NotificationDocument>): string =>
  `${owned.module}/${textOf(registry, owned)}`

/** The groups of all that is published, in the order of the modules. */
export function groupsIn(registry: DocumentRegistry, locale: string): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>()
  for (const owned of [...registry.notifications.values()].flat()) {
    const key = groupKey(registry, owned)
    const isRequired = owned.document.required === true && groups.get(key)?.isRequired !== false
    const channels = new Set([...(groups.get(key)?.channels ?? []), ...channelsOf(owned.document).map(choiceOf)])
    const title = localiseText(registry, owned.module, locale, textOf(registry, owned))
    groups.set(key, { key, module: owned.module, title, isRequired, channels })
  }
  const order = [...registry.modules.keys()]
  return [...groups.values()].sort((a, b) => order.indexOf(a.module) - order.indexOf(b.module))
}
