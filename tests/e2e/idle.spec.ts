import { expect, openPath, storedState, test } from './panel.ts'

interface Setting {
  id: number
  key: string
}

test('whoever does nothing is asked, and signed out when nobody answers; the page is opened again after signing in', async ({
  browser,
  baseURL,
  api,
}) => {
  // A session of its own, because it is ended.
  const session = await api<Parameters<typeof storedState>[1]>('login', {
    method: 'POST',
    payload: { username: 'administrator', password: 'pishkhan-demo' },
  })
  const context = await browser.newContext({ baseURL, storageState: storedState(baseURL!, session, { locale: 'en', scheme: 'light' }) })
  const page = await context.newPage()
  const settings = await api<Setting[]>('list', { params: { model: 'setting', q: 'idle_minutes' } })
  const { id } = settings.find(({ key }) => key === 'idle_minutes')!
  const store = (value: string) => api('settings-save', { method: 'POST', payload: { id, data: { value } } })
  await store('10')
  try {
    await page.clock.install()
    await openPath(page, '/persons/organizations')
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await page.clock.runFor(5000)
    await page.clock.fastForward(9 * 60_000 + 10_000)
    const question = page.getByRole('dialog', { name: 'Are you still there?' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await page.clock.fastForward(5 * 60_000)
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/organizations/)
    await page.clock.fastForward(6 * 60_000)
    await expect(page).toHaveURL(/auth\/login/)
    await expect(page.getByText('You were signed out after 10 minutes without activity.')).toBeVisible()
    await expect(question).toBeHidden()
  } finally {
    await store('0')
    await context.close()
  }
})
