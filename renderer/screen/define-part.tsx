import { use, useReducer, type ComponentType } from 'react'
import { inTime } from './load-in-time.ts'
import { MissingPart } from './missing-part.tsx'

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never
type Arrival = { component: ComponentType } | { error: unknown }

/** A component whose code is fetched when it is first drawn, or by `preload`. */
export type Part<Component extends ComponentType<never>> = ComponentType<PropsOf<Component>> & { preload: () => Promise<void> }

/**
 * Like React's `lazy`, but code that did not arrive is no end: the part says so in its place, and is asked for again by
 * hand or when the network returns. Suspends while it waits. `missing: 'throw'` leaves it to the nearest boundary, where
 * a notice has no room, until the network returns.
 */
export function definePart<Component extends ComponentType<never>>(load: () => Promise<{ default: Component }>, missing: 'notice' | 'throw' = 'notice'): Part<Component> {
  let asked: Promise<Arrival> | null = null
  let arrived: Arrival | null = null
  let lost: string | undefined
  let isAwaited = false
  /** Browsers may remember for good that a module did not arrive: under another address it is fetched anew. */
  const fetchPart = async (): Promise<{ default: Component }> => {
    try {
      return await inTime(load())
    } catch (error) {
      const address = /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0]
      if (address === undefined || address !== lost) { lost = address; throw error }
      const module = await inTime(import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Partial<{ default: Component }>
      if (module.default === undefined) throw error
      return { default: module.default }
    }
  }
  const ask = (): Promise<Arrival> => {
    asked ??= fetchPart().then(
      ({ default: component }) => (arrived = { component: component as unknown as ComponentType }),
      (error: unknown) => (arrived = { error }),
    )
    return asked
  }
  const forget = () => {
    asked = arrived = null
    isAwaited = false
  }

  function LoadedPart(props: PropsOf<Component>) {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0)
    isAwaited = true
    const arrival = arrived ?? use(ask())
    if ('error' in arrival && missing === 'throw') {
      window.addEventListener('online', forget, { once: true })
      throw arrival.error
    }
    if ('error' in arrival) return <MissingPart error={arrival.error} retry={() => { forget(); drawAgain() }} />
    const { component: Loaded } = arrival
    return <Loaded {...(props as object)} />
  }
  return Object.assign(LoadedPart, {
    // What somebody waits for says itself that it did not arrive; what nobody has asked for yet is fetched anew when somebody does.
    preload: async () => { if ('error' in await ask() && !isAwaited) forget() },
  })
}

/** Fetches parts once the browser has nothing else to do, so that they are there when the network is not. Returns how to stop. */
export function preloadWhenIdle(parts: readonly { preload: () => Promise<void> }[]): () => void {
  const fetchAll = () => { for (const part of parts) void part.preload() }
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(fetchAll, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(fetchAll, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}
