import { expect, findViolations, openPath, test } from './panel.ts'

test.use({ role: 'operator', panelLocale: 'en' })

test('orders in numbers: a chart, its table and the list behind it', async ({ page }) => {
  const chartCode: string[] = []
  const faults: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|unsafe-eval/i.test(message.text())) faults.push(message.text())
  })
  page.on('request', (request) => {
    if (/metric-chart/.test(request.url())) chartCode.push(request.url())
  })
  await openPath(page, 'arena')
  expect(chartCode).toEqual([])
  await page.getByRole('button', { name: 'Orders in numbers' }).click()
  const metric = page.getByRole('region', { name: 'Orders by mode of transport' })
  await expect(metric.locator('canvas')).toBeVisible()
  expect(faults).toEqual([])

  const chart = metric.getByRole('group', { name: /^Chart: Orders by mode of transport/ })
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(metric.getByRole('status')).toContainText('2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/arena\?.*created_at=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/)
  await page.goBack()

  await metric.getByRole('radio', { name: 'Year' }).check()
  await metric.getByRole('button', { name: 'Show as table' }).click()
  const table = metric.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(4)
  await expect(table.getByRole('rowheader').last()).toHaveText('2026')
  expect(await findViolations(page)).toEqual([])
  await table.getByRole('row').last().getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/created_at=2026-01-01\.\.2026-12-31.*shipper=|shipper=.*created_at=2026-01-01\.\.2026-12-31/)
  await page.goBack()

  await page.getByRole('region', { name: 'Orders of the last twelve months' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/arena\?.*created_at=last-365-days/)
  await expect(page.getByText(/The list is shown without/)).toHaveCount(0)
})

test.describe('from right to left', () => {
  test.use({ panelLocale: 'fa' })

  test('months are Jalali and digits Persian', async ({ page }) => {
    await openPath(page, 'arena/figures')
    const metric = page.getByRole('region', { name: 'سفارش‌ها به تفکیک ماه و شیوهٔ حمل' })
    await metric.getByRole('button', { name: 'نمایش جدول' }).click()
    await expect(metric.getByRole('rowheader').first()).toHaveText(/^\p{L}+ [۰-۹]{4}$/u)
  })
})
