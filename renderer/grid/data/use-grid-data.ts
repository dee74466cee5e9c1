import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import useSWR, { mutate } from 'swr'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { callNamed, type Answer, type CallFailure } from '#renderer/api/call.ts'
import { knownPublication, onPublication } from '#renderer/api/publication.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { GridRow, GridViews } from '#schemas/types/contract.d.ts'
import { allParts, defaultsOf, type ReadGrid } from './grid-answer.ts'
import { keepAnswer, keepParts, keepViews, keysOf, nextQuestion, type GridKeys, type GridPage } from './grid-cache.ts'
import { createGridLoader, type GridParams } from './grid-loader.ts'
import { withoutRefused } from '#renderer/grid/filter/filter-errors.ts'
import { formatGridRequest, isNarrowed, type DroppedPart, type GridDefaults, type GridQuery } from './grid-query.ts'
import type { GridSource } from './grid-source.ts'
import { countPages } from './paging.ts'
import { isMoved, replaceRows } from '#renderer/grid/rows/rows.ts'

export interface GridData {
  answer: ReadGrid | undefined
  defaults: GridDefaults
  /** Rows to show: of this request, or of the one before while this one is on its way. */
  page: GridPage | undefined
  /** Whether the rows belong to an earlier request. */
  stale: boolean
  busy: boolean
  /** Changes with every question. */
  turn: string
  failure: CallFailure | null
  reload: () => void
  /** Changes the saved views here, until the response to a later request contains the change. */
  setViews: (change: (views: GridViews) => GridViews) => void
  /** Checks whether the rows have changed: changes in visible rows are shown, changes that would move rows wait. */
  look: () => void
  /** Time of the last successful refresh in milliseconds, if a later one failed; otherwise null. */
  late: number | null
  /** There was no way to look. */
  miss: () => void
  /** How many rows wait to be shown; `showFresh` shows them. */
  fresh: number
  showFresh: () => void
}

interface GridDataOptions {
  /** The server refused parts of the query; `rest` is the query without them. */
  onRefused: (parts: DroppedPart[], rest: GridQuery, defaults: GridDefaults) => void
  /** Called if the page lies beyond the last one because rows were removed; an address that was opened so is not changed. */
  onPastEnd: (lastPage: number, defaults: GridDefaults) => void
}

/** A question as it was when it was put: by the time of the answer the component may show the next one already. */
interface Asked {
  turn: string
  frame: string
  keys: GridKeys
  /** Whether metadata was requested too. */
  whole: boolean
  /** Number of the requested reload. */
  reload: number
  question: number
}

/**
 * The data of a grid. Responses are in the SWR cache, so that going back shows them at once. Requests are sent from
 * here, because only the last one counts and leaving the page cancels it.
 */
export function useGridData(source: GridSource, query: GridQuery, options: GridDataOptions): GridData {
  const { endpoint, params } = source
  const locale = useActiveLocale((state) => state.locale)
  const { data: answer } = useSWR<ReadGrid>(keysOf(source, {}).metadata, null)
  const defaults = useMemo(() => defaultsOf(answer, query.tab), [answer, query.tab])
  const request: GridParams = { ...formatGridRequest(query), ...params }
  const keys = keysOf(source, request)
  const { data: page } = useSWR<GridPage>(keys.page, null, { keepPreviousData: true })
  const [loader] = useState(() => createGridLoader((asked, signal) => callNamed(endpoint, { params: asked, method: 'GET', signal })))
  const [wanted, setWanted] = useState<{ count: number; parts: string | null }>({ count: 0, parts: 'cells' })
  const [settled, setSettled] = useState<{ turn: string; failure: CallFailure | null }>({ turn: '', failure: null })
  const turn = `${wanted.count} ${keys.key}`
  const busy = settled.turn !== turn
  const knownFrame = useRef('')
  /** The last of the wished reloads that was answered. */
  const answeredReload = useRef(0)
  /** The request that had rows to show, so that an address that was opened behind the end is left alone. */
  const filled = useRef('')

  const answeredAt = useRef(0)
  const [late, setLate] = useState<number | null>(null)
  const miss = () => {
    if (answeredAt.current > 0) setLate(answeredAt.current)
  }

  const settle = (result: Answer, asked: Asked) => {
    let kept: ReturnType<typeof keepAnswer>
    try {
      kept = keepAnswer(asked.keys, result, page?.rows ?? [], asked.whole, asked.question)
    } catch (error) {
      setSettled({ turn: asked.turn, failure: asFailure(error, endpoint) })
      return
    }
    knownFrame.current = asked.frame
    answeredReload.current = Math.max(answeredReload.current, asked.reload)
    answeredAt.current = Date.now()
    setLate(null)
    setSettled({ turn: asked.turn, failure: null })
    const { pagination, rows } = kept.page
    if (rows.length > 0) filled.current = asked.keys.key
    if (asked.turn === turn && filled.current === asked.keys.key && rows.length === 0 && pagination.total > 0 && query.page > 1)
      options.onPastEnd(countPages(pagination), defaults)
  }
  const take = useEffectEvent(settle)
  const fail = useEffectEvent((error: unknown, asked: Asked) => {
    const failure = asFailure(error, endpoint)
    const refused = withoutRefused(query, failure)
    setSettled({ turn: asked.turn, failure: refused ? null : failure })
    if (refused) options.onRefused(refused.dropped, refused.query, defaults)
  })
  /** The parts that change with the rows: the summary and the counts of the tabs. */
  const countParts = (): string[] => [
    ...(answer?.summary ? ['summary'] : []),
    ...(answer?.grid.tabs?.some(({ count }) => count !== undefined) ? ['tabs'] : []),
  ]
  /** The grid's document is read once a publication and language, its saved views when the list opens, its counts with the filters. */
  const partsFor = (frame: string): string => {
    const publication = knownPublication()
    const isCurrent = answer?.publication === undefined || publication === null || answer.publication === publication
    const wish = wanted.count > answeredReload.current ? wanted.parts : 'cells'
    if (!answer || !isCurrent || wish === null) return allParts
    if (knownFrame.current === frame) return wish
    return ['cells', ...countParts(), ...(knownFrame.current === '' ? ['views'] : [])].join()
  }
  const ask = useEffectEvent(() => {
    const frame = frameOf(request, locale)
    const parts = partsFor(frame)
    const asked: Asked = { turn, keys, frame, whole: parts === allParts, reload: wanted.count, question: nextQuestion() }
    loader.load({ ...request, parts }, {
      onAnswer: (result) => take(result, asked),
      onFailure: (error) => fail(error, asked),
    })
  })
  useEffect(() => {
    ask()
    return loader.stop
  }, [loader, turn])

  const [waiting, setWaiting] = useState<{ count: number; result: Answer; asked: Asked } | null>(null)
  const rowParts = (): string => ['cells', ...countParts()].join()
  const look = () => {
    if (busy || !page || page.key !== keys.key) return
    const frame = frameOf(request, locale)
    const asked: Asked = { turn, keys, frame, whole: false, reload: answeredReload.current, question: nextQuestion() }
    loader.look(
      { ...request, parts: rowParts() },
      (result) => {
        const count = countFresh(page.rows, result.results)
        if (count === 0) settle(result, asked)
        if (count > 0) {
          answeredAt.current = Date.now()
          setLate(null)
        }
        setWaiting(count === 0 ? null : { count, result, asked })
      },
      miss,
    )
  }
  const showFresh = () => {
    if (waiting?.asked.turn === turn) settle(waiting.result, waiting.asked)
    setWaiting(null)
  }
  const reload = (parts: string | null) => setWanted(({ count }) => ({ count: count + 1, parts }))
  const reloadList = useEffectEvent(() => reload(rowParts()))
  /**
   * What all rows come to and how many the tabs have, alone: the rows, the head and the columns stay, unless there are
   * more or fewer rows than the page says.
   */
  const loadCounts = () => {
    const parts = countParts()
    if (parts.length === 0) return
    const question = nextQuestion()
    loader.look({ ...request, parts: parts.join() }, ({ metadata }) => {
      keepParts(keys, metadata, question)
      if (page && isRecord(metadata.pagination) && metadata.pagination.total !== page.pagination.total) reload('cells')
    })
  }
  const reloadRow = useEffectEvent((id: GridRow['id'] | undefined) => {
    // A row changes the sums of all that come after it.
    const hasSums = answer?.grid.columns.some(({ running }) => running !== undefined) === true
    if (id === undefined || hasSums) return reload(rowParts())
    const shown = page?.rows.find((row) => String(row.id) === String(id))
    if (!shown) return
    const places = [
      ...(answer?.grid.group_by ? [answer.grid.group_by.key] : []),
      ...(query.sort ?? defaults.sort).map(({ field }) => field),
    ]
    loader.loadRows(request, [shown.id], {
      onAnswer: (fresh) => {
        const [row] = fresh
        // A row is returned whatever the filters: whether the list still contains it, and where, only the list itself can tell.
        const isElsewhere = row === undefined || isNarrowed(query) || isMoved(shown, row, places)
        void mutate<GridPage>(keys.page, (current) => current && { ...current, rows: replaceRows(current.rows, [shown.id], fresh) }, {
          revalidate: false,
        })
        if (isElsewhere) reload(rowParts())
        else loadCounts()
      },
      onFailure: (error) => showFailure(asFailure(error, endpoint)),
    })
  })
  useEffect(() => {
    const stops = [
      subscribeRefresh('grid', () => reload(null)),
      subscribeRefresh('list', () => reloadList()),
      subscribeRefresh('row', ({ id }) => reloadRow(id)),
      onPublication(() => reload(null)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  const setViews: GridData['setViews'] = (change) => keepViews(keys, change)
  return {
    answer,
    defaults,
    page,
    stale: page !== undefined && page.key !== keys.key,
    busy,
    turn,
    failure: busy ? null : settled.failure,
    reload: () => reload(null),
    setViews,
    look,
    late,
    miss,
    fresh: waiting?.asked.turn === turn ? waiting.count : 0,
    showFresh,
  }
}

/** Rows of an answer that are not shown yet. */
function countFresh(shown: readonly GridRow[], results: unknown): number {
  const known = new Set(shown.map((row) => String(row.id)))
  return Array.isArray(results) ? results.filter((row: unknown) => isRecord(row) && !known.has(String(row.id))).length : 0
}

/** What the counts of the tabs depend on: all parameters except order and page. */
function frameOf(request: GridParams, locale: string): string {
  const { page: _page, page_size: _pageSize, sort: _sort, order: _order, ...rest } = request
  return JSON.stringify([locale, rest])
}
