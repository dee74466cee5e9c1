import { Secret, TOTP } from 'otpauth'
import { demoPassword, expect, openPath, signIn, storedState, test, uniqueWord } from './panel.ts'
import type { Page } from 'playwright/test'

const first = 'a first password'
const codeOf = (secret: string, afterMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) }).generate({ timestamp: Date.now() + afterMs })

async function enterPassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Adds the authenticator of the page's user; answers its secret and the backup codes. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = await page.locator('.sf-secret').innerText()
  await page.getByRole('textbox', { name: 'Current code' }).fill('000000')
  await expect(page.locator('.pf-error').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Current code' }).fill(codeOf(secret))
  await expect(page.getByRole('heading', { name: /Backup codes/ })).toBeVisible()
  return { secret, codes: await page.locator('.sf-codes li').allInnerTexts() }
}

test.describe('the second factor', () => {
  test.use({ role: null })

  test('is turned on, asked for at the sign-in, and turned off', async ({ page, api }) => {
    const username = uniqueWord('two-steps')
    await api('user-create', { as: 'administrator', payload: { username, roles: ['editor'], password: 'another first one' } })
    await page.goto('/auth/login')
    await enterPassword(page, username, 'another first one')
    await page.getByRole('textbox', { name: 'Current password' }).fill('another first one')
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(first)
    await page.getByRole('textbox', { name: /Repeat/ }).fill(first)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL('/')
    await openPath(page, '/profile/two-factor')
    const { codes } = await turnOn(page)
    expect(codes).toHaveLength(6)
    await page.reload()
    await expect(page.getByText('Two-step sign-in is on')).toBeVisible()
    await expect(page.getByText(codes[0]!)).toHaveCount(0)

    await page.goto('/auth/logout')
    await enterPassword(page, username, first)
    await expect(page.getByRole('heading', { name: 'Second step of signing in' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('pishkhan'))).not.toContain('"token":"')
    await page.getByRole('textbox', { name: 'Code' }).fill('no-such-code')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText('wrong')
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[1]!)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/')

    await openPath(page, '/profile/two-factor')
    await expect(page.getByText('5 of 6 codes are left.')).toBeVisible()
    await expect(page.locator('.sf-used')).toContainText(codes[1]!.slice(-4))
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[2]!)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Two-step sign-in is off', { exact: true })).toBeVisible()
  })

  test('is all that is open to who must have one, with a notice that leads to it', async ({ page, api, makeUser, afterwards }) => {
    const roles = await api<{ id: number; slug: string; version: number }[]>('roles-grid', {
      as: 'administrator',
      params: { page_size: 50 },
    })
    const { id, version } = roles.find(({ slug }) => slug === 'moderator')!
    const { user } = await makeUser('moderator')
    const saved = await api<{ version: number }>('role-two-step', { payload: { id, version, two_step_required: true } })
    afterwards(() => api('role-two-step', { payload: { id, version: saved.version, two_step_required: false } }))
    await page.goto('/auth/login')
    await enterPassword(page, user.username, demoPassword)
    await expect(page.getByRole('alert')).toContainText('Your role requires two-step sign-in')
    await page.goto('/profile/edit')
    await page.getByRole('main').getByRole('link', { name: 'Turn on two-step sign-in' }).click()
    await expect(page).toHaveURL('/profile/two-factor')
    await turnOn(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByText('Your role requires it, so it stays on.')).toBeVisible()
    await page.goto('/profile/edit')
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible()
    for (const name of ['Username', 'Email']) await expect(page.getByRole('textbox', { name })).toBeDisabled()
  })
})

test.describe('sessions', () => {
  test.use({ role: null })

  test('are listed, and another one is ended', async ({ page, context, baseURL, makeUser }) => {
    const session = await makeUser('operator')
    await signIn(baseURL!, session.user.username)
    await context.setStorageState(storedState(baseURL!, session, { locale: 'en', scheme: 'light' }))
    await openPath(page, '/profile/sessions')
    await expect(page.locator('.sl-list li')).toHaveCount(2)
    await expect(page.locator('.sl-list li[data-current=true]')).toHaveCount(1)
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
    await expect(page.locator('.sl-list li')).toHaveCount(1)
    await expect(page.locator('.sl-current')).toHaveText('This session')
  })
})
