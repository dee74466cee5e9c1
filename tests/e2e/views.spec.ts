import type { Page } from 'playwright/test'
import { expect, findViolations, openList, openPath, test, toast, uniqueName } from './panel.ts'

const users = '/grid/persons/user/list'
const list = '/content/post/news'
const views = (page: Page) => page.getByRole('group', { name: 'Saved views' })
const openViews = async (page: Page) => {
  await views(page).getByRole('button').first().click()
  await expect(page.getByRole('dialog', { name: 'Saved views' })).toBeVisible()
}
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Saved views' })
const saveAs = async (page: Page, name: string, role?: string) => {
  await openViews(page)
  await dialog(page).getByRole('button', { name: 'Save as a new view' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name of the view' }).fill(name)
  if (role !== undefined) await dialog(page).getByRole('combobox', { name: 'For whom' }).selectOption(role)
  await page.keyboard.press('Enter')
  await expect(views(page).getByRole('button', { name })).toBeVisible()
}

test('a view keeps filters, order and columns, tells that they were changed, and is saved, reverted, renamed and deleted', async ({
  page,
}) => {
  const name = uniqueName('Drafts')
  await openList(page, `${list}?tab=draft&pinned=0&sort=title&order=asc`)
  await saveAs(page, name)
  await expect(page).toHaveURL(/tab=draft&pinned=0&sort=title&order=asc&view=\d+$/)
  const address = page.url()
  await page.reload()
  await expect(views(page)).toContainText(name)
  await expect(views(page)).not.toContainText('changed')

  await page.getByRole('button', { name: 'Remove the filter', exact: false }).first().click()
  await expect(views(page)).toContainText('changed')
  await views(page).getByRole('button', { name: 'Revert' }).click()
  await expect(page).toHaveURL(address)
  await page.getByRole('tab', { name: /^Rejected/ }).click()
  await expect(page).toHaveURL(/tab=rejected/)
  await views(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(views(page)).not.toContainText('changed')

  await openViews(page)
  await dialog(page).getByRole('button', { name: 'The whole list' }).click()
  await expect(page).toHaveURL(list)
  await openViews(page)
  await page.keyboard.press('ArrowDown')
  await dialog(page).getByRole('button', { name }).press('Enter')
  await expect(page).toHaveURL(/tab=rejected/)

  await openViews(page)
  await dialog(page).getByRole('button', { name: 'Rename or share' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name of the view' }).fill(`${name} again`)
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText(`Delete the view “${name} again”?`)
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page).getByRole('button', { name })).toHaveCount(0)
  await expect(page).toHaveURL(/tab=rejected(?!.*view)/)
  await expect(page.locator('.pk-toast-text')).toHaveText([`The view “${name} again” is deleted.`])
})

test.describe('of an editor', () => {
  test.use({ role: 'editor' })

  test('the first one opens a plain address, and the whole list can still be had', async ({ page }) => {
    const name = uniqueName('First')
    await openList(page, `${list}?tab=draft`)
    await saveAs(page, name)
    await openViews(page)
    await dialog(page).getByRole('button', { name: 'Begin with this view' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Do not begin with this view' })).toBeFocused()
    await expect(dialog(page).getByRole('status')).toHaveText('Successfully saved.')
    await openList(page, list)
    await expect(page).toHaveURL(/\?tab=draft&view=\d+$/)
    await expect(page.getByRole('tab', { name: /^Draft/ })).toHaveAttribute('aria-selected', 'true')
    await openViews(page)
    await dialog(page).getByRole('button', { name: 'The whole list' }).click()
    await expect(page).toHaveURL(`${list}?view=none`)
    await page.reload()
    await expect(page.locator('table[aria-busy=false] tbody tr[data-id]')).toHaveCount(15)
    await expect(page).toHaveURL(`${list}?view=none`)
  })

  test('one that is shared is opened, but not changed', async ({ page, api }) => {
    const name = uniqueName('Shared')
    await api('grid-view-save', { payload: { grid: 'content/post/list', name, role: 'editor', query: { tab: 'draft' }, columns: {} } })
    await openList(page, `${list}?view=none`)
    await openViews(page)
    await expect(dialog(page).getByRole('button', { name })).toHaveText(`${name}shared`)
    await dialog(page).getByRole('button', { name }).click()
    await page.getByRole('tab', { name: /^Rejected/ }).click()
    await expect(views(page)).toContainText('changed')
    await expect(views(page).getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
    await openViews(page)
    await expect(dialog(page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
  })
})

test('one that somebody else changed meanwhile is not overwritten unseen', async ({ page, api }) => {
  const name = uniqueName('Raced')
  await openList(page, `${users}?gender=male`)
  await saveAs(page, name)
  const [view] = (
    await api<{ id: number; name: string; version: number }[]>('grid-view-list', { params: { grid: 'persons/user/list' } })
  ).filter((one) => one.name === name)
  await page.goto(`${users}?gender=female&view=${view!.id}`)
  await expect(views(page)).toContainText('changed')
  await api('grid-view-save', { payload: { grid: 'persons/user/list', id: view!.id, version: view!.version, query: { q: 'theirs' } } })
  await views(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Somebody has changed this view.')).toBeVisible()
  await views(page).getByRole('button', { name: 'Revert' }).click()
  await expect(page).toHaveURL(/q=theirs/)
})

test('a view that is not there is told, and the list shows the rest of the address', async ({ page }) => {
  await openPath(page, `${users}?gender=male&view=999999`)
  await expect(page.getByRole('alert').filter({ hasText: '999999' })).toBeVisible()
  await expect(page).toHaveURL(`${users}?gender=male`)
})

test.describe('on a Persian phone, dark', () => {
  test.use({ panelLocale: 'fa', scheme: 'dark', viewport: { width: 390, height: 800 } })
  test('the sheet of views has no faults axe finds', async ({ page }) => {
    await openList(page, users)
    await page.getByRole('group', { name: 'نماهای ذخیره‌شده' }).getByRole('button').click()
    await expect(page.getByRole('dialog', { name: 'نماهای ذخیره‌شده' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'ذخیره به نام نمای تازه' }).click()
    await expect(page.getByRole('textbox', { name: 'نام نما' })).toBeFocused()
    expect(await findViolations(page)).toEqual([])
  })
})
