import { answerCall, expect, openPath, test, toast } from './panel.ts'

test('a reply is shown in the thread and empties its form; one that fails keeps its text and says what failed', async ({ page }) => {
  await openPath(page, '/commenting/1')
  const field = page.getByLabel('Reply text')
  const send = page.getByRole('button', { name: 'Send reply' })
  const text = `Thank you ${Date.now()}`
  await answerCall(page, 'commenting-admin-reply', { errorCode: 'failed', userMessage: '', errors: {}, metadata: {} }, 500)
  await field.fill(text)
  await send.click()
  await expect(toast(page, 'There was a problem sending the message.')).toBeVisible()
  await expect(field).toHaveValue(text)
  await page.unrouteAll()
  await send.click()
  await expect(toast(page, 'The reply has been sent.')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(page.getByText(text)).toHaveCount(1)
})

test('a changed status says so beside a reply, which stays as it is', async ({ page }) => {
  await openPath(page, '/commenting/2')
  const field = page.getByLabel('Reply text')
  await expect(field).toHaveValue('')
  await page.getByRole('radio', { name: 'Spam' }).check({ force: true })
  await page.getByRole('button', { name: 'Change status' }).click()
  await expect(toast(page, 'The status of the comment has been changed.')).toBeVisible()
  await expect(field).toHaveValue('')
})

test('the list leaves replies of administrators to their own tab', async ({ page }) => {
  await openPath(page, '/commenting')
  await expect(page.locator('table[aria-busy=false] tbody tr[data-id]').first()).toBeVisible()
  await page.getByRole('tab', { name: /^Admin replies/ }).click()
  await expect(page).toHaveURL(/tab=replies/)
  await expect(page.locator('table[aria-busy=false] tbody tr[data-id]').first()).toBeVisible()
})
