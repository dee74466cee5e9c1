import type { Page } from 'playwright/test'
import { expect, findViolations, lineOf, openList, test, toast, uniqueName } from './panel.ts'

const categories = '/grid/content/category/list?sort=created_at&order=desc'
const types = '/grid/content/type/list?sort=order&order=asc'
const cell = (page: Page, name: string, field: string) => lineOf(page, name).locator(`td[data-editable=${field}]`)
const editor = (page: Page) => page.locator('td[data-editing] input')
const order = (page: Page) =>
  page.locator('tbody tr[data-id]').evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset.id))

interface Category {
  id: number
  version: number
  title: string
  color: string
}
type Api = <Results>(name: string, options?: { payload?: unknown; params?: Record<string, string | number> }) => Promise<Results>
const make = (api: Api, title: string) =>
  api<Category>('save', {
    payload: { model: 'category', data: { title, slug: title.toLowerCase().replaceAll(' ', '-'), color: '#0369A1' } },
  })
const read = (api: Api, { id }: Category) => api<Category>('single', { params: { model: 'category', id } })

async function write(page: Page, name: string, field: string, text: string) {
  await cell(page, name, field).focus()
  await page.keyboard.press('F2')
  await editor(page).fill(text)
  await page.keyboard.press('Enter')
}

test('the palette of a colour cell is reached with Shift and Tab, and its colours are chosen by keys', async ({ page, api }) => {
  const { title } = await make(api, uniqueName('Palette'))
  await openList(page, categories)
  await cell(page, title, 'color').focus()
  await page.keyboard.press('F2')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator('td[data-editing] button[aria-haspopup=dialog]')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const colour = page.locator('td[data-editing] [role=radio]').first()
  const value = (await colour.getAttribute('aria-label'))!
  await colour.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('td[data-editing] button[aria-haspopup=dialog]')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(cell(page, title, 'color')).toContainText(value, { ignoreCase: true })
})

test('cells that were saved together are taken back together, by the toast', async ({ page, api }) => {
  const [one, two] = [await make(api, uniqueName('Taken')), await make(api, uniqueName('Back'))]
  await openList(page, categories)
  await write(page, one.title, 'color', '#DB2777')
  await write(page, two.title, 'color', '#DB2777')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Saved cells: 2, rows: 2')).toBeVisible()
  expect((await read(api, one)).color).toBe('#DB2777')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Undone.')).toBeVisible()
  await expect(cell(page, one.title, 'color')).toContainText('#0369A1')
  expect([(await read(api, one)).color, (await read(api, two)).color]).toEqual(['#0369A1', '#0369A1'])
})

test('edits of one record are taken back one after the other by Ctrl+Z, and never over what somebody else wrote', async ({ page, api }) => {
  const one = await make(api, uniqueName('Steps'))
  await openList(page, categories)
  for (const color of ['#111111', '#222222', '#333333']) {
    await write(page, one.title, 'color', color)
    await page.keyboard.press('Control+s')
    await expect(cell(page, one.title, 'color')).toContainText(color)
    await expect.poll(async () => (await read(api, one)).color).toBe(color)
  }
  await cell(page, one.title, 'color').focus()
  await page.keyboard.press('Control+z')
  await expect(cell(page, one.title, 'color')).toContainText('#222222')
  await expect(toast(page, 'Undone.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(cell(page, one.title, 'color')).toContainText('#111111')
  await expect(cell(page, one.title, 'color')).toBeFocused()
  await expect.poll(async () => (await read(api, one)).color).toBe('#111111')
  const { version } = await read(api, one)
  await api('save', { payload: { model: 'category', id: one.id, version, data: { color: '#ABCDEF' } } })
  await page.keyboard.press('Control+z')
  const merge = page.getByRole('dialog', { name: 'Somebody else has saved this' })
  await merge.getByRole('radio', { name: /^Theirs/ }).check()
  await merge.getByRole('button', { name: 'Save' }).click()
  await expect(cell(page, one.title, 'color')).toContainText('#ABCDEF')
  expect((await read(api, one)).color).toBe('#ABCDEF')
})

test('a row goes to a place that is written, and back', async ({ page }) => {
  await openList(page, types)
  const [a, b, c, ...rest] = await order(page)
  const menu = page.locator(`tr[data-id="${a}"]`).getByRole('button', { name: /^Actions of/ })
  await page.locator(`tr[data-id="${a}"]`).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Move to position…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Move/ })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Enter a whole number from 1 to')
  await dialog.getByRole('textbox').fill('۳')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(() => order(page)).toEqual([b, c, a, ...rest])
  await page.keyboard.press('Control+z')
  await expect.poll(() => order(page)).toEqual([a, b, c, ...rest])
  await menu.click()
  await page.getByRole('menuitem', { name: 'Move to the bottom' }).click()
  await expect.poll(() => order(page)).toEqual([b, c, ...rest, a])
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => order(page)).toEqual([a, b, c, ...rest])
})

test('in a list that is sorted downwards, and on another page, a place is that of the list', async ({ page }) => {
  await openList(page, '/grid/content/type/list?sort=order&order=desc&page_size=2')
  const [a] = await order(page)
  await page
    .locator(`tr[data-id="${a}"]`)
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Move to position…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('4')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'has been moved')).toBeVisible()
  await page.goto('/grid/content/type/list?sort=order&order=desc&page_size=2&page=2')
  await expect(page.locator('tbody tr[data-id]').nth(1)).toHaveAttribute('data-id', a!)
})
