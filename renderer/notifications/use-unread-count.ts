import { useEffect } from 'react'
import { mutate } from 'swr'
import { followTopic } from '#renderer/api/live/follow-topic.ts'
import { callKey, useCall } from '#renderer/api/use-call.ts'

const countCall = 'user-notification-count'
const pollMs = 300_000

/**
 * How many notifications are unread: asked for when there are new ones, every five minutes, when the window is looked at again, and by
 * `countAgain`.
 */
export function useUnreadCount(): number {
  const { data } = useCall<{ count: number }>(countCall, {}, { background: true, refreshInterval: pollMs, keepPreviousData: true })
  useEffect(() => followTopic('notifications', countAgain), [])
  return data?.results.count ?? 0
}

/** Asks for the count at once. */
export const countAgain = (): void => void mutate(callKey(countCall))
