import { use, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { whenIdle } from '#renderer/ui/when-idle.ts'
import { inTime } from './load-in-time.ts'
import { MissingPart } from './missing-part.tsx'

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never
type Arrival = { component: ComponentType } | { error: unknown }

/** A component whose code is fetched when it is first drawn, or by `preload`. */
export type Part<Component extends ComponentType<never>> = ComponentType<PropsOf<Component>> & { preload: () => Promise<void> }

interface PartOptions {
  /** Stands in its place until it is there. */
  waiting?: ReactNode
  /** `throw` leaves code that did not arrive to the nearest boundary, where a notice has no room, until the network returns. */
  missing?: 'notice' | 'throw'
}

/**
 * Like React's `lazy`, but code that fails to load is not final: the component shows a notice, and loads again on click
 * or when the network returns. It does not suspend: React shows suspended content only after 300 ms, which would add up
 * on a page of nested parts.
 */
export function lazyComponent<Component extends ComponentType<never>>(
  load: () => Promise<{ default: Component }>,
  { waiting = null, missing = 'notice' }: PartOptions = {},
): Part<Component> {
  const listeners = new Set<() => void>()
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
      if (address === undefined || address !== lost) {
        lost = address
        throw error
      }
      const module = (await inTime(import(/* @vite-ignore */ `${address}?again=${Date.now()}`))) as Partial<{ default: Component }>
      if (module.default === undefined) throw error
      return { default: module.default }
    }
  }
  const ask = (): Promise<Arrival> => {
    asked ??= fetchPart().then(
      ({ default: component }) => arrive({ component: component as unknown as ComponentType }),
      (error: unknown) => arrive({ error }),
    )
    return asked
  }
  const arrive = (arrival: Arrival) => {
    arrived = arrival
    for (const listener of listeners) listener()
    return arrival
  }
  const forget = () => {
    asked = arrived = null
    isAwaited = false
    for (const listener of listeners) listener()
  }
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  function AwaitedPart(props: object) {
    const present = useSyncExternalStore(
      listen,
      () => arrived,
      () => arrived ?? 'static',
    )
    isAwaited = true
    // A static rendering into text cannot show a loading state, so it suspends.
    const arrival = present === 'static' ? use(ask()) : present
    if (!arrival) {
      void ask()
      return waiting
    }
    if ('error' in arrival && missing === 'throw') {
      window.addEventListener('online', forget, { once: true })
      throw arrival.error
    }
    if ('error' in arrival) return <MissingPart error={arrival.error} retry={forget} />
    const { component: Loaded } = arrival
    return <Loaded {...props} />
  }
  /** Code that is already loaded is drawn at once; either way the component instance stays the same. */
  function Part(props: object) {
    const [drawn] = useState(() => (arrived && 'component' in arrived ? arrived : null))
    if (!drawn) return <AwaitedPart {...props} />
    const { component: Loaded } = drawn
    return <Loaded {...props} />
  }
  return Object.assign(Part as ComponentType<PropsOf<Component>>, {
    // A visible part reports the failure itself; code that nobody needs yet is loaded again when it is needed.
    preload: async () => {
      if ('error' in (await ask()) && !isAwaited) forget()
    },
  })
}

/** Fetches parts once the browser has nothing else to do, so that they are there when the network is not. Returns how to stop. */
export const preloadWhenIdle = (parts: readonly { preload: () => Promise<void> }[]): (() => void) =>
  whenIdle(() => {
    for (const part of parts) void part.preload()
  }, 3000)
