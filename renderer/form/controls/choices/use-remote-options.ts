import { useCallback, useEffect, useRef, useState } from 'react'
import { isCancelled } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { fieldList, joinPages, readOptions, type OptionKeys, type RemoteOption } from './remote-options.ts'

/** From the last key to the search. */
const restMs = 1000
/** From opening to the first answer without a term; typing at once makes that call needless. */
const openMs = 250

/** Where options come from. */
export interface RemoteSource extends OptionKeys {
  endpoint: string
  params: Record<string, unknown>
  /** Parameter that carries the term. */
  search_key: string
  /** Fields to request; the shown ones when left out. */
  fields?: readonly string[]
}

interface State {
  status: 'idle' | 'busy' | 'failed'
  options: RemoteOption[]
  term: string
  page: number
  isLast: boolean
}

interface Page {
  options: RemoteOption[]
  isLast: boolean
}

/** Options from a call. Only the newest request counts, earlier ones are cancelled. Further pages are appended. */
export function useRemoteOptions({ endpoint, params, search_key: searchKey, fields, ...keys }: RemoteSource) {
  const source = JSON.stringify([endpoint, params, fields, keys])
  const [state, setState] = useState<State>({ status: 'idle', options: [], term: '', page: 1, isLast: true })
  const [loaded, setLoaded] = useState<{ source: string; term: string }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<AbortController>(undefined)

  const stop = useCallback((): void => {
    clearTimeout(timer.current)
    running.current?.abort()
    running.current = undefined
  }, [])
  useEffect(() => stop, [stop])

  const readPage = useCallback(
    async (extra: Record<string, unknown>, signal?: AbortSignal): Promise<Page> => {
      const { results, metadata } = await callNamed(endpoint, {
        method: 'GET',
        params: { ...params, ...extra, fields: fieldList(fields, keys) },
        signal,
      })
      const { page, pages } = (metadata as { pagination?: { page?: number; pages?: number } } | undefined)?.pagination ?? {}
      return { options: readOptions(results, keys), isLast: !(Number(page) < Number(pages)) }
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the source is compared by what it holds
    [source],
  )

  const read = useCallback(async (extra: Record<string, unknown>): Promise<RemoteOption[]> => (await readPage(extra)).options, [readPage])

  const ask = useCallback(
    (term: string, delayMs: number): void => {
      stop()
      setState((before) => ({ ...before, status: 'busy', term }))
      timer.current = setTimeout(() => {
        const controller = new AbortController()
        running.current = controller
        readPage(term === '' ? {} : { [searchKey]: term }, controller.signal).then(
          ({ options, isLast }) => {
            if (controller.signal.aborted) return
            running.current = undefined
            setState({ status: 'idle', options: joinPages([], options), term, page: 1, isLast })
            setLoaded({ source, term })
          },
          (error: unknown) => {
            if (!controller.signal.aborted && !isCancelled(error)) setState({ status: 'failed', options: [], term, page: 1, isLast: true })
          },
        )
      }, delayMs)
    },
    [stop, readPage, searchKey, source],
  )

  /** Requests the next page of the same search. A failed page is requested again when the end of the list becomes visible again. */
  function more(): void {
    if (state.status !== 'idle' || state.isLast || running.current) return
    const { term } = state
    const page = state.page + 1
    const controller = new AbortController()
    running.current = controller
    readPage({ ...(term === '' ? {} : { [searchKey]: term }), page }, controller.signal).then(
      ({ options, isLast }) => {
        if (controller.signal.aborted) return
        running.current = undefined
        setState((before) => ({ ...before, options: joinPages(before.options, options), page, isLast: isLast || options.length === 0 }))
      },
      () => {
        if (running.current === controller) running.current = undefined
      },
    )
  }

  return {
    ...state,
    read,
    more,
    retry: useCallback((term: string) => ask(term, 0), [ask]),
    search: useCallback((term: string) => ask(term, term === '' ? openMs : restMs), [ask]),
    /** Cancels the request; opening the list requests again if necessary. */
    close: useCallback(() => {
      stop()
      setState((before) => ({ ...before, status: before.status === 'busy' ? 'idle' : before.status, term: '' }))
    }, [stop]),
    open: useCallback(() => {
      if (loaded?.source !== source || loaded.term !== '' || state.status === 'failed') ask('', openMs)
    }, [ask, loaded, source, state.status]),
  }
}
