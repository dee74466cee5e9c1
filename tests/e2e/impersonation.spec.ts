import type { Page } from 'playwright/test'
import { demoPassword, expect, lineOf, openList, openPath, test } from './panel.ts'

/** The page of a server that keeps the token out of the browser's storage. */
async function withoutStoredToken(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === '/auth/login' || url.pathname.startsWith('/persons'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      return route.fulfill({ response, body: (await response.text()).replace('"token_use":true', '"token_use":false') })
    },
  )
}

const confirm = async (page: Page) => {
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Request 118')
  await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click()
}

test.describe('where the token is not stored', () => {
  test.use({ role: null })

  test('acts as another user and comes back, and keeps no half of a session', async ({ page }) => {
    await withoutStoredToken(page)
    await page.goto('/persons/users/moderator')
    await expect(page).toHaveURL('/auth/login')
    await page.getByRole('textbox', { name: 'Username' }).fill('administrator')
    await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/persons/users/moderator')
    await lineOf(page, 'moderator')
      .first()
      .getByRole('button', { name: /Actions of/ })
      .click()
    await page.getByRole('menuitem', { name: 'Impersonate' }).click()
    await confirm(page)
    const back = page.getByRole('button', { name: 'Back to my own account' })
    await expect(back).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.locator('#pk-sidebar').getByRole('button', { name: 'Users' })).toHaveCount(0)
    const stored = await page.evaluate(
      () => JSON.parse(localStorage.getItem('pishkhan') ?? '{}') as { state: { auth: Record<string, unknown> } },
    )
    expect(stored.state.auth).toMatchObject({ user: null, adminSession: null })
    await back.click()
    await expect(page).toHaveURL('/persons/users/moderator')
    await expect(lineOf(page, 'moderator').first()).toBeVisible()
    await expect(back).toHaveCount(0)
  })
})

test('a phone says as whom one acts, and leads back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openList(page, '/persons/users/moderator')
  await lineOf(page, 'moderator')
    .first()
    .getByRole('button', { name: /Actions of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Impersonate' }).click()
  await confirm(page)
  await expect(page.locator('.pk-worn')).toContainText('You act as')
  expect(await page.locator('.pk-brand-name').evaluate((name) => name.scrollWidth <= name.clientWidth)).toBe(true)
  await page.getByRole('button', { name: 'Back to my own account' }).click()
  await expect(page).toHaveURL('/persons/users/moderator')
})

test('while the frame is on its way its outline stands there, and a reader hears so', async ({ page }) => {
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    (url) => url.pathname.endsWith('/v1/layout'),
    async (route) => {
      await asked
      await route.fallback()
    },
  )
  await page.goto('/content/type')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  await expect(page.locator('.pk-page-loading')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  answer()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect(page.locator('.pk-page-loading')).toHaveCount(0)
})

test('a page behind the last one stays in the address, and says the way back', async ({ page }) => {
  await openPath(page, '/settings?page=2')
  await expect(page.getByRole('heading', { name: 'This page of the list has no rows.' })).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.locator('table[aria-busy=false]')).toBeVisible()
  await expect(page).toHaveURL('/settings?page=2')
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await expect(page).toHaveURL('/settings')
})
