import type { CDPSession, Page } from 'playwright/test'
import { demoPassword, expect, test } from './panel.ts'

/** Passkeys belong to a domain; an address that is a number has none. */
const site = (baseURL: string | undefined) => baseURL!.replace('127.0.0.1', 'localhost')

async function addDevice(page: Page): Promise<CDPSession & { authenticatorId: string }> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return Object.assign(devices, { authenticatorId })
}

test.describe('passkeys', () => {
  test.use({ role: null })

  test('are added, sign in, are refused without verification, and are removed', async ({ page, baseURL, makeUser }) => {
    const { user } = await makeUser('operator')
    const home = `${site(baseURL)}/`
    const device = await addDevice(page)
    await page.addInitScript(() => localStorage.setItem('pishkhan', localStorage.getItem('pishkhan') ?? '{}'))
    await page.goto(`${home}auth/login`)
    await page.evaluate(() =>
      localStorage.setItem('pishkhan', JSON.stringify({ state: { settings: { locale: 'en' } }, stored_at: Date.now() })),
    )
    await page.reload()
    await page.getByRole('textbox', { name: 'Username' }).fill(user.username)
    await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(home)

    await page.goto(`${home}profile/sign-in-methods`)
    await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Work laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('button', { name: 'Remove the passkey Work laptop' })).toBeVisible()
    await expect(page.getByText('Never used')).toBeVisible()

    await device.send('WebAuthn.setUserVerified', { authenticatorId: device.authenticatorId, isUserVerified: false })
    await page.goto(`${home}auth/logout`)
    const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
    await withPasskey.click()
    await expect(page.getByRole('alert')).toContainText('cancelled or took too long')
    await device.send('WebAuthn.setUserVerified', { authenticatorId: device.authenticatorId, isUserVerified: true })
    // What the user name's field offers may have signed in already, and taken the button away.
    await withPasskey.click({ timeout: 5000 }).catch(() => undefined)
    await expect(page).toHaveURL(home)

    await page.goto(`${home}profile/login-history`)
    await expect(page.getByRole('gridcell', { name: 'Passkey', exact: true }).first()).toBeVisible()
    await page.goto(`${home}profile/sign-in-methods`)
    await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('The passkey was removed.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Remove the passkey/ })).toHaveCount(0)

    await page.goto(`${home}auth/logout`)
    await withPasskey.click()
    await expect(page.getByRole('alert')).toContainText('not known here')
  })
})
