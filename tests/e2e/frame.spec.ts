import type { Page } from 'playwright/test'
import { expect, openList, test } from './panel.ts'

/** Changes the frame that the server answers. */
async function changeLayout(
  page: Page,
  change: (layout: { flags?: object; navbar: { left: object[] }; sidebar: object[] }) => void,
): Promise<void> {
  await page.route(
    (url) => url.pathname.endsWith('/v1/layout'),
    async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { results: Parameters<typeof change>[0] }
      change(body.results)
      await route.fulfill({ response, json: body })
    },
  )
}

test.describe('the search of the bar', () => {
  test('finds a page by its name and opens it, by keys alone', async ({ page }) => {
    await openList(page, '/content/type')
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search the panel' })
    await expect(search).toBeFocused()
    await search.fill('divis')
    await expect(page.getByRole('option').first()).toContainText('Divisions')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/divisions/)
    await expect(search).toHaveCount(0)
  })

  test('finds records by their words, under the name of their list, and opens one by keys', async ({ page }) => {
    await openList(page, '/content/type')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search the panel' }).fill('SO-2026-0120')
    const found = page.getByRole('group', { name: 'Shipping orders' }).getByRole('option', { name: 'SO-2026-0120' })
    await expect(found).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await page.waitForURL(/120/)
  })

  test('says when nothing is called so, and closes on Escape', async ({ page }) => {
    await openList(page, '/content/type')
    await page.getByRole('button', { name: 'Search the panel' }).click()
    await page.getByRole('combobox', { name: 'Search the panel' }).fill('zzz')
    await expect(page.getByText('Nothing is called “zzz”.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox', { name: 'Search the panel' })).toHaveCount(0)
  })

  test('is gone where its flag says so', async ({ page }) => {
    await changeLayout(page, (layout) => {
      layout.flags = { search: false }
    })
    await openList(page, '/content/type')
    await expect(page.getByRole('button', { name: 'Search the panel' })).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search the panel' })).toHaveCount(0)
  })
})

test('without the bar there is no hole above the menu', async ({ page }) => {
  await changeLayout(page, (layout) => {
    layout.flags = { navbar: false }
  })
  await openList(page, '/content/type')
  expect((await page.locator('#pk-sidebar').boundingBox())?.y).toBe(0)
})

test('without the bar a phone still opens the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await changeLayout(page, (layout) => {
    layout.flags = { navbar: false }
  })
  await openList(page, '/content/type')
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await page.locator('#pk-sidebar').getByRole('link', { name: 'Divisions' }).click()
  await page.waitForURL(/\/divisions/)
})

test('every entry beside the narrow menu can be clicked', async ({ page }) => {
  await openList(page, '/divisions')
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await page.locator('#pk-sidebar').getByRole('button', { name: 'Content' }).click()
  await page.locator('.pk-side-floating').getByRole('link').last().click()
  await expect(page).not.toHaveURL(/\/divisions/)
})

test('entries that lead nowhere are off and say so, links of the bar show icon and badge', async ({ page }) => {
  await changeLayout(page, (layout) => {
    layout.sidebar.push(
      { id: 'dead', label: 'Dead end', link: '/no/such/page', order: 99 },
      { id: 'script', label: 'Script', link: 'javascript:alert(1)', order: 99 },
    )
    layout.navbar.left.push({ id: 'shop', label: 'Shop', icon: 'shop', link: '/divisions', badge: { title: '3', color: 'danger' } })
  })
  await openList(page, '/content/type')
  for (const name of ['Dead end', 'Script']) {
    const entry = page.locator('#pk-sidebar [aria-disabled=true]').filter({ hasText: name })
    await expect(entry).toHaveAttribute('title', 'This entry leads to no page.')
  }
  const link = page.locator('.pk-nav-link')
  await expect(link.locator('svg')).toHaveCount(1)
  await expect(link.locator('.pk-badge')).toHaveText('3')
})

test('a page is pinned to the menu, is at hand in the search beside those visited last, and is taken from there', async ({ page, api }) => {
  await api('pinned-pages-save', { method: 'PUT', payload: { pages: [] } })
  await openList(page, '/content/type')
  await page.getByRole('button', { name: 'Pin this page' }).click()
  const pinned = page.getByRole('list', { name: 'Pinned' })
  await expect(pinned.getByRole('link')).toHaveCount(1)
  await openList(page, '/settings')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Pinned' }).getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText('Site settings')
  await page.keyboard.press('Enter')
  await page.waitForURL(/content\/type/)
  await page.getByRole('button', { name: 'Pin this page', pressed: true }).click()
  await expect(pinned).toHaveCount(0)
})
