import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { installPageClock, type PageClock } from '#server/replay/page-clock.ts'

const startsAt = Date.UTC(2026, 0, 31, 8)

interface Opened {
  clock: PageClock
  /** Runs a script in the page. */
  run: (script: string) => unknown
  /** What the page has said by `say(…)`. */
  said: string[]
  leave: () => void
}

/** A page with a clock, in a realm of its own; pages of one tab share what the tab has stored. */
function openPage(stored = new Map<string, string>()): Opened {
  const said: string[] = []
  const leaving: (() => void)[] = []
  const page = createContext({
    MessageChannel,
    AbortController,
    AbortSignal: {},
    DOMException,
    performance: {},
    setTimeout: () => 'own',
    reportError: (fault: unknown) => said.push(String(fault)),
    addEventListener: (_: string, listener: () => void) => leaving.push(listener),
    sessionStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) },
    say: (text: unknown) => said.push(String(text)),
  })
  const run = (script: string): unknown => runInContext(script, page)
  run(`globalThis.window = globalThis; (${installPageClock.toString()})(${startsAt})`)
  return { clock: run('pishkhanClock') as PageClock, run, said, leave: () => leaving.forEach((listener) => listener()) }
}

describe('the clock of a replayed page', () => {
  it('stands still until it goes on, for dates, formats and performance', async () => {
    const { clock, run } = openPage()
    const read = () => run('[Date.now(), new Date().toISOString(), performance.now(), typeof Date(), new Date(0).getTime()].join()')
    expect(read()).toBe(`${startsAt},2026-01-31T08:00:00.000Z,0,string,0`)
    await clock.advance(90_000)
    expect(read()).toBe(`${startsAt + 90_000},2026-01-31T08:01:30.000Z,90000,string,0`)
    expect(run(`new Intl.DateTimeFormat('en', { timeZone: 'UTC', timeStyle: 'medium' }).format()`)).toMatch(/^8:01:30/)
  })

  it('runs what is due in its order, each after what the one before has started', async () => {
    const { clock, run, said } = openPage()
    run(`setTimeout(() => say('second'), 20)
      setTimeout(() => { say('first'); Promise.resolve().then(() => say('and its consequence')); setTimeout(() => say('third'), 15) }, 10)
      clearTimeout(setTimeout(() => say('never'), 5))
      setTimeout((...values) => say(values.join(' ')), 40, 'with', 'values')`)
    expect([clock.isDue(9), clock.isDue(10)]).toEqual([false, true])
    await clock.advance(30)
    expect(said).toEqual(['first', 'and its consequence', 'second', 'third'])
    await clock.advance(10)
    expect(said.at(-1)).toBe('with values')
    expect(clock.isDue(100_000)).toBe(false)
  })

  it('repeats what is to be repeated, and comes past what starts itself again at once', async () => {
    const { clock, run, said } = openPage()
    run(`const every = setInterval(() => say('again'), 100); const spin = () => setTimeout(spin); spin()`)
    await clock.advance(250)
    expect(said).toEqual(['again', 'again'])
    run('clearInterval(every)')
    await clock.advance(200)
    expect(said).toHaveLength(2)
  })

  it('gives a frame each 16 ms, and idle time when nothing waits', async () => {
    const { clock, run, said } = openPage()
    run(`requestIdleCallback(({ didTimeout }) => say('idle ' + didTimeout)); requestAnimationFrame((at) => say('frame at ' + at))`)
    await clock.advance(0)
    expect(said).toEqual(['idle false'])
    await clock.advance(16)
    expect(said.at(-1)).toBe('frame at 16')
  })

  it('reports what fails in a timer and goes on', async () => {
    const { clock, run, said } = openPage()
    run(`setTimeout(() => { throw new Error('broken') }, 1); setTimeout(() => say('still there'), 2)`)
    await clock.advance(5)
    expect(said).toEqual(['Error: broken', 'still there'])
  })

  it('ends a wait with a limit when the limit is reached', async () => {
    const { clock, run } = openPage()
    run('globalThis.signal = AbortSignal.timeout(1000)')
    await clock.advance(999)
    expect(run('signal.aborted')).toBe(false)
    await clock.advance(1)
    expect(run('signal.reason.name')).toBe('TimeoutError')
  })

  it('goes on in the next document where the one before was left', async () => {
    const tab = new Map<string, string>()
    const first = openPage(tab)
    await first.clock.advance(5000)
    first.leave()
    expect(openPage(tab).run('Date.now()')).toBe(startsAt + 5000)
  })

  it('gives the timers of the browser back', () => {
    const { clock, run } = openPage()
    clock.release()
    expect(run('setTimeout()')).toBe('own')
  })
})
