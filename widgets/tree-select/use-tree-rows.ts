import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { callNamed } from '#renderer'
import { readRows, type FlatRow, type TreeKeys } from './tree-nodes.ts'

export interface TreeSource extends TreeKeys {
  endpoint: string
  params: Record<string, unknown>
  search_key?: string
}

/** Most pages that are read at once; larger trees should load branch by branch. */
const mostPages = 40
const mostLevels = 20
/** From the last key to the search. */
const restMs = 1000
/** Stands for the top, beneath which the roots are. */
export const top = ''

type Status = 'busy' | 'failed' | 'done'
interface Found {
  term: string
  keys?: string[]
  failed?: boolean
}

/** Parameters of the rows beneath one. At the top there are none but for `under`, which lists of a tree know. */
export const beneath = (key: string, parameter: string | undefined): Record<string, string> =>
  parameter === undefined || (key === top && parameter !== 'under') ? {} : { [parameter]: key === top ? 'top' : key }

/** Rows from a call: all at once or, with `parent_param`, the children of a row when it is opened. */
export function useTreeRows(source: TreeSource | undefined) {
  const [rows, setRows] = useState<readonly FlatRow[]>([])
  const [states, setStates] = useState<ReadonlyMap<string, Status>>(new Map())
  const [found, setFound] = useState<Found>()
  const requestedKeys = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searching = useRef<AbortController>(undefined)
  const name = JSON.stringify(source ?? null)
  const present = useMemo(() => JSON.parse(name) as TreeSource | null, [name])

  const read = useCallback(
    async (
      extra: Record<string, unknown>,
      { above, pages = mostPages, signal }: { above?: string; pages?: number; signal?: AbortSignal } = {},
    ): Promise<FlatRow[]> => {
      const { endpoint, params, ...keys } = present!
      const fields = [keys.value_key ?? 'id', keys.title_key ?? 'title', keys.parent_key ?? 'parent_id'].join(',')
      const all: FlatRow[] = []
      for (let page = 1; page <= pages; page++) {
        const { results, metadata } = await callNamed(endpoint, {
          method: 'GET',
          params: { ...params, ...extra, fields, ...(endpoint === 'list' && { page_size: 200 }), ...(page > 1 && { page }) },
          signal,
        })
        all.push(...readRows(results, keys, above))
        if (!(page < Number((metadata as { pagination?: { pages?: number } } | undefined)?.pagination?.pages))) break
      }
      return all
    },
    [present],
  )
  const keep = useCallback(
    (next: readonly FlatRow[]) => setRows((before) => [...new Map([...before, ...next].map((row) => [row.key, row])).values()]),
    [],
  )

  const load = useCallback(
    (key: string): void => {
      if (!present || requestedKeys.current.has(key)) return
      requestedKeys.current.add(key)
      const tell = (status: Status) => setStates((before) => new Map(before).set(key, status))
      tell('busy')
      read(beneath(key, present.parent_param), key === top ? {} : { above: key }).then(
        (answered) => {
          keep(answered)
          tell('done')
        },
        () => {
          requestedKeys.current.delete(key)
          tell('failed')
        },
      )
    },
    [present, read, keep],
  )

  /** Rows of these keys and all above them. */
  const readWithAbove = useCallback(
    async (first: readonly FlatRow[], known: ReadonlySet<string>): Promise<void> => {
      let next = first
      const seen = new Set(known)
      for (let level = 0; level < mostLevels && next.length > 0; level++) {
        keep(next)
        for (const row of next) seen.add(row.key)
        const above = [...new Set(next.flatMap(({ parent }) => (parent !== undefined && !seen.has(parent) ? [parent] : [])))]
        next = above.length === 0 ? [] : await read({ ids: above.join(',') }, { pages: 1 })
      }
    },
    [keep, read],
  )

  const known = useRef(new Set<string>())
  useEffect(() => {
    known.current = new Set(rows.map(({ key }) => key))
  }, [rows])

  const search = useCallback(
    (term: string): void => {
      clearTimeout(timer.current)
      searching.current?.abort()
      if (!present?.parent_param) return
      if (term.trim() === '') {
        setFound(undefined)
        return
      }
      setFound({ term })
      timer.current = setTimeout(() => {
        const controller = (searching.current = new AbortController())
        read({ [present.search_key ?? 'q']: term }, { pages: 1, signal: controller.signal })
          .then(async (answered) => {
            await readWithAbove(answered, known.current)
            if (!controller.signal.aborted) setFound({ term, keys: answered.map(({ key }) => key) })
          })
          .catch(() => {
            if (!controller.signal.aborted) setFound({ term, failed: true })
          })
      }, restMs)
    },
    [present, read, readWithAbove],
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      searching.current?.abort()
    },
    [],
  )

  /** Requests rows by their keys, for the titles of chosen values. */
  const readByKeys = useCallback(
    async (keys: readonly string[]): Promise<void> => {
      await readWithAbove(await read({ ids: keys.join(',') }, { pages: 1 }), known.current)
    },
    [read, readWithAbove],
  )

  return { rows, states, found, load, search, readByKeys }
}
