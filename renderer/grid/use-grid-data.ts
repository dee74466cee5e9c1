import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import useSWR, { mutate } from 'swr'
import { subscribeRefresh } from '#renderer/action/refresh.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { callNamed, type Answer, type CallFailure } from '#renderer/api/call.ts'
import { onPublication } from '#renderer/api/publication.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { callKey, type CallKey } from '#renderer/api/use-call.ts'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import type { GridAnswer, GridPagination, GridRow } from '#schemas/types/contract.d.ts'
import { defaultsOf, readGridAnswer, readPagination } from './grid-answer.ts'
import { createGridLoader, readRows, type GridParams } from './grid-loader.ts'
import { formatGridRequest, type GridDefaults, type GridQuery } from './grid-query.ts'
import { replaceRows, shareRows } from './rows.ts'

export interface GridSource {
  endpoint: string
  /** Parameters that say which grid it is; not part of the URL's state. */
  params: GridParams
}

interface GridPage {
  /** Which request it answers. */
  key: string
  rows: GridRow[]
  pagination: GridPagination
}

export interface GridData {
  answer: GridAnswer | undefined
  defaults: GridDefaults
  /** Rows to show: of this request, or of the one before while this one is on its way. */
  page: GridPage | undefined
  /** Whether the rows belong to an earlier request. */
  stale: boolean
  busy: boolean
  failure: CallFailure | null
  reload: () => void
}

/** A question as it was when it was put. */
interface Asked {
  turn: string
  key: string
  pageKey: CallKey
  metadataKey: CallKey
  frame: string
}

interface GridDataOptions {
  /** The server refused these keys of the query. */
  onRefused: (keys: string[], defaults: GridDefaults) => void
  /** The page lies behind the last one. */
  onPastEnd: (lastPage: number, defaults: GridDefaults) => void
}

/**
 * What a grid shows. Answers live in the SWR cache, one entry a request and one for the metadata, so that going back
 * shows them at once; asking is done here, because only the last question counts and leaving cancels it.
 */
export function useGridData({ endpoint, params }: GridSource, query: GridQuery, options: GridDataOptions): GridData {
  const locale = useActiveLocale((state) => state.locale)
  const metadataKey = callKey(endpoint, params, { scope: 'grid metadata' }, locale)
  const { data: answer } = useSWR<GridAnswer>(metadataKey, null)
  const defaults = useMemo(() => defaultsOf(answer), [answer])
  const request: GridParams = { ...formatGridRequest(query, defaults), ...params }
  const pageKey = callKey(endpoint, request, { scope: 'grid page' }, locale)
  const key = JSON.stringify(pageKey)
  const { data: page } = useSWR<GridPage>(pageKey, null, { keepPreviousData: true })
  const [loader] = useState(() => createGridLoader((asked, signal) => callNamed(endpoint, { params: asked, method: 'GET', signal })))
  const [wanted, setWanted] = useState({ count: 0, metadata: false })
  const turn = `${wanted.count} ${key}`
  const [settled, setSettled] = useState<{ turn: string; failure: CallFailure | null }>({ turn: '', failure: null })
  const frame = useRef('')

  // What was asked is handed along: by the time of the answer the component may show the next question already.
  const take = useEffectEvent((result: Answer, asked: Asked) => {
    const told = readGridAnswer(result.metadata)
    const rows = shareRows(page?.rows ?? [], readRows(result.results))
    const pagination = readPagination(result.metadata.pagination)
    if (told) {
      frame.current = asked.frame
      void mutate(asked.metadataKey, told, { revalidate: false })
    }
    void mutate(asked.pageKey, { key: asked.key, rows, pagination }, { revalidate: false })
    setSettled({ turn: asked.turn, failure: null })
    if (asked.turn === turn && rows.length === 0 && pagination.total > 0 && query.page > 1) options.onPastEnd(Math.max(1, Math.ceil(pagination.total / pagination.page_size)), defaults)
  })
  const fail = useEffectEvent((error: unknown, asked: Asked) => {
    const failure = asFailure(error, endpoint)
    const refused = failure.status === 422 ? Object.keys(failure.errors).filter((name) => isInQuery(query, name)) : []
    setSettled({ turn: asked.turn, failure: refused.length > 0 ? null : failure })
    if (refused.length > 0) options.onRefused(refused, defaults)
  })
  const ask = useEffectEvent(() => {
    const now: Asked = { turn, key, pageKey, metadataKey, frame: frameOf(request, locale) }
    const rowsOnly = answer !== undefined && !wanted.metadata && frame.current === now.frame
    loader.load(rowsOnly ? { ...request, parts: 'results' } : request, { onAnswer: (result) => take(result, now), onFailure: (error) => fail(error, now) })
  })
  useEffect(() => {
    ask()
    return loader.stop
  }, [loader, turn])

  const reload = (metadata: boolean) => setWanted(({ count }) => ({ count: count + 1, metadata }))
  const reloadRow = useEffectEvent((id: GridRow['id'] | undefined) => {
    const shown = page?.rows.find((row) => String(row.id) === String(id))
    if (id === undefined) return reload(false)
    if (!shown || !page) return
    loader.loadRows(request, [shown.id], {
      onAnswer: (fresh) => {
        void mutate<GridPage>(pageKey, (current) => current && { ...current, rows: replaceRows(current.rows, [shown.id], fresh) }, { revalidate: false })
        // A line that left makes room and changes the counts of the tabs.
        if (fresh.length === 0) reload(true)
      },
      onFailure: (error) => showFailure(asFailure(error, endpoint)),
    })
  })
  useEffect(() => {
    const stops = [
      subscribeRefresh('grid', () => reload(true)),
      subscribeRefresh('list', () => reload(false)),
      subscribeRefresh('row', ({ id }) => reloadRow(id)),
      onPublication(() => reload(true)),
    ]
    return () => { for (const stop of stops) stop() }
  }, [])

  const busy = settled.turn !== turn
  return { answer, defaults, page, stale: page !== undefined && page.key !== key, busy, failure: busy ? null : settled.failure, reload: () => reload(true) }
}

/** What the counts of the tabs depend on: everything but order and page. */
function frameOf(request: GridParams, locale: string): string {
  const { page: _page, page_size: _pageSize, sort: _sort, order: _order, ...rest } = request
  return JSON.stringify([locale, rest])
}

const isInQuery = (query: GridQuery, key: string): boolean =>
  Object.hasOwn(query.filters, key)
  || (key === 'page' && query.page !== 1) || (key === 'page_size' && query.pageSize !== null)
  || ((key === 'sort' || key === 'order') && query.sort !== null) || (key === 'tab' && query.tab !== null) || (key === 'q' && query.q !== '')
