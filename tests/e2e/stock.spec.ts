import { expect, findViolations, openList, openPath, test, toast, uniqueName } from './panel.ts'

test.use({ role: 'operator', panelLocale: 'en' })

/** An item with a price of its own for each entry, all of today. */
async function itemWith(api: (name: string, options: object) => Promise<unknown>, prices: readonly string[]): Promise<number> {
  const title = uniqueName('Copper')
  const data = { title: { en: title, fa: title }, code: `E2E-${Math.random().toString(36).slice(2, 10).toUpperCase()}`, kind: 'metal' }
  const { id } = (await api('save', { as: 'operator', payload: { model: 'stock_item', data: { ...data, currency: 'USD' } } })) as {
    id: number
  }
  for (const price of prices) await api('stock-prices-save', { as: 'operator', payload: { id, price } })
  return id
}

test('the list of prices leads to the chart of one, which comes with its code when it is in sight', async ({ page }) => {
  const chartCode: string[] = []
  page.on('request', (request) => {
    if (/candle-chart|metric-chart/.test(request.url())) chartCode.push(request.url())
  })
  await openList(page, 'stock')
  expect(chartCode).toEqual([])
  await page.getByRole('link', { name: '18-carat gold' }).click()
  await expect(page).toHaveURL(/\/stock\/prices\/\d+$/)
  const metric = page.getByRole('region', { name: 'Price chart' })
  const drawing = metric.locator('svg[data-candles]')
  await expect(drawing).toBeVisible()
  expect(chartCode.filter((url) => url.includes('metric-chart'))).toEqual([])
  await expect(drawing.locator('[data-candle=up]')).toHaveAttribute('fill', '#03A5A3')
  await expect(drawing.locator('[data-candle=down]')).toHaveAttribute('fill', '#FF1E36')
  await expect(drawing.locator('[data-candle=average]')).toHaveAttribute('d', /^M[^M]+$/)
  expect(await findViolations(page)).toEqual([])
})

test('the chart is zoomed and read by keyboard and by pointer', async ({ page }) => {
  await openList(page, 'stock')
  await page.getByRole('link', { name: 'US dollar' }).click()
  const metric = page.getByRole('region', { name: 'Price chart' })
  const drawing = metric.locator('svg[data-candles]')
  const chart = metric.getByRole('group', { name: /^Chart: Price chart/ })
  const shown = async () => Number(await drawing.getAttribute('data-shown'))
  const all = Number(await drawing.getAttribute('data-candles'))
  expect(all).toBeGreaterThan(600)
  const first = await shown()
  expect(first).toBeLessThan(all)

  await chart.focus()
  await page.keyboard.press('+')
  await expect.poll(shown).toBeLessThan(first)
  await page.keyboard.press('0')
  await expect.poll(shown).toBe(all)
  await page.keyboard.press('End')
  await expect(metric.getByRole('status')).toHaveText(
    /\d{4}: First [\d,]+ · Highest [\d,]+ · Lowest [\d,]+ · Last 1,143,200 · Average [\d,.]+$/,
  )
  await page.keyboard.press('ArrowLeft')
  await expect(metric.getByRole('status')).not.toContainText('Last 1,143,200')
  await expect(drawing.locator('[data-crosshair]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawing.locator('[data-crosshair]')).toHaveCount(0)

  await chart.hover({ position: { x: 200, y: 100 } })
  await expect(drawing.locator('[data-crosshair]')).toBeVisible()
  await page.mouse.wheel(0, -300)
  await expect.poll(shown).toBeLessThan(all)
  const zoomed = await shown()
  await page.mouse.wheel(0, 300)
  await expect.poll(shown).toBeGreaterThan(zoomed)
})

test('another period draws other candles, and the table behind them has all five values', async ({ page }) => {
  await openList(page, 'stock')
  await page.getByRole('link', { name: 'US dollar' }).click()
  const metric = page.getByRole('region', { name: 'Price chart' })
  const drawing = metric.locator('svg[data-candles]')
  await expect(metric.getByRole('radio', { name: 'Day' })).toBeChecked()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/metric?')) calls.push(new URL(request.url()).searchParams.get('rate_chart_period') ?? '')
  })
  await metric.getByRole('radio', { name: 'Month' }).check()
  await expect(drawing).toHaveAttribute('data-candles', /^3[345]$/)
  await metric.getByRole('radio', { name: 'Year' }).check()
  await expect(drawing).toHaveAttribute('data-candles', /^[345]$/)
  expect(calls).toEqual(['month', 'year'])
  await metric.getByRole('button', { name: 'Show as table' }).click()
  await expect(metric.getByRole('columnheader')).toHaveText(['Date', 'First', 'Highest', 'Lowest', 'Last', 'Average'])
  await expect(metric.getByRole('rowheader').last()).toHaveText(/^\d{4}$/)
})

test('a price that is saved is in the chart, in the history and the latest', async ({ page, api }) => {
  const id = await itemWith(api as never, ['9800', '9950.5'])
  await openPath(page, `stock/prices/${id}`)
  const metric = page.getByRole('region', { name: 'Price chart' })
  await expect(metric.locator('svg')).toHaveAttribute('data-candles', '1')
  await page.getByRole('button', { name: 'New price' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.locator('.pf-error')).toHaveText('Price is required.')
  await dialog.getByLabel('Price').fill('9700')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'The price has been saved.')).toBeVisible()
  await expect(metric.locator('dl')).toContainText('Last9,700')
  await expect(metric.locator('dl')).toContainText('Highest9,950.5')
  await expect(page.locator('tbody tr[data-id]')).toHaveCount(3)
  await expect(page.locator('tbody tr[data-id]').first()).toContainText('9,700')
})

test.describe('from right to left', () => {
  test.use({ panelLocale: 'fa' })

  test('days are Jalali and digits Persian', async ({ page }) => {
    await openList(page, 'stock')
    await page.getByRole('link', { name: 'دلار آمریکا' }).click()
    const metric = page.getByRole('region', { name: 'نمودار قیمت' })
    await expect(metric.locator('dl')).toContainText(/[۰-۹]+ \p{L}+ ۱۴۰[۰-۹]/u)
    await metric.getByRole('button', { name: 'نمایش جدول' }).click()
    await expect(metric.getByRole('rowheader').first()).toHaveText(/^[۰-۹]+ \p{L}+ ۱۴۰[۰-۹]$/u)
  })
})
