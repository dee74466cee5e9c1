import { randomInt, randomUUID } from 'node:crypto'
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
export async function signIn(origin: string, username: string, password = demoPassword): Promise<Session> {
  const attempt = () => callApi<Session>(origin, null, 'login', { payload: { username, password } })
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
  /** Makes somebody of these roles whom no other try knows, with `demoPassword`, and signs him in. */
  makeUser: (...roles: string[]) => Promise<Session>
  /** Gives back what a test changes for all: is called when the test has ended, however it ended. */
  afterwards: (giveBack: () => Promise<unknown>) => void
}

/** What matters most asks for a sign-in of the last fifteen minutes; a run is longer. */
const sessionLifeMs = 10 * 60_000

/** Opens pages as somebody of `role` (nobody for null), in a language and colours; `api` makes what a test needs. */
export const test = base.extend<Visit & Helpers, { sessionOf: SessionOf }>({
  role: ['administrator', { option: true }],
  panelLocale: ['en', { option: true }],
  scheme: ['light', { option: true }],
  sessionOf: [
    async ({}, provide, { project }) => {
      const sessions = new Map<Role, { session: Promise<Session>; until: number }>()
      await provide((role) => {
        const known = sessions.get(role)
        if (known && known.until > Date.now()) return known.session
        const session = signIn(project.use.baseURL!, role)
        sessions.set(role, { session, until: Date.now() + sessionLifeMs })
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
    await provide(async (name, { as = 'administrator', ...options } = {}) =>
      callApi<never>(baseURL!, (await sessionOf(as)).token, name, { locale: panelLocale, ...options }),
    )
  },
  makeUser: async ({ api, baseURL }, provide) => {
    await provide(async (...roles) => {
      const [username, password] = [uniqueWord('somebody'), 'a first password']
      await api('user-create', { payload: { username, roles, password } })
      const session = await signIn(baseURL!, username, password)
      await callApi(baseURL!, session.token, 'change-password', {
        payload: { current_password: password, password: demoPassword, password_confirmation: demoPassword },
      })
      return session
    })
  },
  afterwards: async ({}, provide) => {
    const all: (() => Promise<unknown>)[] = []
    await provide((giveBack) => void all.unshift(giveBack))
    for (const giveBack of all) await giveBack()
  },
})

/** A name, or a word for what may be called so only once, that no other try of a test uses. */
export const uniqueName = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`
export const uniqueWord = (what: string): string => `${what}-${randomUUID().slice(0, 8)}`
export const uniqueIsbn = (): string => `978${randomInt(10 ** 9, 10 ** 10)}`

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
