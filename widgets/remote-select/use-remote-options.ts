import { useCallback, useEffect, useRef, useState } from 'react'
import { callNamed, isCancelled } from '#renderer'
import { readOptions, type RemoteOption } from './remote-options.ts'

/** From the last key to the search. */
const restMs = 1000
/** From opening to the first answer without a term; typing at once makes that call needless. */
const openMs = 250

interface RemoteSource { endpoint: string; params: Record<string, unknown>; searchKey: string; valueKey?: string; titleKey?: string }
type State = { status: 'idle' | 'busy' | 'failed'; options: RemoteOption[] }

/** Options that a call answers: one call at a time, the newest wins, those on the way are cancelled. */
export function useRemoteOptions({ endpoint, params, searchKey, valueKey, titleKey }: RemoteSource) {
  const source = JSON.stringify([endpoint, params])
  const [state, setState] = useState<State>({ status: 'idle', options: [] })
  const [loaded, setLoaded] = useState<{ source: string; term: string }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<AbortController>(undefined)

  const stop = useCallback((): void => {
    clearTimeout(timer.current)
    running.current?.abort()
  }, [])
  useEffect(() => stop, [stop])

  const read = useCallback(async (extra: Record<string, unknown>, signal?: AbortSignal): Promise<RemoteOption[]> => {
    const { results } = await callNamed(endpoint, { method: 'GET', params: { ...params, ...extra }, signal })
    return readOptions(results, { value_key: valueKey, title_key: titleKey })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the parameters are compared by what they hold
  }, [source, valueKey, titleKey])

  const ask = useCallback((term: string, delayMs: number): void => {
    stop()
    setState((before) => ({ status: 'busy', options: before.options }))
    timer.current = setTimeout(() => {
      const controller = new AbortController()
      running.current = controller
      read(term === '' ? {} : { [searchKey]: term }, controller.signal).then(
        (options) => {
          if (controller.signal.aborted) return
          setState({ status: 'idle', options })
          setLoaded({ source, term })
        },
        (error: unknown) => { if (!controller.signal.aborted && !isCancelled(error)) setState({ status: 'failed', options: [] }) },
      )
    }, delayMs)
  }, [stop, read, searchKey, source])

  return {
    ...state,
    read,
    search: useCallback((term: string) => ask(term, term === '' ? openMs : restMs), [ask]),
    open: useCallback(() => { if (loaded?.source !== source || loaded.term !== '' || state.status === 'failed') ask('', openMs) }, [ask, loaded, source, state.status]),
  }
}
