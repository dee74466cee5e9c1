import { expect, openList, test } from './panel.ts'

const locales = { fa: 'rtl', en: 'ltr', ar: 'rtl', fr: 'ltr', tr: 'ltr', es: 'ltr', ru: 'ltr', de: 'ltr', it: 'ltr', zh: 'ltr' } as const
const names = ['فارسی', 'English', 'العربية', 'Français', 'Türkçe', 'Español', 'Русский', 'Deutsch', 'Italiano', '中文']
/** The panel's own words, wherever they stand: on the page or in the names that a screen reader says. */
const rawKeys = /\b(shell|pages|blocks|session|modal|toast|action|errors|grid|form)\.[a-z_]+/

for (const [panelLocale, dir] of Object.entries(locales)) {
  test.describe(panelLocale, () => {
    test.use({ panelLocale })
    test('draws the frame of a list in its own words and direction', async ({ page }) => {
      await openList(page, '/content/post/news')
      await expect(page.locator('html')).toHaveAttribute('lang', panelLocale)
      await expect(page.locator('html')).toHaveAttribute('dir', dir)
      const names = await page.locator('body').ariaSnapshot()
      expect(names).toContain('- grid')
      expect(names).not.toMatch(rawKeys)
    })
  })
}

test('the language is chosen from ten, kept on reload, and mirrors the page', async ({ page }) => {
  await openList(page, '/divisions')
  await page.getByRole('button', { name: 'Language' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveText(names)
  await page.getByRole('menuitemradio', { name: 'فارسی' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('navigation', { name: 'منوی اصلی' })).toBeVisible()
  const menu = await page.getByRole('navigation', { name: 'منوی اصلی' }).boundingBox()
  expect(menu!.x).toBeGreaterThan(683)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fa')
})

test('each call carries the language, and its answer comes in it', async ({ page }) => {
  await openList(page, '/divisions')
  await page.getByRole('button', { name: 'Language' }).click()
  const asked = page.waitForRequest((request) => request.url().includes('/v1/divisions-grid') && request.headers()['x-locale'] === 'fa')
  await page.getByRole('menuitemradio', { name: 'فارسی' }).click()
  await asked
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تقسیمات جغرافیایی')
})
