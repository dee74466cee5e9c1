import { useEffect, type RefObject } from 'react'

/** Marks an element with `data-more-start` and `data-more-end` while there is more to scroll to on that side of the line. */
export function useScrollEdges(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target.current
    if (!element) return undefined
    const mark = () => {
      const { before, after } = scrollEdges(element)
      element.toggleAttribute('data-more-start', before)
      element.toggleAttribute('data-more-end', after)
    }
    const observer = new ResizeObserver(mark)
    for (const one of [element, element.firstElementChild]) if (one) observer.observe(one)
    element.addEventListener('scroll', mark, { passive: true })
    mark()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [target])
}

/** Whether content is hidden before and after, in reading direction; one pixel of rounding is ignored. */
export function scrollEdges({ scrollLeft, scrollWidth, clientWidth }: Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>): {
  before: boolean
  after: boolean
} {
  // Right to left, browsers count from 0 downwards.
  const passed = Math.abs(scrollLeft)
  return { before: passed > 1, after: scrollWidth - clientWidth - passed > 1 }
}
