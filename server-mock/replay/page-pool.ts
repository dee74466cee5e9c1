import type { Browser, BrowserContext, Page } from 'playwright'
import type { FixtureDocumentEnvironment } from '#schemas/types/contract.d.ts'
import { sessionHeader, type Edge } from './edge.ts'

/** A tab in which nothing is left of the sessions before. */
export interface Tab {
  context: BrowserContext
  page: Page
}

export interface PagePool {
  /** The calls of the tab carry the name of the session. */
  open: (environment: FixtureDocumentEnvironment, session: string) => Promise<OpenTab>
}

export interface OpenTab extends Tab {
  /** Runs in each document of this session before its own scripts. */
  prepare: <Value>(script: (value: Value) => void, value: Value) => Promise<void>
  close: () => Promise<void>
}

/** A page of the edge without a script. */
const emptyPath = '/ready'

/**
 * Gives a tab to each session. Tabs are used again by later sessions with the same language and time zone: their process has the code of
 * the panel already, fetched and compiled. Whatever a session has stored is deleted.
 */
export function createPagePool(browser: Browser, { origin }: Edge): PagePool {
  const free = new Map<string, Tab[]>()
  const create = async (locale: string, timezoneId: string): Promise<Tab> => {
    const context = await browser.newContext({ baseURL: origin, locale, timezoneId, reducedMotion: 'reduce', serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(emptyPath)
    return { context, page }
  }
  const clean = async ({ context, page }: Tab): Promise<void> => {
    await Promise.all(context.pages().map((each) => (each === page ? undefined : each.close())))
    await page.goto(emptyPath)
    // Outside of the window, as long as no step points at something.
    await page.mouse.move(-10, -10)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await cdp.send('Page.resetNavigationHistory')
    await cdp.detach()
    await page.evaluate(() => sessionStorage.clear())
    await context.clearCookies()
    await context.clearPermissions()
  }
  return {
    async open({ locale, timezone = 'Asia/Tehran', viewport = { width: 1366, height: 768 }, scheme = 'light' }, session) {
      const key = JSON.stringify([locale, timezone])
      const tab = free.get(key)?.pop() ?? (await create(locale, timezone))
      const { context, page } = tab
      const scripts: { dispose: () => Promise<void> }[] = []
      await context.setExtraHTTPHeaders({ [sessionHeader]: session })
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: scheme })
      return {
        ...tab,
        async prepare(script, value) {
          scripts.push(await page.addInitScript(`(${script.toString()})(${JSON.stringify(value)})`))
        },
        async close() {
          try {
            await Promise.all(scripts.map((script) => script.dispose()))
            await clean(tab)
            free.set(key, [...(free.get(key) ?? []), tab])
          } catch {
            // A tab that cannot be cleaned, such as one that crashed, is used no more.
            await context.close()
          }
        },
      }
    },
  }
}
