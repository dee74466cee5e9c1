import type { Page } from 'playwright/test'
import { expect, findViolations, openPath, test } from './panel.ts'

type Json = Record<string, unknown>
interface Screen {
  results: { body: Json[] }
}

const required = (title: string) => ({ type: 'string', title, rules: 'required' })
const schema = {
  type: 'object',
  properties: { name: required('Name'), city: required('City'), note: { type: 'string', title: 'Note' }, code: required('Code') },
}

async function showForm(page: Page, layout: (Json | string)[]): Promise<void> {
  await page.route(
    (url) => url.pathname.endsWith('/v1/screen'),
    async (route) => {
      const answer = (await (await route.fetch()).json()) as Screen
      const block = {
        form: { name: 'groups', schema, layout },
        submit: { type: 'call', title: 'Save', options: { name: 'save', payload: { model: 'none', data: '{form}' } } },
      }
      await route.fulfill({ json: { ...answer, results: { ...answer.results, body: [block] } } })
    },
  )
  await openPath(page, '/profile/change-password')
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).first().click()
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('a panel folds with what it holds, and opens for what is wrong in it', async ({ page }) => {
  await showForm(page, ['name', { panel: 'Address', fields: ['city', 'note'] }, { panel: 'More', fields: ['code'], collapsed: true }])
  await field(page, 'Note').fill('kept')
  await page.getByText('Address', { exact: true }).click()
  await expect(field(page, 'Note')).toBeHidden()
  await page.getByText('Address', { exact: true }).click()
  await expect(field(page, 'Note')).toHaveValue('kept')
  await expect(field(page, 'Code')).toBeHidden()
  await save(page)
  await expect(field(page, 'Code')).toBeVisible()
  await expect(page.locator('summary').filter({ hasText: 'More' }).getByRole('img', { name: 'Fields to correct: 1' })).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()
})

test('tabs hold fields, count what is wrong in them, and open for it', async ({ page }) => {
  await showForm(page, [
    {
      tabs: [
        { title: 'First', fields: ['name', 'note'] },
        { title: 'Second', fields: ['city'] },
        { title: 'Third', fields: ['code'] },
      ],
    },
  ])
  await field(page, 'Name').fill('A name')
  await page.getByRole('tab', { name: 'First' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Second' })).toBeFocused()
  await expect(field(page, 'City')).toBeVisible()
  await expect(field(page, 'Name')).toBeHidden()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('tab', { name: 'First' }).click()
  await expect(field(page, 'Name')).toHaveValue('A name')
  await save(page)
  await expect(page.getByRole('tab', { name: 'Second' })).toHaveAttribute('aria-selected', 'true')
  await expect(field(page, 'City')).toBeFocused()
  await expect(page.getByRole('tab', { name: /Third/ }).getByRole('img', { name: 'Fields to correct: 1' })).toBeVisible()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['City is required.', 'Code is required.'])
  await page.getByRole('alert').getByRole('link', { name: 'Code is required.' }).click()
  await expect(field(page, 'Code')).toBeFocused()
})

test('steps are gone through one after the other, each checked before the next', async ({ page }) => {
  await showForm(page, [
    {
      steps: [
        { title: 'Who', fields: ['name'] },
        { title: 'Where', fields: ['city', 'note'] },
        { title: 'How', fields: ['code'] },
      ],
    },
  ])
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await expect(field(page, 'Name')).toBeVisible()
  await next.click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Name')).toHaveAccessibleDescription(/required/)
  await field(page, 'Name').fill('A name')
  await page.getByRole('button', { name: /^3\s*How/ }).click()
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  await expect(field(page, 'City')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await field(page, 'City').fill('A city')
  await field(page, 'City').press('Enter')
  await expect(page.getByText('Step 3 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(field(page, 'City')).toHaveValue('A city')
  await save(page)
  await expect(field(page, 'Code')).toBeFocused()
  await expect(page.getByText('Step 3 of 3')).toBeVisible()
})
