import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { createRowHeights, spansOf, type Span } from './row-heights.ts'

/** Fewer rows than this are all drawn: windowing would cost more than it saves. */
const leastRows = 100
/** Lines drawn beyond the visible ones, and the step in which the window moves. */
const beyond = 16
const step = 4

export interface RowWindow {
  spans: Span[]
  /** Pixels that a run of lines takes. */
  heightOf: (span: Span) => number
  /** Draws the line of an index soon; `onShown` of the next drawing finds it. */
  show: (index: number) => void
}

/**
 * Which of many lines are drawn: the visible ones and some around them, and always those in `kept` (the tab stop). Lines
 * may have any height. All lines are drawn before the browser searches or prints the page.
 */
export function useRowWindow(body: RefObject<HTMLElement | null>, rows: readonly GridRow[] | null, kept: number): RowWindow {
  const count = rows?.length ?? 0
  const ids = useMemo(() => rows?.map((row) => String(row.id)) ?? [], [rows])
  const [heights] = useState(createRowHeights)
  const [view, setView] = useState({ first: 0, last: beyond + step })
  const listKey = `${count} ${ids[0] ?? ''}`
  const [wholeFor, setWholeFor] = useState<string | null>(null)
  const isWindowed = count > leastRows && wholeFor !== listKey

  const follow = useEffectEvent(() => {
    const lines = body.current
    if (!lines || !isWindowed) return
    const { top } = lines.getBoundingClientRect()
    const box = lines.closest('.grid-scroll')?.getBoundingClientRect()
    const from = heights.indexAt(ids, Math.max(box?.top ?? 0, 0) - top)
    const to = heights.indexAt(ids, Math.min(box?.bottom ?? window.innerHeight, window.innerHeight) - top)
    const first = Math.max(0, Math.floor((from - beyond) / step) * step)
    const last = Math.ceil((to + beyond) / step) * step
    setView((now) => (now.first === first && now.last === last ? now : { first, last }))
  })
  useLayoutEffect(() => {
    if (!isWindowed) return
    for (const line of body.current?.querySelectorAll<HTMLElement>(':scope > tr[data-id]') ?? [])
      heights.note(line.dataset.id ?? '', heightWithGap(line))
  }, [body, heights, isWindowed, view, rows])
  const drawAll = useEffectEvent(() => {
    flushSync(() => setWholeFor(listKey))
  })
  useEffect(() => {
    if (!isWindowed) return
    const onScroll = () => follow()
    const onResize = () => {
      heights.forget()
      follow()
    }
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyF') drawAll()
    }
    const onPrint = () => drawAll()
    const observer = new ResizeObserver(onScroll)
    for (const element of [body.current?.closest('table'), body.current?.closest('.grid-scroll')]) if (element) observer.observe(element)
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    window.addEventListener('resize', onResize)
    window.addEventListener('keydown', onKey, { capture: true })
    window.addEventListener('beforeprint', onPrint)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', onScroll, { capture: true })
      window.removeEventListener('resize', onResize)
      window.removeEventListener('keydown', onKey, { capture: true })
      window.removeEventListener('beforeprint', onPrint)
    }
  }, [body, heights, isWindowed])

  const spans = useMemo(
    () => (isWindowed ? spansOf(count, view.first, view.last, [kept]) : [{ from: 0, to: count, drawn: true }]),
    [isWindowed, count, view, kept],
  )
  const show = useCallback((index: number) => setView({ first: Math.max(0, index - beyond), last: index + beyond }), [])
  return { spans, heightOf: ({ from, to }) => heights.sum(ids, from, to), show }
}

/** Height of a line including the gap to the next one: cards have a margin. */
function heightWithGap(line: HTMLElement): number {
  const { top, height } = line.getBoundingClientRect()
  const after = line.nextElementSibling
  // The head of a group counts to the line before it.
  const next = after?.classList.contains('grid-group') ? after.nextElementSibling : after
  return next instanceof HTMLElement && next.dataset.id !== undefined ? next.getBoundingClientRect().top - top : height
}
