import { expect, lineOf, openList, test } from './panel.ts'

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
