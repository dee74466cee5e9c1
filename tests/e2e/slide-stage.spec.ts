import type { Locator, Page } from 'playwright/test'
import { expect, findViolations, openPath, test, uniqueName } from './panel.ts'

test.use({ role: 'content_manager', panelLocale: 'en' })

const slide = (title: string, more: object = {}) => ({
  title,
  position: 'center-center',
  color_theme: 'dark',
  has_content: true,
  publish_now: true,
  ...more,
})
type Api = <Results>(name: string, options?: object) => Promise<Results>

/** A slideshow with two slides, opened in the editor. */
async function openShow(page: Page, api: Api, settings: object = { autoplay: false }): Promise<number> {
  const payload = { title: uniqueName('Window'), slides: [slide('Spring'), slide('Autumn')], settings }
  const { id } = await api<{ id: number }>('content-themes-slideshows-save', { as: 'content_manager', payload })
  await openPath(page, `content/slideshows/${id}`)
  await expect(stageOf(page)).toBeVisible()
  return id
}
const stageOf = (page: Page): Locator => page.locator('.stage')
const shownSlide = (page: Page): Locator => page.locator('.stage-slide[data-current]')
const row = (page: Page, number: number): Locator => page.locator('.pf-row').nth(number - 1)
const unfold = (page: Page, number: number) => row(page, number).locator('.pf-fold').click()
async function choose(page: Page, field: Locator, title: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: title, exact: true }).click()
}

test('a folded slide shows its title whole and the beginning of each text, whatever the direction', async ({ page, api }) => {
  const text = 'تا ۳۰ درصد تخفیف روی همه دوره‌ها، تا پایان آبان، برای همه کسانی که زودتر از دیگران نام‌نویسی کنند.'
  const payload = { title: uniqueName('Window'), slides: [slide('جشنواره پاییز', { text })], settings: { autoplay: false } }
  const { id } = await api<{ id: number }>('content-themes-slideshows-save', { as: 'content_manager', payload })
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await openPath(page, `content/slideshows/${id}`)
    const values = row(page, 1).locator('.pf-row-values bdi')
    await expect(values.first()).toHaveText('جشنواره پاییز')
    const [title, cut] = await values.evaluateAll((all) =>
      all.slice(0, 2).map((one) => ({ missing: one.scrollWidth - one.clientWidth, direction: getComputedStyle(one).direction })),
    )
    expect([title!.missing, cut!.direction]).toEqual([0, 'rtl'])
    expect(cut!.missing).toBeGreaterThan(0)
  }
})

test('slides open folded to their texts, and a new one is open', async ({ page, api }) => {
  await openShow(page, api)
  await expect(row(page, 1)).toContainText('Spring')
  await expect(page.getByRole('combobox', { name: 'Position' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Add: / }).click()
  await expect(row(page, 3).getByRole('combobox', { name: 'Position' })).toBeVisible()
  await expect(page.locator('.stage-slide')).toHaveCount(3)
})

test('the stage follows position, colours and texts while they are edited', async ({ page, api }) => {
  await openShow(page, api)
  await expect(shownSlide(page)).toContainText('Spring')
  await unfold(page, 2)
  const second = row(page, 2)
  await second.getByRole('textbox', { name: /^Title/ }).fill('Late autumn')
  await expect(shownSlide(page)).toContainText('Late autumn')
  await choose(page, second.getByRole('combobox', { name: 'Position' }), 'Top left')
  await expect(shownSlide(page)).toHaveAttribute('data-x', 'left')
  await expect(shownSlide(page)).toHaveAttribute('data-y', 'top')
  const box = async (locator: Locator) => (await locator.boundingBox())!
  const [caption, view] = [await box(shownSlide(page).locator('.stage-caption')), await box(page.locator('.stage-view'))]
  expect(caption.x - view.x).toBeLessThan(view.width / 2)
  await second.getByRole('radio', { name: 'Light' }).check()
  await expect(shownSlide(page)).toHaveAttribute('data-theme', 'light')
  await second.getByRole('switch', { name: 'Has content' }).click()
  await expect(shownSlide(page)).not.toContainText('Late autumn')
  await second.getByRole('switch', { name: 'Has button' }).click()
  await second.getByRole('textbox', { name: /^Button title/ }).fill('See more')
  await expect(shownSlide(page).locator('.stage-button')).toHaveText('See more')
  await second.getByRole('switch', { name: 'Publish now' }).click()
  await expect(shownSlide(page)).toContainText('Not published yet')
})

test('effect, direction and the number in view are shown as they are chosen', async ({ page, api }) => {
  await openShow(page, api)
  const view = page.locator('.stage-view')
  await page.getByRole('tab', { name: 'Display settings' }).click()
  await choose(page, page.getByRole('combobox', { name: 'Effect' }), 'Fade')
  await expect(view).toHaveAttribute('data-effect', 'fade')
  await choose(page, page.getByRole('combobox', { name: 'Effect' }), 'Slide')
  await page.getByRole('radio', { name: 'Vertical' }).check()
  await expect(view).toHaveAttribute('data-vertical', 'true')
  await page.getByRole('radio', { name: 'Horizontal' }).check()
  await expect(stageOf(page).locator('.stage-stops button')).toHaveCount(2)
  await page.getByLabel('Slides per view').fill('2')
  await expect(stageOf(page).locator('.stage-stops button')).toHaveCount(1)
})

test('slides change places by key and by dragging, and what is saved comes back', async ({ page, api }) => {
  const id = await openShow(page, api)
  const order = page.locator('.stage-slide b')
  await row(page, 1).locator('.pf-handle').press('ArrowDown')
  await expect(order).toHaveText(['Autumn', 'Spring'])
  await row(page, 2).locator('.pf-handle').dragTo(row(page, 1))
  await expect(order).toHaveText(['Spring', 'Autumn'])
  await row(page, 1).locator('.pf-handle').press('ArrowDown')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('The slideshow has been saved.')).toBeVisible()
  const { slides } = await api<{ slides: { title: string }[] }>('content-themes-slideshows-fetch', {
    as: 'content_manager',
    params: { id },
  })
  expect(slides.map(({ title }) => title)).toEqual(['Autumn', 'Spring'])
})

test('a slideshow without slides says what to do', async ({ page }) => {
  await openPath(page, 'content/slideshows/new')
  await expect(page.locator('.stage-empty')).toContainText('No slides')
})

for (const panelLocale of ['fa', 'en'] as const)
  test.describe(`in ${panelLocale} on a phone`, () => {
    test.use({ panelLocale, viewport: { width: 390, height: 844 } })
    test('the stage fits, and left stays left', async ({ page, api }) => {
      await openShow(page, api)
      await expect(stageOf(page).locator('.stage-view')).toHaveAttribute('dir', 'ltr')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      expect(await findViolations(page)).toEqual([])
    })
  })
