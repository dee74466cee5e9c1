import { resolve } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright'
import { build, preview } from 'vite'
import { inBenchPage, median, threadTimes } from './browser.ts'
import type { liveKey } from './forms/live.ts'
import type { MountTimes } from './forms/main.tsx'
import { absolute, relative, type Measurement } from './report.ts'
import { freePort } from './servers.ts'

type Engine = 'ours' | 'rjsf' | 'antd' | 'native'
interface Sizes {
  fields?: number
  rows?: number
  cells?: number
  ready: number
}
interface Typing {
  scriptMs: number
  cpuMs: number
  commitMs: number
  longTasks: number
}
interface Tried extends MountTimes {
  typing: Typing
}

const rounds = 5
const keys = 'the quick brown fox jumps over a lazy dog'
/** Rows that plain rjsf is given: with a thousand it takes minutes, so its time is taken as growing no faster than its rows. */
const fewRows = 50

const quiet = (page: Page, ms: number) => page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), ms)

/** Types a burst of keys into the focused control; what happens once the burst is over is counted apart, as the commit. */
async function type(page: Page, session: CDPSession): Promise<Typing> {
  await page.keyboard.type('warm up ', { delay: 20 })
  await quiet(page, 600)
  await page.evaluate(() => {
    ;(window as unknown as { bench: { longTasks: number[] } }).bench.longTasks.length = 0
  })
  const before = await threadTimes(session)
  await page.keyboard.type(keys, { delay: 20 })
  const typed = await threadTimes(session)
  await quiet(page, 600)
  const after = await threadTimes(session)
  const longTasks = await page.evaluate(() => (window as unknown as { bench: { longTasks: number[] } }).bench.longTasks.length)
  return {
    scriptMs: (typed.script - before.script) / keys.length,
    cpuMs: (typed.task - before.task) / keys.length,
    commitMs: after.script - typed.script,
    longTasks,
  }
}

async function focusControl(page: Page, { fields, rows }: Sizes): Promise<void> {
  if (!rows) return page.getByLabel(`Field ${Math.floor(fields! / 40) * 20 + 1}`, { exact: true }).focus()
  const cell = page.getByRole('gridcell').nth(0)
  if (await cell.count()) {
    await cell.focus()
    await page.keyboard.press('Enter')
  } else await page.getByLabel('Field 1', { exact: true }).first().focus()
}

export async function tryEngine(browser: Browser, url: string, engine: Engine, sizes: Sizes): Promise<Tried> {
  const query = new URLSearchParams({ engine, ...Object.fromEntries(Object.entries(sizes).map(([key, value]) => [key, String(value)])) })
  return inBenchPage(browser, `${url}?${query}`, async (page, session) => {
    const times = await page.evaluate(() => (window as unknown as { bench: { mount: () => Promise<MountTimes> } }).bench.mount())
    await focusControl(page, sizes)
    return { ...times, typing: await type(page, session) }
  })
}

/** Script of what is computed after a key in one of so many rows, in milliseconds. */
export async function tryLive(browser: Browser, url: string, rows: number, isShared: boolean): Promise<number> {
  const tries: number[] = []
  for (let round = 0; round < rounds; round++)
    tries.push(
      await inBenchPage(browser, `${url}?engine=ours&fields=1&ready=1`, (page) =>
        page.evaluate(([rows, isShared]) => (window as unknown as { bench: { liveKey: typeof liveKey } }).bench.liveKey(rows, isShared), [
          rows,
          isShared,
        ] as const),
      ),
    )
  return median(tries)
}

type Case = readonly [name: string, engine: Engine, sizes: Sizes]

async function tryAll(
  browser: Browser,
  url: string,
  cases: readonly Case[],
): Promise<Record<string, (pick: (tried: Tried) => number) => number>> {
  const tried: Record<string, Tried[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, engine, sizes] of cases) (tried[name] ??= []).push(await tryEngine(browser, url, engine, sizes))
  }
  return Object.fromEntries(Object.entries(tried).map(([name, list]) => [name, (pick) => median(list.map(pick))]))
}

/** The form engine against plain rjsf, a form written by hand with antd, and native inputs; all in one run, in turns. */
export async function measureForms(browser: Browser): Promise<Measurement[]> {
  await build({
    configFile: 'vite.config.ts',
    root: 'tests/bench/forms',
    base: './',
    logLevel: 'error',
    build: { rollupOptions: { input: resolve('tests/bench/forms/index.html') }, outDir: '../../../dist/bench-forms', emptyOutDir: true },
  })
  const server = await preview({
    configFile: false,
    root: 'dist/bench-forms',
    build: { outDir: '.' },
    preview: { port: await freePort(), host: '127.0.0.1' },
  })
  try {
    const url = server.resolvedUrls!.local[0]!
    const flat = (fields: number): Sizes => ({ fields, ready: fields })
    const list = (rows: number): Sizes => ({ rows, cells: 12, ready: rows * 12 })
    const { ours, rjsf, antd, native, hundred, thousand, rows, rjsfRows } = await tryAll(browser, url, [
      ['ours', 'ours', flat(300)],
      ['rjsf', 'rjsf', flat(300)],
      ['antd', 'antd', flat(300)],
      ['native', 'native', flat(300)],
      ['hundred', 'ours', flat(100)],
      ['thousand', 'ours', flat(1000)],
      ['rows', 'ours', { ...list(1000), ready: 120 }],
      ['rjsfRows', 'rjsf', list(fewRows)],
    ])
    const key = ({ typing }: Tried) => typing.scriptMs
    const cpu = ({ typing }: Tried) => typing.cpuMs
    const commit = ({ typing }: Tried) => typing.commitMs
    const longTasks = ({ typing }: Tried) => typing.longTasks
    const ready = ({ readyMs }: Tried) => readyMs
    return [
      relative(
        'Form of 300 fields: what is in view, against plain rjsf',
        ours!(({ inViewMs }) => inViewMs),
        'ms',
        rjsf!(ready),
        1 / 3,
      ),
      relative('Form of 300 fields: all ready, against hand-written antd', ours!(ready), 'ms', antd!(ready), 0.9),
      absolute('Form of 300 fields: script a key', ours!(key), 'ms', 2),
      relative('Form of 300 fields: script a key, against plain rjsf', ours!(key), 'ms', rjsf!(key), 0.1),
      relative('Form of 300 fields: script a key, against hand-written antd', ours!(key), 'ms', antd!(key), 1),
      relative('Form of 300 fields: main thread a key, against native inputs', ours!(cpu), 'ms', native!(cpu), 1.2),
      absolute('Form of 300 fields: script of the commit after a burst', ours!(commit), 'ms', 50),
      absolute('Form of 300 fields: long tasks while typing and at the commit', ours!(longTasks), 'tasks', 0),
      absolute('Form of 1,000 fields: script a key', thousand!(key), 'ms', 2),
      relative('Form of 1,000 fields: main thread a key, against 100 fields', thousand!(cpu), 'ms', hundred!(cpu), 1.2),
      absolute('Form of 1,000 fields: script of the commit after a burst', thousand!(commit), 'ms', 50),
      relative(
        `List of 1,000 rows of 12 cells: opening, against plain rjsf with ${fewRows} rows times ${1000 / fewRows}`,
        rows!(ready),
        'ms',
        rjsfRows!(ready) * (1000 / fewRows),
        0.1,
      ),
      absolute('List of 1,000 rows of 12 cells: script a key', rows!(key), 'ms', 4),
      absolute('List of 1,000 rows of 12 cells: script of the commit after a burst', rows!(commit), 'ms', 50),
      absolute('List of 1,000 rows of 12 cells: long tasks while typing and at the commit', rows!(longTasks), 'tasks', 0),
      absolute('Order of 200 lines: formulas after a key', await tryLive(browser, url, 200, false), 'ms', 1),
      absolute('Order of 500 lines with a share: formulas after a key', await tryLive(browser, url, 500, true), 'ms', 4),
    ]
  } finally {
    await server.close()
  }
}
