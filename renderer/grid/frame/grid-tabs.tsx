import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { GridTab } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { useScrollEdges } from '#renderer/grid/table/use-scroll-edges.ts'

interface GridTabsProps {
  label: string
  tabs: GridTab[]
  active: string | null
  panelId: string
  formats: CellFormats
  onPick: (key: string) => void
}

/** Ready-made views with their counts. Arrows go from tab to tab, in reading direction; Enter or Space opens. */
export function GridTabs({ label, tabs, active, panelId, formats, onPick }: GridTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const open = tabs.some((tab) => tab.key === active) ? active : (tabs[0]?.key ?? null)
  useScrollEdges(list)
  useEffect(() => {
    if (list.current) showTab(list.current)
  }, [open, tabs.length])

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const step = event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? (event.key === forward ? 1 : -1) : 0
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? buttons.length - 1
          : step === 0
            ? null
            : (at + step + buttons.length) % buttons.length
    if (to === null) return
    event.preventDefault()
    buttons[to]?.focus()
  }

  return (
    <div ref={list} className="grid-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          id={`${panelId}-${tab.key}`}
          aria-controls={panelId}
          aria-selected={tab.key === open}
          tabIndex={tab.key === open ? 0 : -1}
          onClick={() => onPick(tab.key)}
        >
          <bdi>{tab.title ?? tab.key}</bdi>
          {typeof tab.count === 'number' ? (
            <span className="grid-count">
              {formats.number(tab.count)}
              {tab.count_is_exact === false ? '+' : ''}
            </span>
          ) : null}
        </button>
      ))}
    </div>
  )
}

const adjacentTab = 32

/** Scrolls the strip, and nothing else, so that the open tab and a part of its neighbours are seen. */
function showTab(list: HTMLElement): void {
  const tab = list.querySelector('[aria-selected=true]')
  if (!tab) return
  const [strip, box] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (box.left - adjacentTab < strip.left) list.scrollLeft -= strip.left - box.left + adjacentTab
  else if (box.right + adjacentTab > strip.right) list.scrollLeft += box.right - strip.right + adjacentTab
}
