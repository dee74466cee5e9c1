import { expect, lineOf, openList, pickFromMenu, test } from './panel.ts'

test('a setting is changed in its modal, and shown changed in the list', async ({ page }) => {
  await openList(page, '/settings')
  const address = `Azadi Street ${Date.now() % 100_000}`
  await lineOf(page, 'Postal address')
    .getByRole('link', { name: 'Postal address' })
    .or(lineOf(page, 'Postal address').getByRole('button', { name: 'Postal address' }))
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill(address)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(lineOf(page, address)).toBeVisible()
})

test('a setting is given its default again, after a question', async ({ page, api }) => {
  await api('setting-set', { method: 'PUT', payload: { key: 'contact_phone', value: '+98 21 1111 1111' } })
  await openList(page, '/settings?tab=contact')
  const line = lineOf(page, 'Contact phone')
  await expect(line).toContainText('1111')
  await pickFromMenu(page, 'Contact phone', 'Reset to default')
  await page.getByRole('dialog').getByRole('button', { name: 'Reset to default' }).click()
  await expect(line).toContainText('+98 21 0000 0000')
})
