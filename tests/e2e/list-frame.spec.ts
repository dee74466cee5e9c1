import { expect, openList, openPath, test } from './panel.ts'

const top = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top`

test('selecting a row moves nothing: the bulk bar lies over the tools', async ({ page }) => {
  await openList(page, '/grid/content/category/list')
  const before = await page.evaluate(top('tbody tr[data-id]'))
  await page.locator('tbody input[type=checkbox]').first().check()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible()
  expect(await page.evaluate(top('tbody tr[data-id]'))).toBe(before)
})

test('a list fits the window: its own rows scroll, the page does not, and in a low window it is the other way round', async ({ page }) => {
  await openList(page, '/grid/content/category/list')
  const scrolls = () =>
    page.evaluate(() => {
      const list = document.querySelector('.grid-scroll')!
      return { page: document.documentElement.scrollHeight > window.innerHeight, list: list.scrollHeight > list.clientHeight }
    })
  await expect.poll(scrolls).toEqual({ page: false, list: true })
  await page.setViewportSize({ width: 1366, height: 420 })
  await expect.poll(scrolls).toEqual({ page: true, list: false })
})

test('a title of many letters without a space widens no page', async ({ page, api }) => {
  const slug = `w${Date.now()}`
  await api('save', {
    payload: { model: 'category', data: { title: { en: 'W'.repeat(120), fa: 'ک'.repeat(120) }, slug: slug + 'w'.repeat(80) } },
  })
  for (const width of [320, 390, 768, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    await openPath(page, `/grid/content/category/list?q=${slug}`)
    await expect(page.locator('tbody tr[data-id]')).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
