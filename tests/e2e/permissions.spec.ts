import { expect, findViolations, openPath, test, toast, uniqueWord } from './panel.ts'

/** A user of his own for a test that changes what he may do. */
async function makeUser(api: (name: string, options: object) => Promise<unknown>, username = uniqueWord('rights')): Promise<number> {
  const payload = { username, first_name: 'Rana', last_name: username, roles: ['customer'], password: 'a first password' }
  const made = (await api('user-create', { method: 'POST', payload })) as { id: number }
  return made.id
}

for (const panelLocale of ['fa', 'en'] as const) {
  test.describe(`the permissions of a user in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test('can be reached and read by everybody who may', async ({ page, api }) => {
      const id = await makeUser(api as never)
      await openPath(page, `/persons/users/${id}/permissions`)
      await expect(page.locator('.ra-table tbody tr')).toHaveCount(1)
      await expect(page.locator('.up-group')).not.toHaveCount(0)
      expect(await findViolations(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    })
  })
}

test('a role is assigned, blocked, unblocked and deleted, each after a question that can be refused', async ({ page, api }) => {
  const id = await makeUser(api as never)
  await openPath(page, `/persons/users/${id}/permissions`)
  const row = page.locator('tr[data-role="editor"]')
  await page.getByRole('combobox', { name: 'Role', exact: true }).fill('Editor')
  await page.getByRole('option', { name: 'Editor', exact: true }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(toast(page, 'The role “Editor” was assigned.')).toBeVisible()
  await expect(row).toHaveAttribute('data-status', 'active')
  await expect(page.locator('[data-permission="content.publish"] input')).not.toBeChecked()
  await expect(page.locator('[data-permission="content.write"]')).toContainText('by role Editor')

  await row.getByRole('button', { name: /^Block/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toHaveAttribute('data-status', 'active')
  await row.getByRole('button', { name: /^Block/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(row).toHaveAttribute('data-status', 'blocked')
  await expect(page.locator('[data-permission="content.write"] input')).not.toBeChecked()
  await row.getByRole('button', { name: /^Unblock/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await expect(row).toHaveAttribute('data-status', 'active')

  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await page.reload()
  await expect(page.locator('tr[data-role="customer"]')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('permits that are left unsaved can be saved or discarded on the way out', async ({ page, api }) => {
  const id = await makeUser(api as never)
  const path = `/persons/users/${id}/permissions`
  const box = page.locator('[data-permission="content.read"] input')
  const leave = () => page.locator('.pk-breadcrumbs a, nav a').filter({ hasText: 'Users' }).first().click()
  await openPath(page, path)
  await box.check()
  await leave()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(box).toBeChecked()
  await leave()
  await question.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page).not.toHaveURL(new RegExp(`${path}$`))
  await openPath(page, path)
  await expect(box).not.toBeChecked()
  await box.check()
  await leave()
  await question.getByRole('button', { name: 'Save and leave' }).click()
  await expect(page).not.toHaveURL(new RegExp(`${path}$`))
  await openPath(page, path)
  await expect(box).toBeChecked()
  await box.uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Permissions saved.')).toBeVisible()
  await page.reload()
  await expect(box).not.toBeChecked()
})

test('a role in an organization is given on the page of its roles', async ({ page, api }) => {
  const username = uniqueWord('member')
  await makeUser(api as never, username)
  const [organization] = await api<{ id: number }[]>('list', { params: { model: 'organization' } })
  await openPath(page, `/persons/organizations/${organization!.id}/roles`)
  await page.getByRole('combobox', { name: 'User', exact: true }).fill(username)
  await page.getByRole('option', { name: username }).click()
  await page.getByRole('combobox', { name: 'Role', exact: true }).fill('Operator')
  await page.getByRole('option', { name: 'Operator', exact: true }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.locator('tr[data-role="operator"]').filter({ hasText: username })).toHaveAttribute('data-status', 'active')
  expect(await findViolations(page)).toEqual([])
})

test('the matrix paints at once, and says who has a permission and why', async ({ page }) => {
  await openPath(page, '/persons/permissions')
  await expect(page.locator('.pm tr[data-permission]').first()).toBeVisible()
  expect(await page.locator('.pm tr[data-permission]').count()).toBeGreaterThan(60)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search for a permission or page' }).fill('content publish')
  await expect(page.locator('.pm tr[data-permission]')).toHaveCount(1)
  await page.getByRole('button', { name: /content\.publish/ }).press('Enter')
  await expect(page.locator('.pm-detail')).toContainText('by role Moderator')
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test('what a role sees is shown, and the frame as it gets it for as long as the page is open', async ({ page }) => {
  await openPath(page, '/persons/users/roles/editor/preview')
  await expect(page.locator('.ap tr[data-model="post"]')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const sidebar = page.locator('.pk-sidebar')
  await expect(sidebar).toContainText('Accounting')
  await page.getByRole('button', { name: 'Show the panel’s frame like this' }).click()
  await expect(sidebar).not.toContainText('Accounting')
  await expect(sidebar).toContainText('Content')
  await page.getByRole('button', { name: 'Back to my own frame' }).click()
  await expect(sidebar).toContainText('Accounting')
})
