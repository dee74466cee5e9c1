import { expect, findViolations, openPath, test, toast } from './panel.ts'

const path = '/persons/users/roles/customer/fields'
type Save = (name: string, options: object) => Promise<unknown>

/** The settings that a panel begins with. */
const reset = (api: Save) =>
  api('profile-fields-save', {
    method: 'POST',
    payload: { fields: [{ key: 'code_melli', required: false, display: true, group: 'identity', order: 40 }] },
  })

for (const panelLocale of ['fa', 'en'] as const) {
  test.describe(`the settings of the fields of users in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test('are drawn for everybody, wide and narrow', async ({ page }) => {
      await openPath(page, path)
      await expect(page.locator('.fs tbody tr')).toHaveCount(12)
      expect(await findViolations(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    })
  })
}

test.describe('a role that there is not', () => {
  test.use({ panelLocale: 'en' })
  test('has no fields: the page says that it is not there, and offers no second try', async ({ page }) => {
    await page.goto('/persons/users/roles/nobody/fields')
    await expect(page.getByRole('heading', { name: 'The page you are looking for does not exist.' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to home' })).toBeVisible()
    await expect(page.getByText('could not be read')).toHaveCount(0)
  })
})

test('a field that is made required on the page of one role is required on that of another, and in the forms', async ({
  page,
  api,
  afterwards,
}) => {
  afterwards(() => reset(api as Save))
  await openPath(page, '/persons/users/roles')
  await page
    .locator('tbody tr')
    .filter({ hasText: 'customer' })
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Fields of users', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await page.getByRole('checkbox', { name: 'Required: National code' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Settings of the fields saved.')).toBeVisible()
  await openPath(page, '/persons/users/roles/staff/fields')
  await expect(page.getByRole('checkbox', { name: 'Required: National code' })).toBeChecked()
  await openPath(page, '/persons/users/create')
  await expect(page.getByLabel(/National code/)).toHaveAttribute('aria-required', 'true')
})

test('a field that is turned off is gone from a profile, and its order is changed with the keyboard', async ({ page, api, afterwards }) => {
  afterwards(() => reset(api as Save))
  const [user] = await api<{ id: number }[]>('user-search', { params: { search: 'editor', slug: 'editor' } })
  await openPath(page, path)
  const names = page.locator('.fs tbody th')
  await expect(names.nth(3)).toHaveText('National code')
  await page.getByRole('button', { name: 'Move “National code” up' }).press('Enter')
  await expect(names.nth(2)).toHaveText('National code')
  await page.getByRole('checkbox', { name: 'Display: National code' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Settings of the fields saved.')).toBeVisible()
  await page.reload()
  await expect(names.nth(2)).toHaveText('National code')
  await openPath(page, `/persons/users/${user!.id}/profile`)
  await expect(page.locator('.pf-details').first()).toBeVisible()
  await expect(page.getByText('National code')).toHaveCount(0)
})
