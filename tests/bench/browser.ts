import type { Browser, CDPSession, Page } from 'playwright'
import { launchChromium } from '#server/browser/launch-chromium.ts'

export const openBrowser = (): Promise<Browser> => launchChromium(process.env, 'A bench')

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Opens a bench's page in a browser context of its own, ready to mount, hands it to `work` and closes it. */
export async function inBenchPage<Tried>(
  browser: Browser,
  url: string,
  work: (page: Page, session: CDPSession) => Promise<Tried>,
): Promise<Tried> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en' })
  try {
    const page = await context.newPage()
    await page.addInitScript('globalThis.__name = value => value') // the compiler names functions, in the page too
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(url)
    await page.waitForSelector('html[data-prepared]', { state: 'attached' })
    return await work(page, session)
  } finally {
    await context.close()
  }
}

/** Processor time of the page's main thread and of its scripts, in milliseconds. */
export async function threadTimes(session: CDPSession): Promise<{ script: number; task: number }> {
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (wanted: string): number => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000
  return { script: of('ScriptDuration'), task: of('TaskDuration') }
}

/** Main-thread time that some work takes, the paint after it included. */
export async function measureMainThread(page: Page, session: CDPSession, work: () => Promise<void>): Promise<number> {
  const before = (await threadTimes(session)).task
  await work()
  await untilPainted(page)
  return (await threadTimes(session)).task - before
}

const waitMs = 20_000

/** Waits for what happens in a page, at most 20 s: a page in the background draws no frames and is told so instead of being waited for. */
const inTime = async (what: string, happening: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${waitMs / 1000} s.`)), waitMs)
  })
  await Promise.race([happening, late]).finally(() => clearTimeout(timer))
}

/** Until the next frame of the page is painted. */
const untilPainted = (page: Page): Promise<void> =>
  inTime(
    'The next frame of the page',
    page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve()
            port2.postMessage(0)
          }),
        ),
    ),
  )

/** Until the page's main thread has nothing left to do. Chromium looks for idle time after a frame, so one is asked for. */
export const untilIdle = (page: Page): Promise<void> =>
  inTime(
    'A moment without work',
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => requestIdleCallback(() => resolve()))
        }),
    ),
  )
