import { expect, findViolations, openPath, test, toast, uniqueName } from './panel.ts'

test.use({ role: 'staff', panelLocale: 'en' })

const create = (api: <Results>(name: string, options?: object) => Promise<Results>) =>
  api<{ id: number }>('save', {
    as: 'staff',
    payload: { model: 'organization', data: { organization_name: uniqueName('Members'), organization_type: 'private' } },
  })

test('people are found, added once and taken out', async ({ page, api }) => {
  const { id } = await create(api)
  await openPath(page, `persons/organizations/${id}`)
  const list = page.locator('.pf-members')
  const [field, add] = [list.getByRole('combobox', { name: 'User' }), list.getByRole('button', { name: 'Add', exact: true })]
  await expect(list).toContainText('Nobody is in the list yet.')
  await expect(add).toBeDisabled()

  const choose = async () => {
    await field.fill('emma')
    await page.getByRole('option', { name: /Emma Clarke/ }).click()
  }
  await choose()
  await expect(add).toBeEnabled()
  await add.click()
  await expect(toast(page, '“Emma Clarke” was added.')).toBeVisible()
  const emma = list.getByRole('listitem').filter({ hasText: 'Emma Clarke' })
  await expect(emma).toContainText('customer@example.com')
  await expect(add).toBeDisabled()

  await choose()
  await expect(list).toContainText('This user is in the list already.')
  await expect(add).toBeDisabled()

  await emma.getByRole('button', { name: 'Remove “Emma Clarke”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(emma).toHaveCount(0)
  await expect(list).not.toContainText('This user is in the list already.')
  await expect(add).toBeEnabled()
  expect(await api('organization-users', { as: 'staff', params: { organization_id: id } })).toEqual([])
})

test('the search looks like every other field, also before a form was drawn', async ({ page, api }) => {
  const { id } = await create(api)
  await openPath(page, `persons/organizations/${id}`)
  const box = page.locator('.pf-members .pf-combobox')
  await expect(box).toHaveCSS('border-radius', '6px')
  const [height, add] = [
    (await box.boundingBox())!.height,
    (await page.getByRole('button', { name: 'Add', exact: true }).boundingBox())!.height,
  ]
  expect(Math.abs(height - add)).toBeLessThanOrEqual(2)
  expect(await findViolations(page)).toEqual([])
})

test.describe('without the right to change them', () => {
  test.use({ role: 'operator' })
  test('people are only listed', async ({ page }) => {
    await openPath(page, 'persons/organizations/1')
    const list = page.locator('.pf-members')
    await expect(list.getByRole('listitem').first()).toBeVisible()
    await expect(list.getByRole('combobox')).toHaveCount(0)
    await expect(list.getByRole('button')).toHaveCount(0)
  })
})
