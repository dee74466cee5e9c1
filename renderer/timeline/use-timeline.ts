import { useEffect } from 'react'
import useSWRInfinite from 'swr/infinite'
import { callNamed } from '#renderer/api/call.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { callKey, type CallKey } from '#renderer/api/use-call.ts'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import type { TimelineOrder, TimelinePage } from './timeline-types.ts'

/** Pages of a record's timeline, one after another; a refresh reads those again that are shown. */
export function useTimeline(model: string, record: string, kinds: string | undefined, order: TimelineOrder | undefined) {
  const locale = useActiveLocale((state) => state.locale)
  const keyOf = (index: number, before: TimelinePage | null): CallKey | null => {
    const cursor = before?.metadata.cursor
    if (index > 0 && !cursor) return null
    return callKey('timeline', { model, id: record, kinds, order, ...(index > 0 && { cursor }) }, {}, locale)
  }
  const pages = useSWRInfinite<TimelinePage, CallFailure>(
    keyOf,
    ([name, params]: CallKey) =>
      callNamed(name, { params: JSON.parse(params) as Record<string, unknown> }) as Promise<unknown> as Promise<TimelinePage>,
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateFirstPage: false, shouldRetryOnError: false },
  )
  const { mutate } = pages
  useEffect(() => subscribeRefresh('screen', () => void mutate()), [mutate])
  useEffect(
    () =>
      subscribeRefresh('row', ({ id }) => {
        if (id === undefined || String(id) === record) void mutate()
      }),
    [mutate, record],
  )
  return pages
}
