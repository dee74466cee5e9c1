import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import ReactGridLayout, { type Layout } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { dashboardColumns, placeLimits, type Placed } from '#schemas/rules/dashboard/places.ts'
import type { DashboardWidget } from './dashboard-types.ts'

interface ArrangeGridProps {
  widgets: readonly DashboardWidget[]
  rtl: boolean
  draw: (widget: DashboardWidget) => ReactNode
  onPlace: (places: Placed[]) => void
}

/** As `--db-row` and `--db-gap` of the style sheet. */
const rowPx = 120
const gapPx = 16
/** Below this width the widgets stand beneath each other, and each has the whole width for its buttons. */
const narrowPx = 640

/** The widgets under the mouse: dragged by their handle, sized at their corner. From right to left the columns are mirrored. */
export default function ArrangeGrid({ widgets, rtl, draw, onPlace }: ArrangeGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!frame.current) return undefined
    setWidth(frame.current.clientWidth)
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  const across = (x: number, w: number) => (rtl ? dashboardColumns - x - w : x)
  const { minW, minH, maxH } = placeLimits
  const layout = widgets.map(({ id, x, y, w, h }) => ({ i: String(id), x: across(x, w), y, w, h, minW, minH, maxH }))
  const store = (next: Layout) => onPlace(next.map(({ i, x, y, w, h }) => ({ id: Number(i), x: across(x, w), y, w, h })))
  return (
    <div ref={frame} dir="ltr">
      {width > 0 && width < narrowPx && (
        <div className="db-stack">
          {widgets.map((widget) => (
            <div key={String(widget.id)} dir={rtl ? 'rtl' : 'ltr'}>
              {draw(widget)}
            </div>
          ))}
        </div>
      )}
      {width >= narrowPx && (
        <ReactGridLayout
          width={width}
          layout={layout}
          gridConfig={{ cols: dashboardColumns, rowHeight: rowPx, margin: [gapPx, gapPx], containerPadding: [0, 0] }}
          dragConfig={{ enabled: true, handle: '.db-head', cancel: '.pk-icon-button:not(.db-handle)' }}
          resizeConfig={{ enabled: true, handles: [rtl ? 'sw' : 'se'] }}
          onDragStop={(next) => store(next)}
          onResizeStop={(next) => store(next)}
        >
          {widgets.map((widget) => (
            <div key={String(widget.id)} dir={rtl ? 'rtl' : 'ltr'}>
              {draw(widget)}
            </div>
          ))}
        </ReactGridLayout>
      )}
    </div>
  )
}
