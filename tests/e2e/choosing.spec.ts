import type { Page } from 'playwright/test'
import { answerCall, expect, openList, pickFromMenu, test } from './panel.ts'

const colours = { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'] }
const place = { type: 'integer', title: 'Place' }
const texts = { type: 'object', title: 'Name', properties: { en: { type: 'string' }, fa: { type: 'string', rules: 'max:3' }, de: { type: 'string' } } }

async function openForm(page: Page, properties: object, ui: object = {}): Promise<void> {
  const save = { id: 'ok', title: 'Do it', color: 'primary', action: { type: 'call', options: { name: 'content-type-save', method: 'POST', payload: { data: '{form}' } } } }
  const modal = { id: 'trial', title: 'Trial', buttons: [{ id: 'cancel', title: 'Cancel' }, save], body: { schema: { type: 'object', properties }, ui } }
  await answerCall(page, 'publication', { results: { publication: 0 }, metadata: {} })
  await answerCall(page, 'content-type-grid', { results: [{ id: 1, version: 1, title: 'Row 1' }], metadata: { breadcrumbs: [], page_title: 'Types', modals: [modal], grid: { columns: [{ key: 'title', title: 'Title', cell: 'text' }], row: [{ type: 'modal', title: 'Try', options: { modal: 'trial' } }] }, pagination: { page: 1, page_size: 15, total: 1 } } })
  await openList(page, '/content/type')
  await pickFromMenu(page, 'Row 1', 'Try')
}

test('typing after a choice by Home and Enter searches for what is typed alone', async ({ page }) => {
  await openForm(page, { colour: colours }, { colour: { widget: 'select', options: [{ value: 'red', title: 'Red' }, { value: 'green', title: 'Green' }, { value: 'blue', title: 'Blue' }] } })
  const select = page.getByRole('combobox', { name: 'Colour' })
  await select.click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(select).toHaveValue('Red')
  await page.keyboard.type('bl')
  await expect(select).toHaveValue('bl')
  await page.keyboard.press('Enter')
  await expect(select).toHaveValue('Blue')
})

test('Enter before the answer of a search waits for it and takes the only match', async ({ page }) => {
  await answerCall(page, 'places', { results: [{ id: 7, title: 'Isfahan' }], metadata: {} })
  await openForm(page, { place }, { place: { widget: 'remote-select', endpoint: 'places' } })
  const select = page.getByRole('combobox', { name: 'Place' })
  await select.pressSequentially('Isf')
  await page.keyboard.press('Enter')
  await expect(select).toHaveValue('Isfahan')
})

test('what is wrong with one language stands beside it, in sight', async ({ page }) => {
  await openForm(page, { name: texts }, { name: { widget: 'locale-map' } })
  await page.locator('.pf-locale-map summary').click()
  await page.locator('input[lang=fa]').fill('خیلی بلند')
  await page.locator('.pf-locale-map summary').click()
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect(page.locator('.pf-locale').filter({ has: page.locator('input[lang=fa]') }).locator('.pf-error')).toBeVisible()
  await expect(page.locator('input[lang=fa]')).toBeFocused()
})
