import { expect, openPath, test, uniqueWord } from './panel.ts'

test.describe('without a password', () => {
  test.use({ role: null })

  test('the sign-in page leads to the ways that are open, and each leads back', async ({ page }) => {
    await openPath(page, '/auth/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL('/auth/forget-password')
    await page.getByRole('link', { name: 'Sign in with a code' }).click()
    await expect(page).toHaveURL('/auth/otp-login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page).toHaveURL('/auth/register')
    await page.getByRole('link', { name: 'Sign in with your password' }).click()
    await expect(page).toHaveURL('/auth/login')
  })

  test('a code is asked for, counted down, refused when wrong, and sent again once it is over', async ({ page }) => {
    await page.clock.install()
    await openPath(page, '/auth/forget-password')
    await page.getByRole('textbox', { name: 'Username, email or mobile number' }).fill('nobody@example.com')
    await page.getByRole('radio', { name: 'Email' }).check()
    await page.getByRole('button', { name: 'Send code' }).click()
    const again = page.getByRole('button', { name: /Send a new code/ })
    await expect(again).toBeDisabled()
    await expect(again).toHaveText(/in [12]:\d\d/)
    const code = page.getByRole('textbox', { name: 'Code' })
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await code.fill('۱۲۳ ۴۵۶')
    await expect(page.getByRole('alert')).toContainText('try again')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code')
    await expect(page.getByText('Step 2 of 3')).toBeVisible()
    await expect(page.getByText('n•••@example.com')).toBeVisible()
    await expect(again).toHaveText(/in [12]:\d\d/)
    await page.clock.fastForward(121_000)
    await expect(again).toBeEnabled()
    await again.click()
    await expect(again).toBeDisabled()
  })

  test('a way that the site has closed says so and leads to the sign-in', async ({ page }) => {
    const closed = { errorCode: 'precondition-failed', userMessage: 'Registration is closed on this site.', errors: {}, metadata: {} }
    await page.route('**/v1/register-form*', (route) => route.fulfill({ status: 409, json: closed }))
    await page.goto('/auth/register')
    await expect(page.getByRole('alert')).toHaveText(closed.userMessage)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Sign in with your password' })).toBeVisible()
  })

  test('the browser fills in a new account', async ({ page }) => {
    await openPath(page, '/auth/register')
    const tokens = { 'First name': 'given-name', 'Last name': 'family-name', Username: 'username', Email: 'email', Mobile: 'tel' }
    for (const [name, token] of Object.entries({ ...tokens, 'Repeat the password': 'new-password' }))
      await expect(page.getByRole('textbox', { name, exact: true })).toHaveAttribute('autocomplete', token)
  })

  test('a choice that is pressed while a message goes is the one that is made', async ({ page }) => {
    await openPath(page, '/auth/forget-password')
    await page.getByRole('button', { name: 'Send code' }).click()
    const name = page.getByRole('textbox', { name: 'Username, email or mobile number' })
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await name.fill('nobody@example.com')
    const mail = page.getByRole('radio', { name: 'Email' })
    await mail.hover() // where it is now, should the message be gone already
    await page.mouse.down()
    // The message is gone from the data two frames later.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await page.mouse.up()
    await expect(mail).toBeChecked()
    await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('an account is made and is signed in at once', async ({ page }) => {
    await openPath(page, '/auth/register')
    await page.getByRole('textbox', { name: 'Username' }).fill('staff')
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a fresh secret')
    await page.getByRole('textbox', { name: 'Repeat the password' }).fill('a fresh secret')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await expect(page.locator('.pf-error').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Username' }).fill(uniqueWord('visitor'))
    await page.getByRole('button', { name: 'Create an account' }).click()
    await expect(page).toHaveURL('/')
  })
})
