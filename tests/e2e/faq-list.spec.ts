import { answerCall, expect, openList, openPath, test, toast, uniqueName } from './panel.ts'

test.use({ role: 'content_manager', panelLocale: 'en' })

test('questions are listed under their type, and a new one begins with it', async ({ page }) => {
  await openList(page, 'content/faqs/returns')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs: Returns')
  await page
    .getByRole('link', { name: 'New question' })
    .or(page.getByRole('button', { name: 'New question' }))
    .click()
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('Returns')
  const question = uniqueName('What about')
  await page.getByRole('textbox', { name: 'Question' }).fill(question)
  await page.locator('.ProseMirror, [contenteditable=true]').first().fill('Call us.')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(toast(page, 'The question has been saved.')).toBeVisible()
  await openList(page, 'content/faqs/returns')
  await expect(page.locator('tbody')).toContainText(question)
})

test('a question or a slideshow that is not saved says so, and that it is the server', async ({ page }) => {
  const empty = { errorCode: 'server', userMessage: '', errors: {}, metadata: {} }
  await answerCall(page, 'content-themes-faq-save', empty, 500)
  await answerCall(page, 'content-themes-slideshows-save', empty, 500)
  for (const path of ['content/faqs/manage/1', 'content/slideshows/1']) {
    await openPath(page, path)
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect(toast(page, 'A problem occurred!')).toBeVisible()
    await expect(toast(page, 'The server has a problem. Please try again later.')).toBeVisible()
  }
})
