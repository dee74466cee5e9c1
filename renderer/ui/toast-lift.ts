import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** What stands at the foot of something and must stay in reach: save bars, the buttons of dialogs, the pages of a list. */
export const barSelector = '[data-bar]'

const marginPx = 16
const gapPx = 8
const lookAgainMs = 120

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** How far above the bottom of the window a column of toasts stands clear of all bars; a bar beside it counts for nothing. */
export function liftOver(
  bars: readonly Box[],
  { left, right, height }: { left: number; right: number; height: number },
  windowHeight: number,
): number {
  let lift = marginPx
  for (const bar of [...bars].sort((a, b) => b.bottom - a.bottom)) {
    const [top, bottom] = [windowHeight - lift - height, windowHeight - lift]
    if (bar.right > left && bar.left < right && bar.bottom > top && bar.top < bottom) lift = windowHeight - bar.top + gapPx
  }
  return Math.max(marginPx, Math.min(lift, windowHeight - height - marginPx))
}

/** Keeps toasts clear of the bars as long as there are any. They rise when a bar comes, and sink no sooner than all are gone. */
export function useToastLift(host: RefObject<HTMLElement | null>, count: number): void {
  const lift = useRef(0)
  const place = (): void => {
    const element = host.current
    if (!element) return
    const bars = [...document.querySelectorAll(barSelector)]
      .filter((bar) => !element.contains(bar))
      .map((bar) => bar.getBoundingClientRect())
      .filter(({ height }) => height > 0)
    lift.current = Math.max(lift.current, liftOver(bars, element.getBoundingClientRect(), window.innerHeight))
    element.style.setProperty('--pk-lift', `${lift.current}px`)
  }
  useLayoutEffect(() => {
    if (count > 0) place()
    else lift.current = 0
  })
  useEffect(() => {
    if (count === 0) return
    const timer = setInterval(place, lookAgainMs)
    return () => clearInterval(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reads the page and refs alone
  }, [count])
}
