import { useEffect, useMemo } from 'react'
import { mutate } from 'swr'
import type { LayoutAnswer, LayoutMenuItem } from '#schemas/types/contract.d.ts'
import { followTopic } from '#renderer/api/live/follow-topic.ts'
import { callKey, useCall } from '#renderer/api/use-call.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { MenuCounts } from './sidebar-items.ts'

const call = 'menu-counts'
const pollMs = 300_000
/** Where records are written all the time, badges follow at this pace. */
const paceMs = 5000

/**
 * How many records the badges of the menu count: asked for when such records are written, and every five minutes. Nothing is asked where
 * no entry counts.
 */
export function useMenuCounts({ sidebar, sidebarSettings = [] }: Pick<LayoutAnswer, 'sidebar' | 'sidebarSettings'>): MenuCounts {
  const { formatNumber } = useLocale()
  const isCounting = useMemo(() => [...sidebar, ...sidebarSettings].some(counts), [sidebar, sidebarSettings])
  const { data } = useCall<{ id: string; count: number }[]>(call, isCounting ? {} : null, {
    background: true,
    refreshInterval: pollMs,
    keepPreviousData: true,
  })
  useEffect(
    () =>
      isCounting
        ? followTopic(
            call,
            atPace(() => void mutate(callKey(call))),
          )
        : undefined,
    [isCounting],
  )
  return useMemo(
    () => ({ counts: new Map((data?.results ?? []).map(({ id, count }) => [id, count])), format: formatNumber }),
    [data, formatNumber],
  )
}

const counts = ({ count, children = [] }: LayoutMenuItem): boolean => count !== undefined || children.some(counts)

/** At once, and at most once in a while afterwards: what comes in between is done at the end of the pause. */
function atPace(work: () => void): () => void {
  let last = -Infinity
  let waiting = false
  return () => {
    if (waiting) return
    const pause = last + paceMs - performance.now()
    waiting = true
    setTimeout(
      () => {
        waiting = false
        last = performance.now()
        work()
      },
      Math.max(0, pause),
    )
  }
}
