import { expect, openPath, test } from './panel.ts'

type Json = Record<string, unknown>
interface Screen {
  results: { body: Json[] }
}

const form = {
  name: 'cars',
  schema: { type: 'object', properties: { title: { type: 'string' }, plate: { type: 'string', title: 'Plate' } } },
}
const path = '/profile/change-password'

test('a form tells what its document says in vain, and is drawn', async ({ page }) => {
  await page.route(
    (url) => url.pathname.endsWith('/v1/screen'),
    async (route) => {
      const answer = (await (await route.fetch()).json()) as Screen
      const broken = {
        ...form,
        layout: {},
        ui: { plate: 'x', title: { visible: true, options: 'x' } },
        schema: {
          type: 'object',
          properties: { ...form.schema.properties, on: { type: 'bool' }, code: { type: 'string', pattern: '([', rules: 'maxx:3' } },
        },
      }
      await route.fulfill({ json: { ...answer, results: { ...answer.results, body: [{ form: broken }] } } })
    },
  )
  await openPath(page, path)
  const notice = page.locator('form details.pk-problems')
  await notice.locator('summary').click()
  for (const pointer of [
    '/layout',
    '/ui/plate',
    '/ui/title/options',
    '/schema/properties/on/type',
    '/schema/properties/code/pattern',
    '/schema/properties/code/rules',
  ])
    await expect(notice.getByText(pointer, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Plate')).toBeVisible()
})

test('a field that a publication withdraws while it is filled in is told with its value', async ({ page }) => {
  let withdrawn = false
  await page.route(
    (url) => url.pathname.endsWith('/v1/screen'),
    async (route) => {
      const answer = (await (await route.fetch()).json()) as Screen
      const { plate: _plate, ...rest } = form.schema.properties
      await route.fulfill({
        json: {
          ...answer,
          results: { ...answer.results, body: [{ form: withdrawn ? { ...form, schema: { type: 'object', properties: rest } } : form }] },
        },
      })
    },
  )
  await openPath(page, path)
  await page.getByLabel('Plate').fill('12-345')
  withdrawn = true
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.locator('[data-withdrawn=plate]')).toHaveText(/Plate \(12-345\)/)
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
  await page.getByRole('button', { name: 'Close this notice' }).click()
  await expect(page.locator('[data-withdrawn=plate]')).toHaveCount(0)
})
