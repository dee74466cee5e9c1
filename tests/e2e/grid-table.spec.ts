import type { Page } from 'playwright/test'
import { answerCall, expect, findViolations, openList, test } from './panel.ts'

const rowsOf = (count: number, values: (at: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, version: 1, title: `Row ${at + 1}`, city: `City ${at + 1}`, ...values(at) }))
const answer = (rows: object[], grid: object = {}) => ({
  results: rows,
  metadata: {
    breadcrumbs: [],
    page_title: 'Posts',
    modals: [],
    grid: {
      name: 'content/post/posts',
      columns: [
        { key: 'title', title: 'Title', cell: 'text' },
        { key: 'city', title: 'City', cell: 'text' },
      ],
      bulk: [{ type: 'refresh', title: 'Read' }],
      ...grid,
    },
    pagination: { page: 1, page_size: Math.max(15, rows.length), total: rows.length },
  },
})
const lines = (page: Page) => page.locator('tbody tr[data-id]')
const cell = (page: Page, row: number, at: number) => page.locator(`tr[aria-rowindex="${row}"] > :nth-child(${at})`)

test.describe('the keyboard in a list', () => {
  for (const [panelLocale, forward, back] of [
    ['en', 'ArrowRight', 'ArrowLeft'],
    ['fa', 'ArrowLeft', 'ArrowRight'],
  ] as const) {
    test.describe(panelLocale, () => {
      test.use({ panelLocale })
      test('leads through cells in reading direction, and out again', async ({ page }) => {
        await answerCall(page, 'content-post-grid', answer(rowsOf(20)))
        await openList(page, '/content/post/news')
        await lines(page).first().focus()
        await page.keyboard.press(forward)
        await page.keyboard.press(forward)
        await expect(cell(page, 2, 2)).toBeFocused()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('End')
        await expect(cell(page, 3, 3)).toBeFocused()
        await page.keyboard.press(back)
        await page.keyboard.press('Control+End')
        await expect(cell(page, 21, 3)).toBeFocused()
        await page.keyboard.press('Control+Home')
        await expect(cell(page, 2, 1)).toBeFocused()
        await page.keyboard.press('Control+End')
        await page.keyboard.press('Escape')
        await expect(lines(page).last()).toBeFocused()
      })
    })
  }

  test('leads into the list of a page where nothing has the focus, and shows its keys', async ({ page }) => {
    await answerCall(page, 'content-post-grid', answer(rowsOf(200)))
    await openList(page, '/content/post/news')
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox')
    await expect(search).toBeFocused()
    await search.blur()
    await page.keyboard.press('k')
    const last = page.locator('tr[aria-rowindex="201"]')
    await expect(last).toBeFocused()
    await page.keyboard.press('Shift+?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys.getByText('Select the row', { exact: true }).locator('..').locator('kbd')).toHaveText('Space')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(last).toBeFocused()
    const profile = page.getByRole('button', { name: /^Profile menu of/ })
    await profile.press('/')
    await expect(search).toBeFocused()
    await profile.click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await keys.getByRole('checkbox', { name: 'Keys without Ctrl' }).uncheck()
    await page.keyboard.press('Escape')
    await search.press('?')
    await expect(search).toHaveValue('?')
    for (const key of ['/', 'Shift+?', 'j']) await profile.press(key)
    await expect(profile).toBeFocused()
    await expect(keys).toHaveCount(0)
  })

  test('selects a range, and lets it go on the way back', async ({ page }) => {
    await answerCall(page, 'content-post-grid', answer(rowsOf(6)))
    await openList(page, '/content/post/news')
    await lines(page).first().focus()
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp']) await page.keyboard.press(key)
    await expect(page.locator('tr[aria-selected=true]')).toHaveCount(2)
  })
})

for (const panelLocale of ['en', 'fa']) {
  test.describe(`heads of columns, ${panelLocale}`, () => {
    test.use({ panelLocale })
    test('stand over their values, and sort wherever they are pressed', async ({ page }) => {
      const columns = [
        { key: 'title', title: 'Title', cell: 'text', sortable: true },
        { key: 'count', title: 'N', cell: 'number', sortable: true, width: 200 },
        { key: 'pinned', title: 'Pin', cell: 'boolean', sortable: true, width: 200 },
      ]
      await answerCall(
        page,
        'content-post-grid',
        answer(
          rowsOf(3, (at) => ({ count: at, pinned: true })),
          { columns },
        ),
      )
      await openList(page, '/content/post/news')
      const middles = await page.evaluate(() =>
        ['count', 'pinned'].map((key) =>
          ['thead', 'tbody'].map((part) => {
            const range = document.createRange()
            const cell = document.querySelector(`${part} [data-key=${key}]`)!
            range.selectNodeContents(cell.querySelector('[dir]') ?? cell)
            const { left, right } = range.getBoundingClientRect()
            return (left + right) / 2
          }),
        ),
      )
      for (const [head, value] of middles) expect(Math.abs(head! - value!)).toBeLessThan(6)
      const head = page.locator('th[data-key=count]')
      for (const x of [14, 186]) {
        const before = await head.getAttribute('aria-sort')
        await head.click({ position: { x, y: 34 } })
        await expect(head).not.toHaveAttribute('aria-sort', before ?? 'none')
      }
    })

    test('Tab goes into the list and out of it, and comes back to where it was', async ({ page }) => {
      await answerCall(
        page,
        'content-post-grid',
        answer(rowsOf(4), {
          columns: [
            { key: 'title', title: 'Title', cell: 'code', sortable: true },
            { key: 'city', title: 'City', cell: 'qr' },
          ],
        }),
      )
      await openList(page, '/content/post/news')
      await lines(page).first().focus()
      for (const key of ['ArrowDown', panelLocale === 'fa' ? 'ArrowLeft' : 'ArrowRight', 'End', 'Enter']) await page.keyboard.press(key)
      await expect(cell(page, 3, 3).getByRole('button')).toBeFocused()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0)
      await page.keyboard.press('Shift+Tab')
      await expect(cell(page, 3, 3)).toBeFocused()
      for (const key of ['Home', 'ArrowUp', 'ArrowUp', panelLocale === 'fa' ? 'ArrowLeft' : 'ArrowRight', 'Enter'])
        await page.keyboard.press(key)
      await expect(page.locator('th[data-key=title]')).toHaveAttribute('aria-sort', 'ascending')
    })
  })
}

test('of a thousand rows those in sight are drawn, the last is reached by a key, and all are there to be searched', async ({ page }) => {
  await answerCall(page, 'content-post-grid', answer(rowsOf(1000)))
  await openList(page, '/content/post/news')
  expect(await lines(page).count()).toBeLessThan(150)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001')
  await lines(page).first().focus()
  await page.keyboard.press('Control+End')
  await expect(page.locator('tr[aria-rowindex="1001"]')).toBeFocused()
  await page.keyboard.press('Control+KeyF')
  await expect(lines(page)).toHaveCount(1000)
})

test('columns are hidden, and are back as the list has them', async ({ page }) => {
  await answerCall(page, 'content-post-grid', answer(rowsOf(3)))
  await openList(page, '/content/post/news')
  await page.getByRole('button', { name: 'Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await dialog.getByRole('checkbox', { name: 'City' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'City' })).toHaveCount(0)
  await page.reload()
  await expect(lines(page)).toHaveCount(3)
  await expect(page.getByRole('columnheader', { name: 'City' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await dialog.getByRole('button', { name: /^Reset/ }).click()
  await expect(page.getByRole('columnheader', { name: 'City' })).toBeVisible()
})
