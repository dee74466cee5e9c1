import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test as base, type BrowserContext, type Locator, type Page } from 'playwright/test'

export { expect } from 'playwright/test'

export type Role = 'administrator' | 'developer' | 'content_manager' | 'operator' | 'editor' | 'staff' | 'customer'
export interface Visit {
  role: Role | null
  panelLocale: string
  scheme: 'light' | 'dark' | 'system'
}
export interface Session {
  token: string
  user: { id: number; username: string; name_full: string }
}
interface CallOptions {
  method?: string
  params?: Record<string, string | number>
  payload?: unknown
  locale?: string
}

export const demoPassword = 'pishkhan-demo'

/** Makes a call beside the browser; throws with the body when the server refuses it. */
export async function callApi<Results>(
  origin: string,
  token: string | null,
  name: string,
  { method, params = {}, payload, locale = 'en' }: CallOptions = {},
): Promise<Results> {
  const query = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]))
  const response = await fetch(`${origin}/api/v1/${name}?${query}`, {
    method: method ?? (payload === undefined ? 'GET' : 'POST'),
    headers: {
      'X-Locale': locale,
      'X-Timezone': 'Asia/Tehran',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
    },
    body: payload === undefined ? undefined : JSON.stringify(payload),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`)
  return (JSON.parse(text) as { results: Results }).results
}

/** Signs in; waits where a test before has used up the attempts of this minute. */
export async function signIn(origin: string, username: string): Promise<Session> {
  const attempt = () => callApi<Session>(origin, null, 'login', { payload: { username, password: demoPassword } })
  return attempt().catch(async (fault: Error) => {
    const seconds = /^login answered 429: .*"retry_after_seconds":(\d+)/.exec(fault.message)?.[1]
    if (seconds === undefined) throw fault
    await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000))
    return attempt()
  })
}

const startedAt = Date.now()

/** What a browser keeps of somebody who signed in and chose a language. */
export function storedState(origin: string, session: Session | null, { locale, scheme }: { locale: string; scheme: Visit['scheme'] }) {
  const auth = { ...(session && { token: session.token, user: session.user }), locale, timezone: 'Asia/Tehran' }
  const value = JSON.stringify({
    state: { auth: session ? auth : {}, settings: { sidebarCollapsed: null, scheme, locale } },
    stored_at: startedAt,
  })
  return { cookies: [], origins: [{ origin, localStorage: [{ name: 'pishkhan', value }] }] }
}

type SessionOf = (role: Role) => Promise<Session>
interface Helpers {
  api: <Results>(name: string, options?: CallOptions & { as?: Role }) => Promise<Results>
}

/** Opens pages as somebody of `role` (nobody for null), in a language and colours; `api` makes what a test needs. */
export const test = base.extend<Visit & Helpers, { sessionOf: SessionOf }>({
  role: ['administrator', { option: true }],
  panelLocale: ['en', { option: true }],
  scheme: ['light', { option: true }],
  sessionOf: [
    async ({}, provide, { project }) => {
      const sessions = new Map<Role, Promise<Session>>()
      await provide((role) => {
        const session = sessions.get(role) ?? signIn(project.use.baseURL!, role)
        sessions.set(role, session)
        return session
      })
    },
    { scope: 'worker' },
  ],
  storageState: async ({ role, panelLocale, scheme, sessionOf, baseURL }, provide) => {
    await provide(storedState(baseURL!, role && (await sessionOf(role)), { locale: panelLocale, scheme }))
  },
  page: async ({ page }, provide) => {
    await provide(page)
    // What is still on its way when a test ends concerns nobody.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  api: async ({ sessionOf, baseURL, panelLocale }, provide) => {
    await provide(async (name, { as = 'administrator', ...options } = {}) => {
      const callAs = ({ token }: Session) => callApi<never>(baseURL!, token, name, { locale: panelLocale, ...options })
      // What matters most asks for a proof that is younger than a whole run.
      return callAs(await sessionOf(as)).catch(async (fault: Error) => {
        if (!fault.message.includes('identity-unproved')) throw fault
        return callAs(await signIn(baseURL!, as))
      })
    })
  },
})

export const uniqueName = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`

/** Opens a path and waits until its page has its heading. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1:not([aria-busy=true])')).toHaveText(/\S/)
}

/** Opens the page of a grid and waits for its rows. */
export async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('table[aria-busy=false] tbody tr[data-id]').first()).toBeVisible()
}

/** The line of a grid whose text holds `name`. */
export const lineOf = (page: Page, name: string): Locator => page.locator('tbody tr[data-id]').filter({ hasText: name })

/** What a toast says. */
export const toast = (page: Page, text: string): Locator => page.getByRole('region', { name: 'Messages' }).getByText(text)

/** Picks an entry from the menu at the end of a line. */
export async function pickFromMenu(page: Page, name: string, entry: string): Promise<void> {
  await lineOf(page, name)
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Answers every call of `endpoint` with this body. */
export async function answerCall(target: Page | BrowserContext, endpoint: string, body: object, status = 200): Promise<void> {
  await target.route(
    (url) => url.pathname.endsWith(`/${endpoint}`),
    (route) => route.fulfill({ status, json: body }),
  )
}

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary?: string }[]
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong on the page as it stands, one line a place; by these of its rules too that are off by themselves. */
export async function findViolations(page: Page, ...further: string[]): Promise<string[]> {
  await page.evaluate(axe)
  const rules = Object.fromEntries(further.map((rule) => [rule, { enabled: true }]))
  // What passes is neither collected nor given selectors, which takes a third of the time; no rule here reads style sheets.
  const options = { rules, resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } }
  const violations = await page.evaluate(
    async (options) =>
      (await (globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } }).axe.run(options))
        .violations,
    options,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  )
}
