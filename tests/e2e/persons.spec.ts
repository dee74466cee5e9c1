import { expect, findViolations, openList, openPath, test, toast, uniqueWord } from './panel.ts'

const picture = {
  name: 'face.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC', 'base64'),
}

for (const [panelLocale, dir] of [
  ['fa', 'rtl'],
  ['en', 'ltr'],
] as const) {
  test.describe(`the print view of a user in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test('stands alone, and opens the print dialogue a second after it is drawn', async ({ page, api }) => {
      const [user] = await api<{ id: number; name_full: string }[]>('list', { params: { model: 'user', q: 'mina.yousefi' } })
      await page.clock.install()
      await page.addInitScript(() => {
        window.print = () => {
          document.documentElement.dataset.printed = String(Number(document.documentElement.dataset.printed ?? 0) + 1)
        }
      })
      await openPath(page, `/persons/users/${user!.id}/print`)
      await expect(page.locator('.pf-details')).toHaveCount(3)
      await expect(page.locator('.pk-navbar, .pk-sidebar, .pk-topbar')).toHaveCount(0)
      await expect(page.locator('html')).toHaveAttribute('dir', dir)
      await page.clock.runFor(2500)
      await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
      expect(await findViolations(page)).toEqual([])
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('.pk-print-tools')).toBeHidden()
      await expect(page.locator('.pk-print-sheet thead')).toHaveCSS('display', 'table-header-group')
    })
  })
}

test('a user gets a picture, which the list shows; printing leaves no panel behind and leads back', async ({ page, api }) => {
  const [user] = await api<{ id: number }[]>('list', { params: { model: 'user', q: 'navid.ghorbani' } })
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await openPath(page, `/persons/users/${user!.id}/edit`)
  expect(await findViolations(page)).toEqual([])
  await page.setInputFiles('input[type=file]', picture)
  await expect(page.locator('.pf-avatar-face img')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'User saved.')).toBeVisible()
  await openList(page, '/grid/persons/user/list?q=navid')
  await expect(page.locator('tbody .grid-user img')).toBeVisible()
  await page
    .locator('tbody tr[data-id]')
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Print', exact: true }).click()
  await expect(page).toHaveURL(/\/persons\/users\/\d+\/print$/)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
})

test('two records of a person are merged, the data is exported and erased, from the page of the person', async ({ page, api }) => {
  const make = (username: string, more: object) =>
    api<{ id: number }>('user-create', {
      method: 'POST',
      payload: { username, first_name: 'Twice', last_name: username, roles: ['customer'], password: 'a first password', ...more },
    })
  const [kept, other] = [uniqueWord('kept'), uniqueWord('other')]
  const email = `${other}@example.com`
  const { id } = await make(kept, {})
  await make(other, { email })
  const act = async (name: string) => {
    // The list beneath has a menu of this name too, and may be drawn first.
    await page.locator('.pk-title-actions').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await openPath(page, `/persons/users/${id}/profile`)
  await act('Merge with another record')
  await page.getByRole('dialog').getByRole('combobox').fill(other)
  await page.getByRole('option', { name: other }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge with another record' }).click()
  await expect(toast(page, 'The records were merged.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(email)).toBeVisible()
  const download = page.waitForEvent('download')
  await act('Export all data')
  expect((await download).suggestedFilename()).toBe(`Data of a person ${kept}.json`)
  await act('Erase person')
  await page.getByRole('dialog').getByRole('button', { name: 'Erase person' }).click()
  await expect(toast(page, 'The personal data was erased.')).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
  await expect(page.getByText(`erased-${id}`)).toBeVisible()
})

test.describe('a list of users', () => {
  test.use({ role: 'administrator', panelLocale: 'en' })

  test('that is searched for somebody who does not exist says that no user was found, and leads back', async ({ page }) => {
    await openPath(page, 'grid/persons/user/list?q=zzqqnobody')
    await expect(page.getByRole('heading', { name: 'No user found' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })
})
