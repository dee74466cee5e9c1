import { useEffect, type RefObject } from 'react'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { controlSelector } from './grid-focus.ts'
import type { GroupedRows } from './group-rows.ts'

/** Where Tab stops in a grid: there is one such place, which follows the focus. */
export type TabStop =
  /** A cell of the head, by its place in it. */
  | { area: 'head'; cell: number }
  /** A line as a whole, or one of its cells. */
  | { area: 'line'; id: GridRow['id']; cell: number | null }
  /** The head of a group of rows. */
  | { area: 'group'; key: string }

/** The place itself while it is there, else the first line, the first group, or the head of a list that is empty. */
export function stopOf(last: TabStop | null, rows: readonly GridRow[] | null, groups: GroupedRows | undefined, firstHead: number): TabStop {
  const firstRow = rows?.[0]
  const firstGroup = firstRow === undefined ? groups?.after[0] : groups?.before.get(firstRow.id)?.[0]
  if (last?.area === 'head') return last
  if (last?.area === 'line' && rows?.some(({ id }) => id === last.id)) return last
  if (
    last?.area === 'group' &&
    groups &&
    [...groups.before.values(), groups.after].some((heads) => heads.some(({ key }) => key === last.key))
  )
    return last
  if (firstRow !== undefined) return { area: 'line', id: firstRow.id, cell: last?.area === 'line' ? last.cell : null }
  return firstGroup ? { area: 'group', key: firstGroup.key } : { area: 'head', cell: firstHead }
}

export const isSameStop = (one: TabStop | null, other: TabStop): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Removes controls inside cells from the tab order, also those that widgets draw later; editors and popovers keep theirs. */
export function useOneTabStop(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const lines = body.current
    if (!lines) return undefined
    const untab = (root: Element) => {
      const found = [...(root.matches(controlSelector) ? [root] : []), ...root.querySelectorAll(controlSelector)]
      for (const control of found) {
        if (
          control.getAttribute('tabindex') !== '-1' &&
          control.matches('tr[data-id] td *') &&
          !control.closest('[data-editing], [popover]')
        )
          control.setAttribute('tabindex', '-1')
      }
    }
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) untab(node)
    })
    untab(lines)
    observer.observe(lines, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [body])
}
