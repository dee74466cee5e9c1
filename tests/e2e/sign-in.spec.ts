import { answerCall, demoPassword, expect, openList, openPath, signIn, storedState, test, uniqueWord } from './panel.ts'
import type { Page } from 'playwright/test'

async function enterPassword(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test.describe('signed out', () => {
  test.use({ role: null })

  test('keeps the wanted address and opens it after signing in', async ({ page }) => {
    await page.goto('/divisions?tab=countries')
    await expect(page).toHaveURL('/auth/login')
    await enterPassword(page, 'administrator')
    await expect(page).toHaveURL('/divisions?tab=countries')
    await expect(page.getByRole('tab', { name: /Countries/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('a page for visitors has its title', async ({ page, api, afterwards }) => {
    const body = [{ text: 'We are open from nine to five.' }]
    const screen = { name: 'doorway-hours', path: 'doorway/hours', title: 'Opening hours', layout: 'auth', guest: 'yes', body }
    const module = { name: 'doorway', title: 'Doorway', version: '1.0.0' }
    const documents = { 'module.json': JSON.stringify(module), 'screens/doorway-hours.json': JSON.stringify(screen) }
    afterwards(() => api('publish-remove', { as: 'developer', payload: { module: 'doorway' } }))
    await api('publish', { as: 'developer', payload: { module: 'doorway', documents } })
    await page.goto('/doorway/hours')
    await expect(page.getByText('We are open from nine to five.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening hours')
    await page.goto('/auth/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })

  test('goes to a page behind the last one where that was wanted, and stays there', async ({ page }) => {
    await page.goto('/settings?page=2')
    await expect(page).toHaveURL('/auth/login')
    await enterPassword(page, 'administrator')
    await expect(page.locator('.grid-empty')).toBeVisible()
    await expect(page).toHaveURL('/settings?page=2')
  })

  test('opens home after signing in on the login page itself', async ({ page }) => {
    await openPath(page, '/auth/login')
    await enterPassword(page, 'operator')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  })

  test('asks for a new password first, and opens the wanted page after it', async ({ page, api }) => {
    const [username, first, next] = [uniqueWord('first-timer'), 'a first password', 'a password of my own']
    await api('user-create', { as: 'administrator', payload: { username, roles: ['content_manager'], password: first } })
    await page.goto('/content/post/news?tab=draft')
    await enterPassword(page, username, first)
    await expect(page).toHaveURL('/profile/change-password')
    await page.getByRole('textbox', { name: 'Current password' }).fill(first)
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('password1')
    await page.getByRole('textbox', { name: /Repeat|confirm/i }).fill('password1')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.locator('.pf-error')).toContainText('very common')
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(next)
    await page.getByRole('textbox', { name: /Repeat|confirm/i }).fill(next)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL('/content/post/news?tab=draft')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page).toHaveURL('/')
  })

  test('the language menu stays open when the form arrives late', async ({ page }) => {
    let send = (): void => {}
    const held = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route('**/login-form*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/auth/login')
    await page.getByRole('button', { name: 'Language' }).click()
    const entry = page.getByRole('menuitemradio', { name: 'Deutsch' })
    await expect(entry).toBeVisible()
    send()
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
    await entry.click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })

  test('checks the fields before it sends anything', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await openPath(page, '/auth/login')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAccessibleDescription(/required/i)
    expect(sent).toEqual([])
  })

  test('says that the password is wrong and keeps what was typed', async ({ page }) => {
    await openPath(page, '/auth/login')
    await enterPassword(page, 'nobody.at.all', 'not-the-password')
    await expect(page.locator('.pk-form-error')).toHaveText('The username or the password is wrong.')
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('nobody.at.all')
    await expect(page).toHaveURL('/auth/login')
  })

  test('shows a page for an unknown address, and its way home', async ({ page }) => {
    await openPath(page, '/no/such/page')
    await expect(page.getByRole('heading')).toHaveText('The page you are looking for does not exist.')
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page).toHaveURL('/auth/login')
  })
})

test.describe('signed in', () => {
  test.use({ role: 'operator' })

  test('is led home from the login page', async ({ page }) => {
    await page.goto('/auth/login')
    await expect(page).toHaveURL('/')
  })

  test('sees that access is forbidden on the developer tools, which the menu leaves out', async ({ page }) => {
    await page.goto('/developer-tools/info')
    await expect(page).toHaveURL('/forbidden')
    await expect(page.getByRole('heading')).toHaveText('Access is forbidden')
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await expect(page.getByText('Developer tools')).toHaveCount(0)
  })

  test('sees that access is forbidden on a list, and stays signed in', async ({ page }) => {
    await page.goto('/grid/content/post/list')
    await expect(page).toHaveURL('/forbidden')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access is forbidden')
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  })
})

test.describe('a session of its own', () => {
  test.beforeEach(async ({ context, baseURL }) => {
    const state = storedState(baseURL!, await signIn(baseURL!, 'administrator'), { locale: 'en', scheme: 'light' })
    await context.setStorageState(state)
  })

  test('ends with the sign-out of the profile menu, on the server too', async ({ page, request }) => {
    await openPath(page, '/')
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('pishkhan')!) as { state: { auth: { token: string } } }).state.auth.token,
    )
    const told = page.waitForResponse(/persons-logout/)
    await page.getByRole('button', { name: /^Profile menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
    expect((await told).ok()).toBe(true)
    const refused = await request.get('/api/v1/layout', { headers: { Authorization: `Bearer ${token}` } })
    expect(refused.status()).toBe(401)
    await page.goto('/divisions')
    await expect(page).toHaveURL('/auth/login')
  })

  test('ends with the address that says so', async ({ page }) => {
    await page.goto('/auth/login?logout=1')
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
    await page.goto('/')
    await expect(page).toHaveURL('/auth/login')
  })

  test('locks the other tabs of the browser when it ends', async ({ page, context }) => {
    await openPath(page, '/divisions')
    const other = await context.newPage()
    await other.goto('/auth/login?logout=1')
    await expect(other.getByRole('textbox', { name: 'Username' })).toBeVisible()
    await expect(page.getByText('You signed in or out in another tab')).toBeVisible()
  })

  test('leads to the login page when the server says that it expired, and back after signing in', async ({ page }) => {
    await openList(page, '/divisions')
    await answerCall(
      page,
      'divisions-grid',
      { errorCode: 'endpoint-401', userMessage: 'Your session has ended.', errors: {}, metadata: {} },
      401,
    )
    await page.getByRole('tab', { name: /Countries/ }).click()
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await enterPassword(page, 'administrator')
    await expect(page).toHaveURL('/divisions?tab=countries')
    await expect(page.locator('tbody tr[data-id]')).toHaveCount(15)
  })
})
