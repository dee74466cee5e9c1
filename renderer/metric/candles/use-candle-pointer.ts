import { useEffect, useRef, type RefObject } from 'react'

/** What a pointer does to a chart; distances are in pixels from the left and the top edge. */
interface CandlePointer {
  point: (x: number, y: number) => void
  leave: () => void
  /** Fewer candles (`factor` below 1) or more, around a place. */
  zoom: (factor: number, x: number) => void
  /** Answers whether it has moved: what is too little for one candle adds up. */
  pan: (pixels: number) => boolean
  click: (x: number) => void
}

const wheelPx = 260
/** A drag of less is a click. */
const dragPx = 4

/** Wheel, mouse and fingers on an element: the wheel and two fingers zoom, dragging moves, pointing points. */
export function useCandlePointer(element: RefObject<HTMLElement | null>, actions: CandlePointer): void {
  const present = useRef(actions)
  useEffect(() => {
    present.current = actions
  })
  useEffect(() => {
    const target = element.current
    if (!target) return
    const held = new Map<number, number>()
    let lastX = 0
    let movedPx = 0
    let fingersPx = 0
    const placeOf = (event: MouseEvent) => {
      const box = target.getBoundingClientRect()
      return { x: event.clientX - box.left, y: event.clientY - box.top }
    }
    const apart = () => {
      const [one = 0, other = 0] = [...held.values()]
      return Math.abs(one - other)
    }
    const onWheel = (event: WheelEvent) => {
      // With Ctrl the whole page is enlarged.
      if (event.ctrlKey || event.metaKey) return
      event.preventDefault()
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) present.current.pan(-event.deltaX)
      else if (event.deltaY !== 0) present.current.zoom(2 ** (Math.max(-200, Math.min(200, event.deltaY)) / wheelPx), placeOf(event).x)
    }
    const onDown = (event: PointerEvent) => {
      const { x } = placeOf(event)
      held.set(event.pointerId, x)
      lastX = x
      movedPx = 0
      fingersPx = apart()
      target.setPointerCapture(event.pointerId)
    }
    const onMove = (event: PointerEvent) => {
      const { x, y } = placeOf(event)
      if (!held.has(event.pointerId)) return present.current.point(x, y)
      held.set(event.pointerId, x)
      if (held.size > 1) {
        const now = apart()
        if (Math.abs(now - fingersPx) < 8 || now === 0) return
        present.current.zoom(fingersPx / now, [...held.values()].reduce((sum, one) => sum + one, 0) / held.size)
        fingersPx = now
        movedPx = dragPx
        return
      }
      movedPx = Math.max(movedPx, Math.abs(x - lastX))
      if (movedPx >= dragPx && present.current.pan(x - lastX)) lastX = x
      present.current.point(x, y)
    }
    const onUp = (event: PointerEvent) => {
      if (event.type === 'pointerup' && held.size === 1 && held.has(event.pointerId) && movedPx < dragPx && event.button === 0)
        present.current.click(placeOf(event).x)
      held.delete(event.pointerId)
    }
    const onLeave = () => {
      if (held.size === 0) present.current.leave()
    }
    const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onUp, pointerleave: onLeave }
    target.addEventListener('wheel', onWheel, { passive: false })
    for (const [name, listen] of Object.entries(listeners)) target.addEventListener(name, listen as EventListener)
    return () => {
      target.removeEventListener('wheel', onWheel)
      for (const [name, listen] of Object.entries(listeners)) target.removeEventListener(name, listen as EventListener)
    }
  }, [element])
}
