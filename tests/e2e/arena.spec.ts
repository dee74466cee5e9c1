import { expect, test } from './panel.ts'

test.use({ role: 'operator' })

test('the Excel button of the list downloads a file', async ({ page }) => {
  await page.goto('/arena')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Excel export' }).click()])
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
})

test('a declaration has its page, and any other type the not-found page', async ({ page, api }) => {
  const { id } = await api<{ id: number }>('arena-order-save', { payload: { ref_no: 'E-1', shipper: 'AT' }, as: 'operator' })
  await page.goto(`/arena/forms/border/${id}`)
  await page.getByRole('textbox', { name: 'Border' }).fill('Bazargan')
  await page.getByRole('button', { name: 'Send declaration' }).click()
  await expect(page).toHaveURL(new RegExp(`/arena/details/${id}$`))
  await expect(page.getByText('Bazargan').first()).toBeVisible()
  await expect(page.getByText('There are no users for this shipping order.', { exact: false })).toBeVisible()
  await page.goto(`/arena/forms/other/${id}`)
  await expect(
    page
      .getByText('404')
      .or(page.getByText('not found', { exact: false }))
      .first(),
  ).toBeVisible()
})

test.describe('a job seeker', () => {
  test.use({ role: 'staff' })

  test('has the steps of the status beside each other, although a form is on the page', async ({ page }) => {
    await page.goto('/job/seekers/frontend-developer?tab=new')
    await page.locator('tbody tr[data-id] a').first().click()
    await expect(page.getByRole('textbox', { name: 'Sticky note' })).toBeVisible()
    await expect(page.locator('.pf-state-steps li')).toHaveCount(4)
    const tops = await page.locator('.pf-state-steps li').evaluateAll((steps) => steps.map((step) => step.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
  })
})
