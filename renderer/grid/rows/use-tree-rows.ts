import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { callNamed, isCancelled } from '#renderer/api/call.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { formatGridRequest, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import { readRows } from '#renderer/grid/data/grid-loader.ts'
import type { GridSource } from '#renderer/grid/data/grid-source.ts'
import { shareRows } from './rows.ts'
import { treeLines, type Branch, type TreePlace } from '#renderer/grid/table/tree-lines.ts'

type Id = GridRow['id']

/** Most child rows that are requested for one row. */
const mostBeneath = 1000

export interface TreeRows {
  rows: GridRow[]
  /** Position of a row in the tree; undefined if the rows are not a tree. */
  placeOf?: (id: Id) => TreePlace | undefined
  onToggle: (id: Id) => void
}

const noBranches: ReadonlyMap<Id, Branch> = new Map()

/** The rows of a tree: those of the page, and the loaded children of open rows. `failedText` reports a failure. */
export function useTreeRows(source: GridSource, query: GridQuery, roots: GridRow[], isTree: boolean, failedText: string): TreeRows {
  const [open, setOpen] = useState(noBranches)
  const change = (id: Id, branch: Branch | null) =>
    setOpen((now) => {
      const next = new Map(now)
      if (branch === null) next.delete(id)
      else next.set(id, branch)
      return next
    })
  const ask = (id: Id) => {
    const { page: _page, page_size: _size, ...request } = formatGridRequest(query)
    callNamed(source.endpoint, {
      method: 'GET',
      params: { ...request, ...source.params, under: id, page_size: mostBeneath, parts: 'cells' },
    }).then(
      ({ results }) =>
        setOpen((now) => {
          const before = now.get(id)
          return before === undefined
            ? now
            : new Map(now).set(id, { state: 'there', rows: shareRows(before.state === 'there' ? before.rows : [], readRows(results)) })
        }),
      (error: unknown) => {
        if (!isCancelled(error)) showToast({ tone: 'danger', text: failedText })
        change(id, null)
      },
    )
  }
  const askAgain = useEffectEvent(() => {
    for (const id of open.keys()) ask(id)
  })
  useEffect(() => {
    if (isTree) askAgain()
  }, [isTree, roots])
  useEffect(() => (isTree ? subscribeRefresh('row', () => askAgain()) : undefined), [isTree])

  const tree = useMemo(() => (isTree ? treeLines(roots, open) : null), [isTree, roots, open])
  return {
    rows: tree?.rows ?? roots,
    placeOf: tree ? (id) => tree.places.get(id) : undefined,
    onToggle: (id) => {
      if (open.has(id)) change(id, null)
      else {
        change(id, { state: 'loading' })
        ask(id)
      }
    },
  }
}
