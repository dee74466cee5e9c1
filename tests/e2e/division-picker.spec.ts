import { expect, test } from './panel.ts'
import { openForm } from './trial-form.ts'

const place = { type: 'object', title: 'Place', properties: { id: { type: 'integer' }, type: { type: 'string' } } }

test('a place is asked level by level, and found at once on any level', async ({ page }) => {
  let sent: { place: Record<string, unknown> } | undefined
  await page.route(
    (url) => url.pathname.endsWith('/content-type-save'),
    (route) => {
      sent = (route.request().postDataJSON() as { data: typeof sent }).data
      return route.fulfill({ json: { results: { id: 1 }, metadata: {} } })
    },
  )
  await openForm(page, { place }, { place: { widget: 'division-picker', levels: ['country', 'province', 'city'] } })
  const dialog = page.getByRole('dialog', { name: 'Trial' })
  const level = (name: string) => dialog.getByRole('combobox', { name, exact: true })
  await expect(level('Province')).toHaveCount(0)
  await level('Country').click()
  await page.keyboard.type('iran')
  await page.getByRole('listbox').getByRole('option', { name: 'Iran', exact: true }).click()
  await level('Province').click()
  await page.getByRole('listbox').getByRole('option', { name: 'Isfahan' }).click()
  await expect(level('City')).toBeVisible()
  await level('Country').click()
  await page.keyboard.type('germany')
  await page.getByRole('listbox').getByRole('option', { name: 'Germany', exact: true }).click()
  await expect(level('City')).toHaveCount(0)
  await expect(level('Province')).toHaveValue('')
  await dialog.getByRole('combobox', { name: 'Search place on every level' }).fill('shiraz')
  await page.getByRole('listbox').getByRole('option', { name: 'Shiraz' }).first().click()
  await expect(level('Country')).toHaveValue('Iran')
  await expect(level('City')).toHaveValue('Shiraz')
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect
    .poll(() => sent?.place)
    .toMatchObject({ id: expect.any(Number), type: 'city', countries_id: expect.any(Number), provinces_id: expect.any(Number) })
})

test('a picker that accepts cities alone names what is missing until one is chosen', async ({ page }) => {
  await openForm(page, { place }, { place: { widget: 'division-picker', levels: ['country', 'province', 'city'], accepts: ['city'] } })
  const dialog = page.getByRole('dialog', { name: 'Trial' })
  await dialog.getByRole('combobox', { name: 'Country', exact: true }).click()
  await page.keyboard.type('iran')
  await page.getByRole('listbox').getByRole('option', { name: 'Iran', exact: true }).click()
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect(dialog.getByText('Not complete yet: choose city too.').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Search place on every level' }).fill('shiraz')
  await page.getByRole('listbox').getByRole('option', { name: 'Shiraz' }).first().click()
  await expect(dialog.getByRole('combobox', { name: 'City', exact: true })).toHaveValue('Shiraz')
  await expect(dialog.getByText('Not complete yet')).toHaveCount(0)
})
