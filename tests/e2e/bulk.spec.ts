import type { Page } from 'playwright/test'
import { answerCall, expect, findViolations, lineOf, openList, pickFromMenu, test, toast, uniqueName } from './panel.ts'

const rows = (page: Page) => page.locator('tbody tr[data-id]')

const bar = 'Selection'

test.describe('actions on many rows', () => {
  test('work on all that match as a task, and are taken back', async ({ page, api }) => {
    const batch = uniqueName('Manyfold')
    await Promise.all(
      Array.from({ length: 18 }, (_, at) =>
        api('content-post-save', { payload: { type: 'article', title: `${batch} ${at}`, locale: 'en' } }),
      ),
    )
    await openList(page, `/content/post/article?q=${encodeURIComponent(batch)}`)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('button', { name: 'Select all 18 that match' }).click()
    await expect(page.getByRole('region', { name: bar })).toContainText('All 18 that match are selected')
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(page.locator('tr[aria-selected=true]')).toHaveCount(3)
    await page.getByRole('region', { name: bar }).getByRole('button', { name: 'Move to trash' }).click()
    await expect(page.getByRole('dialog')).toContainText('18 selected')
    await expect(page.locator('.grid-bulk-told')).toBeEmpty()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await expect(toast(page, 'Done for all 18.')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await expect(page.locator('.grid-scroll').locator(':focus')).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Undone.')).toBeVisible()
    await expect(page.getByText(/of 18$/)).toBeVisible()
  })

  test('tell which rows failed and why, keep those selected, and try them again', async ({ page, api }) => {
    const batch = uniqueName('Contested')
    const made = await Promise.all(
      ['one', 'two'].map((part) =>
        api<{ id: number; version: number }>('content-post-save', {
          payload: { type: 'article', title: `${batch} ${part}`, locale: 'en' },
        }),
      ),
    )
    await openList(page, `/content/post/article?q=${encodeURIComponent(batch)}`)
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await api('content-post-pin', { payload: { id: made[1]!.id, version: made[1]!.version } })
    await page.getByRole('region', { name: bar }).getByRole('button', { name: 'Move to trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    const report = page.getByRole('dialog', { name: 'Some rows could not be done' })
    await expect(report.getByRole('listitem')).toHaveText([new RegExp(`${batch} two`)])
    await expect(page.getByRole('region', { name: bar })).toContainText('1 selected')
    expect(await findViolations(page)).toEqual([])
    await report.getByRole('button', { name: 'Try these again' }).click()
    await expect(rows(page)).toHaveCount(0)
  })

  test('on one row are taken back by Ctrl+Z in the list', async ({ page, api }) => {
    const title = uniqueName('Back again')
    await api('content-category-save', { payload: { title: { en: title } } })
    await openList(page, `/grid/content/category/list?q=${encodeURIComponent(title)}`)
    await expect(lineOf(page, title)).toBeVisible()
    await pickFromMenu(page, title, 'Deactivate')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await lineOf(page, title).focus()
    await page.keyboard.press('Control+z')
    await expect(toast(page, 'Undone.')).toBeVisible()
  })
})

test.describe('the selection', () => {
  test('is made and let go by keyboard', async ({ page }) => {
    await openList(page, '/content/post/news')
    const selected = page.locator('tr[aria-selected=true]')
    await rows(page).first().focus()
    await page.keyboard.press('Space')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Space')
    await expect(selected).toHaveCount(4)
    await page.keyboard.press('Control+a')
    await expect(selected).toHaveCount(15)
    await page.keyboard.press('Escape')
    await expect(selected).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: 'Nothing is selected' })).toHaveCount(1)
  })
})

test('groups close and open by mouse and keyboard, and stay so for the visit', async ({ page }) => {
  const answer = {
    results: [
      { id: 1, title: 'Tea', city: 'Rasht' },
      { id: 2, title: 'Rice', city: 'Rasht' },
      { id: 3, title: 'Dates', city: 'Bam' },
    ],
    metadata: {
      breadcrumbs: [],
      page_title: 'Goods',
      modals: [],
      grid: {
        name: 'x/y/z',
        columns: [{ key: 'title', title: 'Title', cell: 'text' }],
        group_by: { key: 'city', title: 'City', cell: 'text' },
      },
      pagination: { page: 1, page_size: 15, total: 3 },
    },
  }
  await answerCall(page, 'grid', answer)
  await openList(page, '/grid/content/category/list')
  const group = page.getByRole('button', { name: /City Rasht/ })
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await group.click()
  await expect(rows(page)).toHaveCount(1)
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /City Bam/ })).toBeFocused()
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await expect(rows(page)).toHaveCount(1)
})
