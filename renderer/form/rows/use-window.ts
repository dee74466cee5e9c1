import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn beyond what is in view, on either side. */
const margin = 6

export interface Window {
  scroller: RefObject<HTMLDivElement | null>
  /** First row drawn, and the one after the last. */
  first: number
  end: number
  /** Scrolls so that a row is in view, below the heading that stays on top. */
  show: (index: number) => void
  onScroll: () => void
}

/**
 * Which of many rows of one height are drawn: those in view and a few around them; all while the page is printed or searched. `pinned`:
 * lines that are always in sight, the heading among them.
 */
export function useWindow(count: number, rowHeight: number, pinned = 1): Window {
  const scroller = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ first: 0, end: 2 * margin + 8 })
  const [isWhole, setWhole] = useState(false)

  const onScroll = useCallback((): void => {
    const box = scroller.current
    if (!box) return
    const first = Math.max(0, Math.floor(box.scrollTop / rowHeight) - margin)
    const end = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + margin
    setRange((before) => (before.first === first && before.end === end ? before : { first, end }))
  }, [rowHeight])

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const resized = new ResizeObserver(onScroll)
    resized.observe(box)
    return () => resized.disconnect()
  }, [onScroll])

  useEffect(() => {
    const drawAll = () => flushSync(() => setWhole(true))
    const drawSome = () => setWhole(false)
    // The browser finds only what is drawn.
    const find = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyF') drawAll()
    }
    window.addEventListener('beforeprint', drawAll)
    window.addEventListener('afterprint', drawSome)
    window.addEventListener('keydown', find)
    return () => {
      window.removeEventListener('beforeprint', drawAll)
      window.removeEventListener('afterprint', drawSome)
      window.removeEventListener('keydown', find)
    }
  }, [])

  const show = useCallback(
    (index: number): void => {
      const box = scroller.current
      if (!box) return
      const top = index * rowHeight
      const room = box.clientHeight - pinned * rowHeight
      if (top < box.scrollTop) box.scrollTop = top
      else if (top + rowHeight > box.scrollTop + room) box.scrollTop = top + rowHeight - room
      onScroll()
    },
    [rowHeight, pinned, onScroll],
  )

  return {
    scroller,
    first: isWhole ? 0 : Math.min(range.first, Math.max(0, count - 1)),
    end: isWhole ? count : Math.min(count, range.end),
    show,
    onScroll,
  }
}
