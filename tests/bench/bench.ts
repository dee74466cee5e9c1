import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page, Response } from 'playwright'
import { build, preview } from 'vite'
import { ensureBuilt } from '#server/set-up.mjs'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { measureMainThread, median, openBrowser, untilIdle } from './browser.ts'
import { measureExports } from './export-bench.ts'
import { measureFreezes } from './freeze-bench.ts'
import { measureForms } from './form-bench.ts'
import { measureGrids } from './grid-bench.ts'
import { measureGridServer } from './grid-server-bench.ts'
import { measureLedgers } from './ledger-bench.ts'
import { measureNotify } from './notify-bench.ts'
import { measureOffice } from './office-bench.ts'
import { absolute, relative, report, type Measurement } from './report.ts'
import { freePort, startAndWait } from './servers.ts'
import { measureVoucher } from './voucher-bench.ts'

const rounds = 5
const listPath = '/grid/bench-fifty/post/fifty'
const rowsShown = (count: number) => ({ rows: count, selector: 'main tbody tr' })

/** Collects the size, as gzip, of every script that a page loads, until it is asked for their sum (in KB). */
function weighScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  const weigh = (response: Response) => {
    if (response.request().resourceType() === 'script' && response.url().includes('/assets/'))
      sizes.push(response.body().then((body) => gzipSync(body, { level: 6 }).length))
  }
  page.on('response', weigh)
  return async () => {
    page.off('response', weigh)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
  }
}

async function post(url: string, endpoint: string, payload: unknown, token?: string) {
  const response = await fetch(`${url}/api/v1/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(payload),
  })
  const body = (await response.json()) as { results: { token: string } }
  if (!response.ok) throw new Error(`${endpoint}: ${JSON.stringify(body)}`)
  return body.results
}

async function signIn(page: Page, url: string) {
  await page.goto(`${url}/auth/login`)
  await page.locator('input[type=text], input:not([type])').first().fill('administrator')
  await page.locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => !address.pathname.startsWith('/auth'))
}

const untilRows = (page: Page, { rows, selector }: ReturnType<typeof rowsShown>) =>
  page.waitForFunction(
    ([selector, rows]) =>
      document.querySelectorAll(selector as string).length >= (rows as number) && !document.querySelector('[aria-busy=true]'),
    [selector, rows] as const,
    { polling: 'raf' },
  )

async function javascript(browser: Browser, url: string): Promise<Measurement[]> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const signInWeight = weighScripts(page)
  await page.goto(`${url}/auth/login`)
  await page.locator('input[type=password]').waitFor()
  await page.waitForLoadState('networkidle')
  const signInKb = await signInWeight()
  await signIn(page, url)
  const gridPage = await context.newPage()
  const gridWeight = weighScripts(gridPage)
  await gridPage.goto(url + listPath)
  await untilRows(gridPage, rowsShown(50))
  const gridKb = await gridWeight()
  await context.close()
  return [
    absolute('JavaScript of the sign-in page', signInKb, 'KB gzip', 265),
    absolute('JavaScript of the first painted grid page', gridKb, 'KB gzip', 275),
  ]
}

/** From the click on a menu entry: main-thread time until 50 rows are painted, and when the next page's frame shows. */
async function openFromMenu(page: Page, session: CDPSession) {
  await page.evaluate((path) => {
    const state = window as unknown as { clickedAt: number; frameMs: number }
    document.addEventListener(
      'click',
      () => {
        state.clickedAt = performance.now()
        const look = () =>
          requestAnimationFrame(() => {
            const isThere = location.pathname === path && document.querySelector('main h1, main [aria-busy=true], main table')
            if (isThere)
              setTimeout(() => {
                state.frameMs = performance.now() - state.clickedAt
              }, 0)
            else look()
          })
        look()
      },
      { capture: true, once: true },
    )
  }, listPath)
  const cpu = await measureMainThread(page, session, async () => {
    await page
      .locator(`nav a[href="${listPath}"]`)
      .first()
      .evaluate((link) => (link as HTMLElement).click())
    await untilRows(page, rowsShown(50))
  })
  const frameMs = await page.evaluate(() => (window as unknown as { frameMs: number }).frameMs)
  return { cpu, frameMs }
}

async function navigation(browser: Browser, url: string, handWritten: string): Promise<Measurement[]> {
  const ours: number[] = [],
    frames: number[] = [],
    theirs: number[] = []
  const page = await browser.newPage()
  await page.addInitScript('globalThis.__name = value => value') // the compiler names functions, in the page too
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await signIn(page, url)
  const other = await browser.newPage()
  const otherSession = await other.context().newCDPSession(other)
  await otherSession.send('Performance.enable', { timeDomain: 'threadTicks' })
  await other.goto(handWritten)
  for (let round = -1; round < rounds; round++) {
    await page.bringToFront()
    await page.locator('nav a[href="/divisions"]').first().click()
    await page.waitForURL('**/divisions')
    await untilRows(page, rowsShown(10))
    await page.waitForLoadState('networkidle')
    const { cpu, frameMs } = await openFromMenu(page, session)
    await other.bringToFront()
    await other.locator('#leave').click()
    await other.locator('.ant-table').waitFor({ state: 'detached' })
    await untilIdle(other)
    const mount = await measureMainThread(other, otherSession, async () => {
      await other
        .getByRole('menuitem')
        .first()
        .evaluate((item) => (item as HTMLElement).click())
      await untilRows(other, { rows: 50, selector: '.ant-table-tbody tr.ant-table-row' })
    })
    if (round < 0) continue // the first round warms both pages up
    ours.push(cpu)
    frames.push(frameMs)
    theirs.push(mount)
  }
  return [
    relative('Menu entry to 50 painted rows, main thread, against a hand-written antd Table', median(ours), 'ms', median(theirs), 1.3),
    absolute('Menu entry to the frame of the next page', median(frames), 'ms', 100),
  ]
}

/** The product as it is served, in a browser: sizes, ways through the panel, starts. */
async function measurePanel(browser: Browser): Promise<Measurement[]> {
  ensureBuilt()
  await build({
    configFile: 'vite.config.ts',
    root: 'tests/bench/hand-written',
    base: './',
    logLevel: 'error',
    build: { rollupOptions: { input: resolve('tests/bench/hand-written/index.html') }, outDir: '../../../dist/bench', emptyOutDir: true },
  })
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-bench-'))
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent' }
  const first = await startAndWait(['npm', 'start', '--silent'], port, '/ready', env)
  await first.stop()
  const server = await startAndWait(['npm', 'start', '--silent'], port, '/ready', env)
  const handWritten = await preview({
    configFile: false,
    root: 'dist/bench',
    build: { outDir: '.' },
    preview: { port: await freePort(), host: '127.0.0.1' },
  })
  try {
    const { token } = await post(server.url, 'login', { username: 'developer', password: demoPassword })
    await post(server.url, 'publish', { module: 'bench-fifty', documents: readModuleFolder('tests/bench/fifty'), note: 'benchmark' }, token)
    return [
      ...(await javascript(browser, server.url)),
      ...(await navigation(browser, server.url, handWritten.resolvedUrls!.local[0]!)),
      absolute('npm start from a built checkout, new database', first.startMs / 1000, 's', 5),
      absolute('npm start from a built checkout', server.startMs / 1000, 's', 5),
    ]
  } finally {
    await handWritten.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const parts = {
  panel: measurePanel,
  forms: measureForms,
  'grid-server': measureGridServer,
  ledgers: measureLedgers,
  voucher: measureVoucher,
  notify: measureNotify,
  grid: measureGrids,
  export: measureExports,
  freeze: measureFreezes,
  office: measureOffice,
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)

const browser = await openBrowser()
try {
  const measurements: Measurement[] = []
  for (const [name, measure] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) {
      const started = performance.now()
      measurements.push(...(await measure(browser)))
      console.log(`Part ${name} took ${Math.round((performance.now() - started) / 1000)} s.`)
    }
  report(measurements, 'bench.json')
} finally {
  await browser.close()
}
process.exit(JSON.parse(readFileSync('bench.json', 'utf8')).every(({ holds }: Measurement) => holds) ? 0 : 1)
