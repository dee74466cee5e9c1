import { resolve } from 'node:path'
import type { Browser } from 'playwright'
import { build, preview } from 'vite'
import { inBenchPage, measureMainThread, median } from './browser.ts'
import { absolute, relative, type Measurement } from './report.ts'
import { freePort } from './servers.ts'

type Engine = 'ours' | 'virtual' | 'plain'
interface Tried {
  mountMs: number
  heapMb: number
  longestTaskMs: number
  changeMs: number
  keyMs: number
}
interface Bench {
  mount: () => Promise<number>
  changeRow: (turn: number) => Promise<void>
  scroll: (frames: number) => Promise<number>
}

const rounds = 5
const changes = 10
const keys = 'the quick brown fox'

async function tryTable(browser: Browser, url: string, engine: Engine, rows: number): Promise<Tried> {
  return inBenchPage(browser, `${url}?engine=${engine}&rows=${rows}`, async (page, session) => {
    const usedMb = async () => {
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
    }
    const before = await usedMb()
    const mountMs = await page.evaluate(() => (window as unknown as { bench: Bench }).bench.mount())
    const heapMb = (await usedMb()) - before
    const changeMs =
      (await measureMainThread(page, session, () =>
        page.evaluate(async (changes) => {
          for (let turn = 0; turn < changes; turn++) await (window as unknown as { bench: Bench }).bench.changeRow(turn)
        }, changes),
      )) / changes
    let keyMs = 0
    if (engine === 'ours') {
      await page.getByRole('searchbox').focus()
      keyMs = (await measureMainThread(page, session, () => page.keyboard.type(keys, { delay: 20 }))) / keys.length
    }
    const longestTaskMs = await page.evaluate(() => (window as unknown as { bench: Bench }).bench.scroll(100))
    return { mountMs, heapMb, longestTaskMs, changeMs, keyMs }
  })
}

/** The table of a grid against antd's, virtual and by hand; all in one run, in turns. */
export async function measureGrids(browser: Browser): Promise<Measurement[]> {
  await build({
    configFile: 'vite.config.ts',
    root: 'tests/bench/grids',
    base: './',
    logLevel: 'error',
    build: { rollupOptions: { input: resolve('tests/bench/grids/index.html') }, outDir: '../../../dist/bench-grids', emptyOutDir: true },
  })
  const server = await preview({
    configFile: false,
    root: 'dist/bench-grids',
    build: { outDir: '.' },
    preview: { port: await freePort(), host: '127.0.0.1' },
  })
  try {
    const cases = [
      ['many', 'ours', 1000],
      ['virtual', 'virtual', 1000],
      ['page', 'ours', 50],
      ['plain', 'plain', 50],
    ] as const
    const tried: Record<string, Tried[]> = {}
    for (let round = 0; round < rounds; round++)
      for (const [name, engine, rows] of cases)
        (tried[name] ??= []).push(await tryTable(browser, server.resolvedUrls!.local[0]!, engine, rows))
    const of = (name: (typeof cases)[number][0], key: keyof Tried) => median(tried[name]!.map((one) => one[key]))
    return [
      relative("1,000 rows of 12 columns: mount, against antd's virtual table", of('many', 'mountMs'), 'ms', of('virtual', 'mountMs'), 1.2),
      relative("1,000 rows of 12 columns: heap, against antd's virtual table", of('many', 'heapMb'), 'MB', of('virtual', 'heapMb'), 2),
      absolute('1,000 rows of 12 columns: longest task while scrolling', of('many', 'longestTaskMs'), 'ms', 50),
      absolute('1,000 rows of 12 columns: main thread a key of quick search', of('many', 'keyMs'), 'ms', 16),
      relative('Page of 50 rows: mount, against a hand-written antd Table', of('page', 'mountMs'), 'ms', of('plain', 'mountMs'), 1.1),
      relative(
        'Page of 50 rows: main thread of one changed row, against a hand-written antd Table',
        of('page', 'changeMs'),
        'ms',
        of('plain', 'changeMs'),
        0.25,
      ),
    ]
  } finally {
    await server.close()
  }
}
