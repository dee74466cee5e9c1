import type { Page } from 'playwright/test'
import { expect, openPath, test, toast, uniqueName } from './panel.ts'

interface Stored {
  id: number
  seo: Record<string, unknown>
}

const panel = (page: Page) => page.getByRole('group', { name: 'In search results' })
const part = (page: Page, name: 'Title' | 'Description') => panel(page).getByRole('region', { name, exact: true })
const chips = (page: Page, name: 'Title' | 'Description') => part(page, name).getByRole('listitem').locator('bdi')
const counter = (page: Page, name: 'Title' | 'Description') => part(page, name).locator('.pf-count')

async function openSeo(page: Page, path: string): Promise<void> {
  await openPath(page, path)
  await page.locator('summary').filter({ hasText: 'SEO' }).click()
  await expect(panel(page)).toBeVisible()
}
async function add(page: Page, name: 'Title' | 'Description', parameter: string): Promise<void> {
  await part(page, name).getByRole('combobox').fill(parameter)
  await page.getByRole('option', { name: parameter, exact: true }).click()
}
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).last().click()

test('a new post has the parameters that its type gives it, and the picker offers all seventeen', async ({ page }) => {
  await openSeo(page, '/content/post/article/create')
  await expect(chips(page, 'Title')).toHaveText(['Title', 'Separator', 'Site title'])
  await expect(chips(page, 'Description')).toHaveText(['Synopsis'])
  await part(page, 'Title').getByRole('combobox').click()
  await expect(page.getByRole('option')).toHaveCount(17)
})

test('the five keys are stored in their order; a text whose parameter goes is null', async ({ page, api }) => {
  const title = uniqueName('Found')
  await openSeo(page, '/content/post/article/create')
  await page.getByRole('main').getByRole('textbox', { name: 'Title', exact: true }).first().fill(title)
  await add(page, 'Title', 'Your own title')
  await panel(page).getByRole('textbox', { name: 'Your own title' }).fill('Mine')
  await part(page, 'Title').getByRole('button', { name: 'Site title: drag it' }).press('Home')
  await expect(chips(page, 'Title')).toHaveText(['Site title', 'Title', 'Separator', 'Your own title'])
  await panel(page).getByRole('textbox', { name: 'Canonical address' }).fill('https://example.com/found')
  await press(page, 'Save draft')
  await expect(page).toHaveURL(/\/content\/post\/article\/\d+\/edit$/)
  const id = Number(/(\d+)\/edit$/.exec(page.url())![1])
  const stored = () => api<Stored>('content-post-fetch', { params: { id, type: 'article' } }).then(({ seo }) => seo)
  expect(await stored()).toEqual({
    seo_post_title: ['site_title', 'title', 'separator', 'custom_post_title'],
    seo_meta_description: ['synopsis'],
    seo_custom_post_title: 'Mine',
    seo_custom_meta_description: null,
    seo_canonical: 'https://example.com/found',
  })

  await page.locator('summary').filter({ hasText: 'SEO' }).click()
  await part(page, 'Title').getByRole('button', { name: 'Remove Your own title' }).click()
  const saved = page.waitForResponse((response) => response.url().includes('content-post-save'))
  await press(page, 'Save changes')
  expect(JSON.stringify((await saved).request().postDataJSON())).toContain('"seo_custom_post_title":null')
  await expect(toast(page, 'Successfully saved.')).toBeVisible()
  expect(await stored()).toMatchObject({ seo_post_title: ['site_title', 'title', 'separator'], seo_custom_post_title: null })
})

test('counters count what will be shown, and change past 80 and 160 characters', async ({ page }) => {
  await openSeo(page, '/content/post/article/create')
  for (const [name, parameter, limit] of [
    ['Title', 'Your own title', 80],
    ['Description', 'Your own description', 160],
  ] as const) {
    await add(page, name, parameter)
    const text = panel(page).getByRole('textbox', { name: parameter })
    await text.fill('a')
    await expect(counter(page, name)).toHaveText(new RegExp(` of ${limit}$`))
    const others = Number.parseInt(await counter(page, name).innerText()) - 1
    await text.fill('a'.repeat(limit - others))
    await expect(counter(page, name)).toHaveText(`${limit} of ${limit}`)
    await expect(counter(page, name)).not.toHaveAttribute('data-over')
    await text.fill('a'.repeat(limit + 1 - others))
    await expect(counter(page, name)).toHaveText(`${limit + 1} of ${limit}`)
    await expect(counter(page, name)).toHaveAttribute('data-over')
  }
})

test('parameters are moved with the pointer and the arrow keys, and the preview follows', async ({ page }) => {
  await openSeo(page, '/content/post/article/create')
  await page.getByRole('main').getByRole('textbox', { name: 'Title', exact: true }).first().fill('Spring')
  const result = panel(page).getByRole('region', { name: 'Preview of the search result' })
  await expect(result).toContainText(/Spring – \S/)
  await chips(page, 'Title')
    .filter({ hasText: 'Site title' })
    .dragTo(chips(page, 'Title').first(), { targetPosition: { x: 2, y: 8 } })
  await expect(chips(page, 'Title')).toHaveText(['Site title', 'Title', 'Separator'])
  await page.keyboard.press('ArrowRight')
  await expect(chips(page, 'Title')).toHaveText(['Title', 'Site title', 'Separator'])
  await expect(part(page, 'Title')).toContainText('Site title is now number 2 of 3')
  await page.keyboard.press('Delete')
  await expect(chips(page, 'Title')).toHaveText(['Title', 'Separator'])
  await expect(result.getByText('Spring', { exact: true })).toBeVisible()
})

test.describe('from right to left', () => {
  test.use({ panelLocale: 'fa' })
  test('the arrow to the left moves a parameter on', async ({ page }) => {
    await openPath(page, '/content/post/article/create')
    await page.locator('summary').filter({ hasText: 'سئو' }).click()
    const parts = page.getByRole('list', { name: 'اجزای عنوان' }).getByRole('listitem').locator('bdi')
    await page.getByRole('button', { name: 'عنوان: آن را بکشید' }).first().press('ArrowLeft')
    await expect(parts).toHaveText(['جداکننده', 'عنوان', 'عنوان سایت'])
  })
})
