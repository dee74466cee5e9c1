import type { Page, Request } from 'playwright/test'
import { answerCall, expect, lineOf, openList, openPath, pickFromMenu, test, toast, uniqueName } from './panel.ts'

const isGridCall = (url: string) => url.includes('/v1/content-post-grid')
const queryOf = (request: Request) => Object.fromEntries(new URL(request.url()).searchParams)
const nextGridCall = (page: Page) => page.waitForRequest((request) => isGridCall(request.url()))
const rows = (page: Page) => page.locator('table[aria-busy=false] tbody tr[data-id]')
const range = (page: Page, text: string) => page.locator('.grid-range', { hasText: `${text} of` })

const emptyGrid = (grid: object = {}) => ({
  results: [],
  metadata: {
    breadcrumbs: [],
    page_title: 'Posts',
    modals: [],
    grid: { columns: [{ key: 'title', title: 'Title', cell: 'text' }], empty: { title: 'No posts yet' }, ...grid },
    pagination: { page: 1, page_size: 15, total: 0 },
  },
})

test.describe('the address', () => {
  test('asks for the first page, newest first, when it says nothing', async ({ page }) => {
    const asked = nextGridCall(page)
    await openList(page, '/content/post/news')
    expect(queryOf(await asked)).toMatchObject({ page: '1', sort: 'created_at', order: 'desc', type: 'news' })
    await expect(rows(page)).toHaveCount(15)
    await expect(page).toHaveURL('/content/post/news')
  })

  test('follows page, sort, tab and search, and brings the view back on reload and on going back', async ({ page }) => {
    await openList(page, '/content/post/news')
    await page.getByRole('tab', { name: /^Draft/ }).click()
    await expect(page).toHaveURL('/content/post/news?tab=draft')
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
    await expect(page).toHaveURL('/content/post/news?tab=draft&sort=title&order=asc')
    await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
    const asked = nextGridCall(page)
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    expect(queryOf(await asked)).toMatchObject({ page: '2', tab: 'draft', sort: 'title', order: 'asc' })
    await expect(page).toHaveURL(/page=2/)
    await expect(range(page, '16–30')).toBeVisible()
    const titles = await rows(page).allInnerTexts()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('tab', { name: /^Draft/ })).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(titles)
    await page.goBack()
    await expect(page).toHaveURL('/content/post/news?tab=draft&sort=title&order=asc')
    await expect(range(page, '1–15')).toBeVisible()
  })

  test('holds a search, and the way out of one that finds nothing', async ({ page }) => {
    await openList(page, '/content/post/news')
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such words anywhere')
    await expect(page).toHaveURL(/q=no/)
    await expect(page.getByRole('heading', { name: 'Nothing matches.' })).toBeVisible()
    await page.locator('.grid-empty').getByRole('button', { name: 'Clear search' }).click()
    await expect(page).toHaveURL('/content/post/news')
    await expect(rows(page)).toHaveCount(15)
  })

  test('holds a filter, drawn as a chip that takes it away', async ({ page }) => {
    await openList(page, '/content/post/news')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name: 'Status' }).click()
    await page.getByRole('dialog', { name: 'Status' }).getByLabel('Rejected').check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL('/content/post/news?status=rejected')
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Rejected')
    await expect(rows(page).filter({ hasText: 'Rejected' })).toHaveCount(15)
    await page.getByRole('button', { name: 'Remove the filter Status' }).click()
    await expect(page).toHaveURL('/content/post/news')
  })

  test('loses a key that the server does not know, with a notice', async ({ page }) => {
    await openList(page, '/content/post/news?no_such_key=1&tab=draft')
    await expect(page.getByRole('alert').filter({ hasText: /Not applied: .*no_such_key/ })).toBeVisible()
    await expect(page).toHaveURL('/content/post/news?tab=draft')
    await expect(rows(page)).toHaveCount(15)
  })

  test('says by their names which parts of an address it left out', async ({ page }) => {
    await openList(page, '/content/post/news?page=x&sort=a,a&view=z')
    await expect(page.getByRole('alert').filter({ hasText: /Not applied: .*Page number.*Sorting.*View/ })).toBeVisible()
  })

  test('an address behind the end says so, and its pager ends at the last page', async ({ page }) => {
    await page.goto('/content/type?page=99')
    await expect(page.getByRole('status').filter({ hasText: 'This page of the list has no rows.' })).toHaveCount(1)
    const pager = page.getByRole('navigation', { name: 'Pages' })
    await expect(pager.getByRole('button', { name: 'Page 99' })).toHaveCount(0)
    await pager.getByRole('button', { name: 'Last page' }).click()
    await expect(rows(page).first()).toBeVisible()
    await expect(pager.getByRole('button', { name: 'Last page' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('shows the last question when an earlier answer comes late', async ({ page }) => {
    await openList(page, '/content/post/news')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(
      (url) => isGridCall(url.href) && url.searchParams.get('tab') === 'draft',
      async (route) => {
        await held
        await route
          .fulfill({
            json: { results: [{ id: 1, title: 'A late answer' }], metadata: { pagination: { page: 1, page_size: 15, total: 1 } } },
          })
          .catch(() => {})
      },
    )
    await page.getByRole('tab', { name: /^Draft/ }).click()
    await page.getByRole('tab', { name: /^Rejected/ }).click()
    await expect(rows(page).filter({ hasText: 'Rejected' })).toHaveCount(15)
    release()
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(range(page, '16–30')).toBeVisible()
    await expect(page.getByText('A late answer')).toHaveCount(0)
  })
})

test.describe('rows', () => {
  test('go to the trash, come back, and are deleted for good', async ({ page, api }) => {
    const title = uniqueName('Trashed and found')
    const { id } = await api<{ id: number }>('content-post-save', { payload: { type: 'article', title, locale: 'en' } })
    await openList(page, `/content/post/article?q=${encodeURIComponent(title)}`)
    await pickFromMenu(page, title, 'Move to trash')
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await expect(toast(page, '” has been moved to the trash.')).toBeVisible()
    await expect(lineOf(page, title)).toHaveCount(0)
    await page.getByRole('tab', { name: /^Trash/ }).click()
    await pickFromMenu(page, title, 'Restore')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(toast(page, '” has been restored.')).toBeVisible()
    await expect(lineOf(page, title)).toHaveCount(0)
    await page.getByRole('tab', { name: /^All/ }).click()
    await pickFromMenu(page, title, 'Move to trash')
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('tab', { name: /^Trash/ }).click()
    await pickFromMenu(page, title, 'Delete permanently')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(toast(page, '” has been permanently deleted.')).toBeVisible()
    await expect(lineOf(page, title)).toHaveCount(0)
    await expect(api('content-post-fetch', { params: { id } })).rejects.toThrow(/404/)
  })

  test('are changed together when they are selected together', async ({ page, api }) => {
    const batch = uniqueName('Batch')
    for (const part of ['one', 'two', 'three'])
      await api('content-post-save', { payload: { type: 'article', title: `${batch} ${part}`, locale: 'en' } })
    await openList(page, `/content/post/article?q=${encodeURIComponent(batch)}`)
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('checkbox', { name: `Select ${batch} two` }).uncheck()
    const bar = page.getByRole('region', { name: 'Selection' })
    await expect(bar).toContainText('2 selected')
    await bar.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(lineOf(page, `${batch} two`)).toBeVisible()
    await expect(bar).toHaveCount(0)
  })
})

test.describe('refresh modes', () => {
  let hasSummary = false
  const button = (mode: string) => ({
    type: 'call',
    title: `Read ${mode}`,
    options: { name: 'content-post-pin', method: 'POST', mock: 1, success: { refresh: mode } },
  })
  const answer = (turn: number, ids: number[]) => ({
    results: ids.map((id) => ({ id, version: 1, title: `Row ${id} of turn ${turn}` })),
    metadata: {
      breadcrumbs: [],
      page_title: 'Posts',
      modals: [],
      grid: {
        default_sort: 'created_at',
        default_order: 'desc',
        tabs: ['all', 'own'].map((key) => ({ key, title: key, count: turn + 1 })),
        columns: [{ key: 'title', title: `Column of turn ${turn}`, cell: 'text', ...(hasSummary && { summary: 'sum' }) }],
        row: ['grid', 'list', 'row'].map(button),
      },
      pagination: { page: 1, page_size: 15, total: 2 },
      ...(hasSummary && { summary: { rows: 2, is_exact: true, values: { title: turn * 1000 } } }),
    },
  })
  const asParts = (
    {
      results,
      metadata: {
        pagination,
        summary,
        grid: { tabs },
      },
    }: ReturnType<typeof answer>,
    parts: string,
  ) => ({
    results: parts.includes('cells') ? results : [],
    metadata: {
      pagination,
      ...(parts.includes('summary') && { summary }),
      ...(parts.includes('tabs') && { tabs: tabs.map(({ key, count }) => ({ key, count })) }),
    },
  })

  let asked: string[] = []

  test.beforeEach(async ({ page }) => {
    let turn = 1
    asked = []
    hasSummary = false
    await answerCall(page, 'publication', { results: { publication: 0 }, metadata: {} })
    await page.route(
      (url) => url.pathname.endsWith('/content-post-pin'),
      (route) => {
        turn = 2
        return route.fulfill({ json: { results: {}, metadata: {} } })
      },
    )
    await page.route(
      (url) => isGridCall(url.href),
      (route) => {
        const query = new URL(route.request().url()).searchParams
        const parts = query.get('parts')!
        const isWhole = parts.includes('grid')
        asked.push(`${query.get('ids') ?? 'all'} ${isWhole ? 'whole' : parts}`)
        const full = answer(turn, query.get('ids')?.split(',').map(Number) ?? [1, 2])
        return route.fulfill({ json: isWhole ? full : asParts(full, parts) })
      },
    )
    await openList(page, '/content/post/news')
    await expect(lineOf(page, 'Row 1 of turn 1')).toBeVisible()
    expect(asked).toEqual(['all whole'])
  })

  test('grid brings rows and columns anew', async ({ page }) => {
    await pickFromMenu(page, 'Row 1', 'Read grid')
    await expect(page.getByRole('columnheader', { name: 'Column of turn 2' })).toBeVisible()
    await expect(rows(page)).toHaveText([/Row 1 of turn 2/, /Row 2 of turn 2/])
    expect(asked).toEqual(['all whole', 'all whole'])
  })

  test('list brings the rows, and the counts of the tabs', async ({ page }) => {
    await pickFromMenu(page, 'Row 1', 'Read list')
    await expect(rows(page)).toHaveText([/Row 1 of turn 2/, /Row 2 of turn 2/])
    await expect(page.getByRole('columnheader', { name: 'Column of turn 1' })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText(['all3', 'own3'])
    expect(asked).toEqual(['all whole', 'all cells,tabs'])
  })

  test('row brings that row alone, and the counts of the tabs', async ({ page }) => {
    await pickFromMenu(page, 'Row 1', 'Read row')
    await expect(rows(page)).toHaveText([/Row 1 of turn 2/, /Row 2 of turn 1/])
    await expect(page.getByRole('tab')).toHaveText(['all3', 'own3'])
    expect(asked).toEqual(['all whole', '1 cells', 'all tabs'])
  })

  for (const { mode, calls, second } of [
    { mode: 'list', calls: ['all cells,summary,tabs'], second: 2 },
    { mode: 'row', calls: ['1 cells', 'all summary,tabs'], second: 1 },
  ]) {
    test(`${mode} brings what all rows come to along, and no head`, async ({ page }) => {
      hasSummary = true
      await page.reload()
      await expect(page.locator('tfoot')).toContainText('1,000')
      asked = []
      await pickFromMenu(page, 'Row 1', `Read ${mode}`)
      await expect(page.locator('tfoot')).toContainText('2,000')
      await expect(rows(page)).toHaveText([/Row 1 of turn 2/, new RegExp(`Row 2 of turn ${second}`)])
      await expect(page.getByRole('columnheader', { name: 'Column of turn 1' })).toBeVisible()
      expect(asked).toEqual(calls)
    })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the box of a card covers nothing, also where no column is frozen', async ({ page }) => {
    const answer = emptyGrid({
      columns: [
        { key: 'title', title: 'Title', cell: 'text' },
        { key: 'slug', title: 'Slug', cell: 'text' },
      ],
      row: [{ type: 'refresh' }],
      bulk: [{ type: 'refresh', title: 'Read' }],
    })
    await answerCall(page, 'content-post-grid', { ...answer, results: [{ id: 1, version: 1, title: '', slug: 'first-of-all' }] })
    await openList(page, '/content/post/news')
    const line = lineOf(page, 'first-of-all')
    const box = (await line.getByRole('checkbox').boundingBox())!
    const label = await line
      .locator('td[data-cell]', { hasText: 'first-of-all' })
      .evaluate((cell) => cell.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(cell).paddingInlineStart))
    expect(box.x + box.width).toBeLessThanOrEqual(label)
  })
})

test.describe('the keyboard', () => {
  test('opens the actions of a line by Shift+F10, and is back on it after', async ({ page }) => {
    await openList(page, '/content/post/news')
    await rows(page).first().focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(rows(page).first()).toBeFocused()
  })
})

test.describe('states', () => {
  test('says what an empty list is for', async ({ page }) => {
    await answerCall(page, 'content-post-grid', emptyGrid())
    await openPath(page, '/content/post/news')
    await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible()
    await expect(page.locator('tbody tr[data-id]')).toHaveCount(0)
  })

  test('is the not-found page for a grid that does not exist', async ({ page }) => {
    await openPath(page, '/grid/no/such/grid')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The page you are looking for does not exist.')
  })

  test('says that the server failed, and loads when it works again', async ({ page }) => {
    await answerCall(
      page,
      'content-post-grid',
      { errorCode: 'internal', userMessage: 'The stock-taking is not over.', errors: {}, metadata: {} },
      500,
    )
    await page.goto('/content/post/news')
    await expect(page.getByText('The stock-taking is not over.')).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(rows(page)).toHaveCount(15)
  })
})
