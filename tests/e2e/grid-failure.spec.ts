import { answerCall, expect, lineOf, openList, test, toast } from './panel.ts'

const refusal = (userMessage: string) => ({ errorCode: 'not-possible', userMessage, errors: {}, metadata: {} })
const gridCall = 'content-type-grid'

test.describe('a list that was there and cannot be read again', () => {
  for (const status of [400, 503]) {
    test(`keeps its rows and tells, ${status}`, async ({ page }) => {
      await openList(page, '/content/type')
      const rows = await page.locator('tbody tr[data-id]').count()
      await answerCall(page, gridCall, refusal('Not just now.'), status)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(toast(page, 'Not just now.')).toBeVisible()
      await expect(page.locator('tbody tr[data-id]')).toHaveCount(rows)
      await expect(page).toHaveTitle(/ · /)
    })
  }
})

test("a list that was never there shows the page of its failure, and the tab keeps the site's name", async ({ page }) => {
  await answerCall(page, gridCall, refusal(''), 500)
  await page.goto('/content/type')
  await expect(page.getByRole('alert')).toContainText('Oops, A problem occurred in our End!')
  await expect(page).toHaveTitle(/ · /)
})

for (const status of [403, 404]) {
  test(`a list that may not be read or is not there tells it at once, ${status}`, async ({ page }) => {
    await answerCall(page, gridCall, refusal(''), status)
    await page.goto('/content/type')
    await expect(page.getByRole('alert').getByRole('heading')).toBeVisible()
  })
}

test('a page that could not be read is headed by the status that came', async ({ page }) => {
  await answerCall(page, 'screen', refusal('Not ready yet.'), 503)
  await page.goto('/content/type')
  await expect(page.locator('.pk-message-code')).toHaveText('503')
  await expect(page.getByText('Not ready yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('a server that is not reached is no server with a problem, and is asked again', async ({ page, context }) => {
  await page.route(
    (url) => url.pathname.endsWith(`/${gridCall}`),
    (route) => route.abort(),
  )
  await page.goto('/content/type')
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await expect(page.getByText('500')).toHaveCount(0)
  await page.unrouteAll()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(lineOf(page, '').first()).toBeVisible()
})
