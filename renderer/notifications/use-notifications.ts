import { useEffect, useEffectEvent, useState } from 'react'
import { asFailure, isCancelled, type CallFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { countAgain } from './use-unread-count.ts'
import type { Notification, NotificationFilter } from './notification-types.ts'

const listCall = 'user-notification-list'

interface Listed {
  filter: NotificationFilter
  items: readonly Notification[]
  /** Parameters of the next page; null after the last one. */
  next: Record<string, string> | null
}

const firstPage = (filter: NotificationFilter): Record<string, string> => ({ ...(filter === 'unread' && { unread: '1' }), page: '1' })

/**
 * Notifications as they are read page by page. What was listed counts as read; it stays in the list as it was, until the list is
 * opened anew.
 */
export function useNotifications(filter: NotificationFilter) {
  const [listed, setListed] = useState<Listed>()
  const [failed, setFailed] = useState<{ filter: NotificationFilter; failure: CallFailure }>()
  const [goesOn, setGoesOn] = useState(false)
  const failure = failed?.filter === filter ? failed.failure : undefined
  const shown = listed?.filter === filter ? listed : undefined

  async function read(params: Record<string, string>, before: readonly Notification[], isWanted: () => boolean): Promise<void> {
    try {
      const { results, metadata } = await callNamed<Notification[]>(listCall, { params, background: true })
      if (!isWanted()) return
      setFailed(undefined)
      setListed({ filter, items: [...before, ...results], next: paramsOf(metadata.next_page_url) })
      const unread = results.filter(({ read_at: at }) => at === null).map(({ id }) => id)
      if (unread.length > 0) await markRead({ ids: unread })
    } catch (error) {
      if (!isWanted() || isCancelled(error)) return
      const failure = asFailure(error, listCall)
      showFailure(failure)
      setFailed({ filter, failure })
    } finally {
      setGoesOn(false)
    }
  }
  const begin = useEffectEvent((isWanted: () => boolean) => read(firstPage(filter), [], isWanted))
  useEffect(() => {
    let wanted = true
    void Promise.resolve().then(() => begin(() => wanted))
    return () => {
      wanted = false
    }
  }, [filter])

  return {
    items: shown?.items,
    failure,
    busy: goesOn || (!shown && !failure),
    hasMore: shown?.next != null,
    more: () => {
      if (!shown?.next || goesOn) return
      setGoesOn(true)
      void read(shown.next, shown.items, () => true)
    },
    again: () => {
      setFailed(undefined)
      void read(firstPage(filter), [], () => true)
    },
    markAll: async () => {
      try {
        await markRead({ all: true })
      } catch (error) {
        if (!isCancelled(error)) showFailure(asFailure(error, 'user-notification-read'))
        return
      }
      countAgain()
      const at = new Date().toISOString()
      setListed((now) => now && { ...now, items: now.items.map((item) => ({ ...item, read_at: item.read_at ?? at })) })
    },
  }
}

const markRead = (payload: { ids: number[] } | { all: true }) =>
  callNamed('user-notification-read', { method: 'POST', payload, background: true })

function paramsOf(url: unknown): Record<string, string> | null {
  return typeof url === 'string' ? Object.fromEntries(new URL(url, location.origin).searchParams) : null
}
