import { expect, findViolations, openList, openPath, test, toast } from './panel.ts'

interface Wallet {
  id: number
  balance: string
}

test.describe('the own wallet', () => {
  test.use({ role: 'customer', panelLocale: 'en' })

  test('is charged on the page of the test gateway, and the payment says what became of it', async ({ page, api }) => {
    const balance = async () => Number((await api<Wallet[]>('wallet-my-wallets', { as: 'customer' }))[0]!.balance)
    const before = await balance()
    await openList(page, 'wallet')
    expect(await findViolations(page)).toEqual([])
    for (const [choice, status] of [
      ['Refuse', 'Refused'],
      ['Pay', 'Paid'],
      ['Pay and answer twice', 'Paid'],
    ] as const) {
      await openPath(page, 'wallet')
      await page.getByRole('button', { name: 'Charge wallet' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Amount').fill('50000')
      await dialog.getByRole('button', { name: 'Charge wallet' }).click()
      await expect(page.getByRole('heading', { name: 'Test gateway' })).toBeVisible()
      await expect(page.getByText('50,000')).toBeVisible()
      await page.getByRole('button', { name: choice, exact: true }).click()
      await expect(page).toHaveURL(/\/wallet\/payments\/P-/)
      await expect(page.getByText(status, { exact: true }).first()).toBeVisible()
    }
    expect(await balance()).toBe(before + 100_000)
  })
})

test.describe('wallets of others', () => {
  test.use({ role: 'operator', panelLocale: 'en' })

  test('are listed under accounting with what is blocked in them, and the gates', async ({ page }) => {
    for (const [path, heading] of [
      ['grid/accountant/wallets/list', 'Wallets'],
      ['grid/accountant/blocked-amounts/list', 'Blocked amounts'],
      ['grid/accountant/charges/list', 'Online charges'],
      ['grid/accountant/gates/list', 'Payment gates'],
    ] as const) {
      await openList(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      expect(await findViolations(page)).toEqual([])
    }
  })

  test('take deposits, and ask for the path only with a payment', async ({ page, api }) => {
    const [wallet] = await api<Wallet[]>('accountant-wallets-grid', { as: 'operator' })
    await openPath(page, `wallet/statement/${wallet!.id}`)
    await page.getByRole('button', { name: 'Deposit or withdraw' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Tracking number')).toHaveCount(0)
    await dialog.getByLabel('With payment').click()
    await expect(dialog.getByLabel('Tracking number')).toBeVisible()
    await dialog.getByLabel('With payment').click()
    await dialog.getByLabel('Deposit').check()
    await dialog.getByLabel('Amount').fill('12000')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'The transaction has been saved.')).toBeVisible()
    const [after] = (await api<Wallet[]>('accountant-wallets-grid', { as: 'operator' })).filter(({ id }) => id === wallet!.id)
    expect(Number(after!.balance)).toBe(Number(wallet!.balance) + 12_000)
    await expect(page.locator('tbody tr[data-id]').first()).toContainText('12,000')
  })
})
