/** The clock that `installPageClock` puts into a page. */
export interface PageClock {
  /** Whether something is due within so many milliseconds. */
  isDue: (ms: number) => boolean
  /** Goes on by so many milliseconds, and runs what is due on the way, each after everything that the one before has started. */
  advance: (ms: number) => Promise<void>
  /** Gives the browser's own timers back; what waits for this clock waits for ever. */
  release: () => void
}

/**
 * Puts a clock into the page that stands still until it is told to go on: dates, timers, frames, idle times, performance.now and
 * AbortSignal.timeout. A document that is loaded later in the same tab goes on where the one before was left. Only the text of this
 * function reaches the browser. `startsAt` is in milliseconds since 1970.
 */
export function installPageClock(startsAt: number): void {
  const place = window as unknown as { pishkhanClock?: PageClock }
  if (place.pishkhanClock) return
  interface Timer {
    id: number
    at: number
    /** Of what comes again and again. */
    everyMs?: number
    run: () => void
  }
  const key = 'pishkhan-replay-clock'
  const store = (): Storage | undefined => {
    try {
      return sessionStorage
    } catch {
      return undefined // A page without storage, such as about:blank.
    }
  }
  const own = {
    setTimeout: window.setTimeout,
    clearTimeout: window.clearTimeout,
    setInterval: window.setInterval,
    clearInterval: window.clearInterval,
    requestAnimationFrame: window.requestAnimationFrame,
    cancelAnimationFrame: window.cancelAnimationFrame,
    requestIdleCallback: window.requestIdleCallback,
    cancelIdleCallback: window.cancelIdleCallback,
  }
  const timers = new Map<number, Timer>()
  const frameMs = 16
  const idleMs = 50
  const longestMs = 2 ** 31 - 1
  let passedMs = Number(store()?.getItem(key) ?? 0)
  let lastId = 0
  let isRunning = false
  const now = (): number => startsAt + passedMs

  const add = (run: Timer['run'], delayMs: unknown, isRepeated = false): number => {
    const wanted = Number(delayMs)
    const delay = wanted > 0 && wanted <= longestMs ? wanted : 0
    const id = ++lastId
    // What starts itself again while the clock runs must not keep it where it is.
    const at = passedMs + Math.max(delay, isRunning ? 1 : 0)
    timers.set(id, { id, at, run, ...(isRepeated && { everyMs: Math.max(delay, 1) }) })
    return id
  }
  const remove = (id: unknown): void => void timers.delete(Number(id))
  const nextOf = (untilMs: number): Timer | undefined => {
    let next: Timer | undefined
    for (const timer of timers.values()) if (timer.at <= untilMs && (!next || timer.at < next.at)) next = timer
    return next
  }

  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  const nextTask = (): Promise<void> =>
    new Promise((done) => {
      waiting.push(done)
      port2.postMessage(null)
    })

  type Run = (...values: unknown[]) => void
  const fakes = {
    setTimeout: (run: Run, ms?: number, ...values: unknown[]) => add(() => run(...values), ms),
    clearTimeout: remove,
    setInterval: (run: Run, ms?: number, ...values: unknown[]) => add(() => run(...values), ms, true),
    clearInterval: remove,
    requestAnimationFrame: (run: FrameRequestCallback) => add(() => run(passedMs), frameMs - (passedMs % frameMs)),
    cancelAnimationFrame: remove,
    requestIdleCallback: (run: IdleRequestCallback, { timeout }: IdleRequestOptions = {}) =>
      add(() => run({ didTimeout: false, timeRemaining: () => 0 }), timers.size === 0 ? 0 : Math.min(timeout ?? idleMs, idleMs)),
    cancelIdleCallback: remove,
  }
  Object.assign(window, fakes)

  const OwnDate = Date
  OwnDate.now = now
  window.Date = new Proxy(OwnDate, {
    construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [now()] : values, made) as object,
    apply: () => new OwnDate(now()).toString(),
  })
  OwnDate.prototype.constructor = window.Date
  const { formatToParts } = Intl.DateTimeFormat.prototype
  const { get: formatOf } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!
  Object.defineProperties(Intl.DateTimeFormat.prototype, {
    format: {
      get(this: Intl.DateTimeFormat) {
        const format = formatOf!.call(this) as Intl.DateTimeFormat['format']
        return (date: Date | number = now()) => format(date)
      },
    },
    formatToParts: {
      value(this: Intl.DateTimeFormat, date: Date | number = now()) {
        return formatToParts.call(this, date)
      },
    },
  })
  Object.assign(performance, { now: () => passedMs, getEntries: () => [], getEntriesByName: () => [], getEntriesByType: () => [] })
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    add(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms)
    return controller.signal
  }

  place.pishkhanClock = {
    isDue: (ms) => nextOf(passedMs + ms) !== undefined,
    async advance(ms) {
      const untilMs = passedMs + ms
      isRunning = true
      for (let timer = nextOf(untilMs); timer; timer = nextOf(untilMs)) {
        passedMs = Math.max(passedMs, timer.at)
        if (timer.everyMs === undefined) timers.delete(timer.id)
        else timer.at += timer.everyMs
        try {
          timer.run()
        } catch (fault) {
          reportError(fault)
        }
        await nextTask()
      }
      isRunning = false
      passedMs = untilMs
    },
    release: () => Object.assign(window, own),
  }
  window.addEventListener('pagehide', () => store()?.setItem(key, String(passedMs)))
}
