import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Shortest time between two looks, in seconds. */
export const leastEvery = 5

interface AutoRefresh {
  everySeconds: number | undefined
  list: RefObject<HTMLElement | null>
  /** Whether rows must stay as they are: some are selected, edited or moved. */
  held: boolean
  look: () => void
  /** Called without a network: the rows cannot be refreshed. */
  miss: () => void
}

/** Whether the user is working inside the list: types, has a menu open, or holds the pointer down. */
const isAtWork = (list: HTMLElement): boolean => {
  const { activeElement } = document
  const isTyping =
    activeElement !== null &&
    list.contains(activeElement) &&
    activeElement.closest('tbody') !== null &&
    activeElement.matches('input:not([type=checkbox]), select, textarea, [contenteditable]')
  return (
    isTyping ||
    list.querySelector('[aria-expanded="true"]:not(tr, [data-part=expand]), [data-editing], [data-lifted]') !== null ||
    document.documentElement.hasAttribute('data-resizing')
  )
}

/**
 * Looks again every so many seconds while the page is seen and the network is there, and at once when either returns after
 * longer than that.
 */
export function useAutoRefresh({ everySeconds, list, held, look, miss }: AutoRefresh): void {
  const onTurn = useEffectEvent(() => {
    if (!navigator.onLine) miss()
    else if (list.current && !held && !isAtWork(list.current)) look()
  })
  const isOn = everySeconds !== undefined && Number.isFinite(everySeconds)
  const everyMs = Math.max(leastEvery, everySeconds ?? 0) * 1000
  useEffect(() => {
    if (!isOn) return
    let lastAt = Date.now()
    let timer: ReturnType<typeof setInterval> | undefined
    const turn = () => {
      lastAt = Date.now()
      onTurn()
    }
    const start = () => {
      clearInterval(timer)
      timer = undefined
      if (document.hidden) return
      if (Date.now() - lastAt >= everyMs) turn()
      timer = setInterval(turn, everyMs)
    }
    start()
    document.addEventListener('visibilitychange', start)
    window.addEventListener('online', turn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', start)
      window.removeEventListener('online', turn)
    }
  }, [isOn, everyMs])
}
