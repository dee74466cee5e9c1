import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright'
import { demoPassword } from '#server/features/persons/seed.ts'
import { ensureBuilt } from '#server/set-up.mjs'
import { measureMainThread, median, threadTimes } from './browser.ts'
import { absolute, type Measurement } from './report.ts'
import { freePort, startAndWait } from './servers.ts'

const postings = 500
const rounds = 5
const keys = 'the quick brown fox jumps over a lazy dog'

type Call = <Results>(name: string, payload?: object) => Promise<Results>

async function signIn(url: string): Promise<{ call: Call; session: string }> {
  let token = ''
  const call: Call = async <Results>(name: string, payload?: object) => {
    const response = await fetch(`${url}/api/v1/${name}`, {
      method: payload ? 'POST' : 'GET',
      headers: {
        'x-locale': 'en',
        ...(payload && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: payload && JSON.stringify(payload),
    })
    const { results, ...fault } = (await response.json()) as { results: Results }
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(fault)}`)
    return results
  }
  const { token: made, user } = await call<{ token: string; user: object }>('login', { username: 'administrator', password: demoPassword })
  token = made
  const auth = { token, user, locale: 'en', timezone: 'Asia/Tehran' }
  return { call, session: JSON.stringify({ state: { auth, settings: { locale: 'en' } }, stored_at: Date.now() }) }
}

/** Saves a balanced voucher of so many postings; answers its id, and how long the call took. */
async function saveVoucher(call: Call): Promise<{ id: number; ms: number }> {
  const details = await call<{ id: number; group_id: number }[]>('list?model=accountant_segregate&page_size=2')
  const rows = Array.from({ length: postings }, (_, at) => {
    const { id, group_id } = details[at % details.length]!
    return { group_id, segregate_id: id, description: `Posting ${at + 1}`, [at % 2 ? 'creditor' : 'debtor']: '1250000' }
  })
  const started = performance.now()
  const { id } = await call<{ id: number }>('accountant-document-save', {
    description: 'A long voucher',
    date: '2026-05-04',
    postings: rows,
  })
  return { id, ms: performance.now() - started }
}

/** Main-thread time from a click on the voucher's link in the list to its first painted rows. */
async function openVoucher(page: Page, session: CDPSession, id: number): Promise<number> {
  const entry = page.locator('nav a[href="/accountant/documents"]').first()
  await entry.waitFor({ state: 'attached' })
  await entry.evaluate((element) => (element as HTMLElement).click()) // its group may be folded
  const link = page.locator(`main a[href="/accountant/documents/${id}/edit"]`).first()
  await link.waitFor()
  await page.waitForTimeout(1500) // what the list loads behind its rows
  return measureMainThread(page, session, async () => {
    await link.evaluate((element) => (element as HTMLElement).click())
    await page.locator('.pk-inner-table tbody tr').nth(10).waitFor()
  })
}

/** Script a key in the description of the voucher, in milliseconds. */
async function typeInVoucher(page: Page, session: CDPSession): Promise<number> {
  await page.getByLabel('Description').first().focus()
  await page.keyboard.type('warm up ', { delay: 20 })
  await page.waitForTimeout(600)
  const before = await threadTimes(session)
  await page.keyboard.type(keys, { delay: 20 })
  return ((await threadTimes(session)).script - before.script) / keys.length
}

/** A voucher of five hundred postings: saved on PGlite, opened from its list, and typed in. */
export async function measureVoucher(browser: Browser): Promise<Measurement[]> {
  ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-bench-'))
  const port = await freePort()
  const server = await startAndWait([process.execPath, 'dist/server/server.js'], port, '/ready', {
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
  })
  try {
    const { call, session: stored } = await signIn(server.url)
    const saves: number[] = [],
      opens: number[] = [],
      typed: number[] = []
    let id = 0
    for (let round = 0; round < rounds; round++) {
      const saved = await saveVoucher(call)
      id = saved.id
      saves.push(saved.ms)
    }
    const context = await browser.newContext({
      viewport: { width: 1366, height: 768 },
      storageState: { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: 'pishkhan', value: stored }] }] },
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(server.url)
    for (let round = -1; round < rounds; round++) {
      const opened = await openVoucher(page, session, id)
      const key = await typeInVoucher(page, session)
      await page.reload() // what was typed is offered again as a draft, and not kept in the form
      if (round < 0) continue // the first round warms the page up
      opens.push(opened)
      typed.push(key)
    }
    await context.close()
    return [
      absolute(`Voucher of ${postings} postings: saved on PGlite`, median(saves) / 1000, 's', 1),
      absolute(`Voucher of ${postings} postings: main thread from its link to its first painted rows`, median(opens), 'ms', 300),
      absolute(`Voucher of ${postings} postings: script a key`, median(typed), 'ms', 4),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
