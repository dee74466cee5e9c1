import { answerCall, callApi, expect, openList, openPath, signIn, test } from './panel.ts'
import type { Page } from 'playwright/test'

type Answer = { results: Record<string, unknown> & unknown[]; metadata: Record<string, unknown> & { grid: Record<string, unknown> } }

/** Lets every answer of `endpoint` come changed. */
async function alter(page: Page, endpoint: string, change: (answer: Answer) => unknown): Promise<void> {
  await page.route(
    (url) => url.pathname.endsWith(`/v1/${endpoint}`),
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as Answer) })
    },
  )
}

/** The frame is there and its menu leads on. */
async function expectFrame(page: Page): Promise<void> {
  await expect(page.locator('header.pk-navbar')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').first()).toBeVisible()
}

const screenPath = '/profile/change-password'
const listPath = '/grid/persons/user/list'

test.describe('a broken screen', () => {
  const withBody = (body: unknown) => (answer: Answer) => ({ ...answer, results: { ...answer.results, body } })
  const withKey = (key: string, value: unknown) => (answer: Answer) => ({ ...answer, results: { ...answer.results, [key]: value } })
  const cases: [string, (answer: Answer) => unknown, string][] = [
    ['body 5', withBody(5), '/results/body'],
    ['body null', withBody(null), '/results/body'],
    ['a null block', withBody([null, { text: 'Still here' }]), '/body/0'],
    ['tabs {}', withBody([{ tabs: {} }, { text: 'Still here' }]), '/body/0/tabs'],
    ['a null tab', withBody([{ tabs: [null] }, { text: 'Still here' }]), '/body/0/tabs/0'],
    ['a tab of text', withBody([{ tabs: [{ key: 'a', title: 'A', body: 'x' }] }, { text: 'Still here' }]), '/body/0/tabs/0/body'],
    ['a null column', withBody([{ columns: [null] }]), '/body/0/columns/0'],
    ['title {}', withKey('title', { a: 1 }), '/title'],
    ['breadcrumbs 5', withKey('breadcrumbs', 5), '/breadcrumbs'],
    ['load of text', withKey('load', 'x'), '/load'],
    ['a null load', withKey('load', { job: null }), '/load/job'],
    ['an unknown call', withKey('load', { job: { name: 'no-such-call' } }), '/load/job'],
    ['an unknown action', withKey('actions', [{ type: 'explode', title: 'Boom' }]), '/actions/0/type'],
    ['no results', (answer) => ({ ...answer, results: null }), '/results'],
    ['results []', (answer) => ({ ...answer, results: [] }), '/results'],
  ]
  for (const [name, change, pointer] of cases) {
    test(`${name}: told in its place, the frame goes on`, async ({ page }) => {
      await alter(page, 'screen', change)
      await page.goto(screenPath)
      await expectFrame(page)
      const summary = page
        .locator('main details.pk-problems summary')
        .or(page.locator('main code', { hasText: pointer }))
        .first()
      await expect(summary).toBeVisible()
      await expect(page.locator('main code', { hasText: pointer }).first()).toBeAttached()
      await expect(page.locator('.pk-message-code')).toHaveCount(0)
    })
  }
  test('a page of a proxy is told as what it is', async ({ page }) => {
    await page.route(
      (url) => url.pathname.endsWith('/v1/screen'),
      (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>hello' }),
    )
    await page.goto(screenPath)
    await expectFrame(page)
    await expect(page.locator('main [role=alert]')).toContainText('screen')
    await expect(page.locator('main [role=alert]')).toContainText('<!doctype html>')
  })
})

test.describe('a broken frame', () => {
  for (const [key, value] of [
    ['sidebar', 5],
    ['navbar', 5],
    ['profile', null],
    ['createButton', []],
    ['flags', 5],
    ['sidebarSettings', 'x'],
    ['footer', {}],
  ] as const) {
    test(`${key} ${JSON.stringify(value)}: the page opens all the same`, async ({ page }) => {
      await alter(page, 'layout', (answer) => ({ ...answer, results: { ...answer.results, [key]: value } }))
      await openList(page, listPath)
      await expect(page.locator('details.pk-problems[data-document=layout]')).toContainText(`/${key}`)
    })
  }
  test('none at all: the page opens in an empty one', async ({ page }) => {
    await answerCall(page, 'layout', { results: null, metadata: {} })
    await openList(page, listPath)
    await expect(page.locator('details.pk-problems[data-document=layout] summary')).toBeVisible()
  })
  for (const results of [null, [null], 5]) {
    test(`routes ${JSON.stringify(results)} are told with a way to ask again`, async ({ page }) => {
      await answerCall(page, 'routes', { results, metadata: {} })
      await page.goto('/')
      await expect(page.getByRole('alert')).toContainText('routes')
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Reload' }).click()
      await expectFrame(page)
    })
  }
})

test.describe('a broken list', () => {
  for (const [name, change, pointer] of [
    ['rows {}', (answer: Answer) => ({ ...answer, results: { a: 1 } }), '/results'],
    ['rows null', (answer: Answer) => ({ ...answer, results: null }), '/results'],
    ['metadata null', (answer: Answer) => ({ ...answer, metadata: null }), '/metadata/grid'],
  ] as const) {
    test(`${name}: an error that leads on, no empty list`, async ({ page }) => {
      await alter(page, 'grid', change)
      await page.goto(listPath)
      await expectFrame(page)
      await expect(page.locator('main [role=alert]')).toContainText(pointer)
      await expect(page.getByText('There is nothing here yet.')).toHaveCount(0)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
    })
  }
  test('rows that were there stay when the next answer is none', async ({ page }) => {
    await openList(page, listPath)
    await page.route(
      (url) => url.pathname.endsWith('/v1/grid'),
      (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>hello' }),
    )
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.locator('main .pk-broken')).toContainText('grid persons/user/list')
    await expect(page.locator('main .grid-stale[role=alert]')).toContainText('could not be loaded. The rows shown are those from before.')
    await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '1–15' })).toHaveCount(0)
  })
  test('parts that were left out are told above the table', async ({ page }) => {
    await alter(page, 'grid', (answer) => ({
      results: [null, ...answer.results],
      metadata: {
        ...answer.metadata,
        grid: {
          ...answer.metadata.grid,
          columns: [...(answer.metadata.grid.columns as unknown[]), {}, [], 7, null, { title: 'x' }],
          tabs: [{ key: 9 }],
          filters: 5,
          row: {},
          toolbar: 'x',
        },
      },
    }))
    await openList(page, listPath)
    const notice = page.locator('details.pk-problems')
    await notice.locator('summary').click()
    for (const pointer of [
      '/results/0',
      '/metadata/grid/filters',
      '/metadata/grid/row',
      '/metadata/grid/toolbar',
      '/metadata/grid/tabs/0/key',
    ])
      await expect(notice.getByText(pointer, { exact: true })).toBeVisible()
  })
  test('a cell that nobody draws names its column and document', async ({ page }) => {
    await alter(page, 'grid', (answer) => ({
      ...answer,
      metadata: { ...answer.metadata, grid: { ...answer.metadata.grid, columns: [{ key: 'title', title: 'Title', cell: 'hologram' }] } },
    }))
    await openList(page, listPath)
    await expect(page.locator('.grid-unknown').first()).toHaveAttribute('title', /hologram[\s\S]*grid persons\/user\/list · title/)
  })
})

test('no page of the demo has anything left out', async ({ page, baseURL }) => {
  test.setTimeout(180_000)
  const { token } = await signIn(baseURL!, 'administrator')
  const routes = await callApi<{ name: string; path: string; guest: string }[]>(baseURL!, token, 'routes')
  for (const { path } of routes.filter((route) => route.guest === 'no' && !route.path.includes(':') && route.path !== '')) {
    await openPath(page, `/${path}`)
    await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0)
    await expect(page.locator('.pk-problems, .pk-broken'), path).toHaveCount(0)
  }
})
