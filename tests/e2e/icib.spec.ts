import { expect, openPath, test, toast, uniqueName } from './panel.ts'

test.use({ role: 'staff', panelLocale: 'en' })

test('an organization is rejected on its page, with a reason that its history tells', async ({ page, api }) => {
  const data = { organization_name: uniqueName('Rejected'), organization_type: 'private' }
  const { id } = await api<{ id: number }>('save', { payload: { model: 'organization', data } })
  await api('icib-verify', { payload: { id, status: 1 } })
  await openPath(page, `icib/organizations/${id}`)
  await page.getByRole('button', { name: 'Verification', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Verification of “.+”$/ })
  await dialog.getByRole('combobox', { name: 'New status' }).click()
  await expect(page.getByRole('option')).toHaveText(['Rejected'])
  await page.getByRole('option', { name: 'Rejected' }).click()
  await dialog.getByRole('textbox', { name: 'Reason for rejection' }).fill('The gazette is missing.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Verification status saved.')).toBeVisible()
  const newest = page.locator('.pf-timeline > li').first()
  await expect(newest).toContainText('Verification status changed from Confirmed to Rejected')
  await expect(newest).toContainText('The gazette is missing.')
  await expect(newest.locator('time')).toHaveText(/^\d\d:\d\d - \d{4}\/\d\d\/\d\d$/)
})

test('the discount of an invoice is opened on its page', async ({ page }) => {
  await openPath(page, 'icib/invoice/1')
  await page.getByRole('button', { name: 'Discount', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Discount of invoice IC-1403-0001' })
  await expect(dialog.getByRole('textbox', { name: 'Discount' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
})
