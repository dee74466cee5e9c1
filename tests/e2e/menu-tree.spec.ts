import type { Locator, Page } from 'playwright/test'
import { expect, findViolations, openPath, test } from './panel.ts'

test.use({ role: 'content_manager', panelLocale: 'en' })
// All tests write the menu of one location.
test.describe.configure({ mode: 'default' })

type Api = <Results>(name: string, options?: object) => Promise<Results>
const menus = [
  { label: 'Home', link: '/' },
  {
    label: 'Shop',
    link: '/shop',
    icon: 'shop',
    badge: { title: 'New', color: 'success' },
    children: [{ label: 'Lamps', link: '/shop/lamps' }],
  },
  { label: 'Help', link: '/help' },
]

async function openMenu(page: Page, api: Api): Promise<void> {
  await api('menu-maker-menus-save', { as: 'content_manager', payload: { slug: 'landing', menus } })
  await openPath(page, 'menu-maker/landing/edit')
  await expect(entry(page, 'Home')).toBeVisible()
}
const entry = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true })
/** Names with their level: `2 Lamps`. */
const outline = (page: Page): Promise<string[]> =>
  page
    .getByRole('treeitem')
    .evaluateAll((items) => items.map((item) => `${item.getAttribute('aria-level')} ${item.getAttribute('aria-label')}`))
const preview = (page: Page, direction: 'rtl' | 'ltr'): Locator => page.locator(`.menu-preview > section[dir=${direction}]`)

for (const [panelLocale, inward, outward] of [
  ['en', 'ArrowRight', 'ArrowLeft'],
  ['fa', 'ArrowLeft', 'ArrowRight'],
] as const)
  test.describe(`in ${panelLocale}`, () => {
    test.use({ panelLocale })
    test('Alt with the arrows moves an entry among its siblings, inward and outward', async ({ page, api }) => {
      await openMenu(page, api)
      await entry(page, 'Help').press('Alt+ArrowUp')
      await expect.poll(() => outline(page)).toEqual(['1 Home', '1 Help', '1 Shop', '2 Lamps'])
      await expect(entry(page, 'Help')).toBeFocused()
      await entry(page, 'Help').press(`Alt+${inward}`)
      await expect.poll(() => outline(page)).toEqual(['1 Home', '2 Help', '1 Shop', '2 Lamps'])
      await entry(page, 'Help').press(`Alt+${outward}`)
      await expect.poll(() => outline(page)).toEqual(['1 Home', '1 Help', '1 Shop', '2 Lamps'])
      await entry(page, 'Home').press(`Alt+${inward}`)
      await expect.poll(() => outline(page)).toEqual(['1 Home', '1 Help', '1 Shop', '2 Lamps'])
    })
  })

test('an entry is dragged behind another one, and into it', async ({ page, api }) => {
  await openMenu(page, api)
  const rowOf = (name: string) => entry(page, name).locator('.menu-tree-row')
  const { height } = (await rowOf('Help').boundingBox())!
  await rowOf('Home').dragTo(rowOf('Help'), { targetPosition: { x: 60, y: height - 3 } })
  await expect.poll(() => outline(page)).toEqual(['1 Shop', '2 Lamps', '1 Help', '1 Home'])
  await rowOf('Home').dragTo(rowOf('Shop'), { targetPosition: { x: 60, y: height / 2 } })
  await expect.poll(() => outline(page)).toEqual(['1 Shop', '2 Lamps', '2 Home', '1 Help'])
  await rowOf('Shop').dragTo(rowOf('Lamps'), { targetPosition: { x: 60, y: height / 2 } })
  await expect.poll(() => outline(page)).toEqual(['1 Shop', '2 Lamps', '2 Home', '1 Help'])
})

test('both previews follow what is edited, and the menu comes back after a save', async ({ page, api }) => {
  await openMenu(page, api)
  await entry(page, 'Shop').press('Enter')
  await page.getByRole('textbox', { name: 'Label' }).fill('Store')
  await page.getByRole('textbox', { name: 'Badge' }).fill('Sale')
  await page.getByRole('combobox', { name: 'Badge colour' }).selectOption('danger')
  for (const direction of ['rtl', 'ltr'] as const) {
    await expect(preview(page, direction)).toContainText('Store')
    await expect(preview(page, direction).locator('.menu-preview-badge')).toHaveText('Sale')
    await expect(preview(page, direction).locator('.menu-preview-badge')).toHaveAttribute('data-color', 'danger')
  }
  const indentOf = async (direction: 'rtl' | 'ltr') => {
    const [inner, outer] = await Promise.all(
      ['Lamps', 'Store'].map((name) => preview(page, direction).locator('.menu-preview-entry', { hasText: name }).boundingBox()),
    )
    return direction === 'ltr' ? inner!.x - outer!.x : outer!.x + outer!.width - inner!.x - inner!.width
  }
  expect(await indentOf('ltr')).toBe(16)
  expect(await indentOf('rtl')).toBe(16)
  await page.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
  await expect(page.getByText('This address is not allowed')).toBeVisible()
  await expect(preview(page, 'ltr').getByRole('link', { name: 'Store' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/store')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(/\S/)
  await page.reload()
  await expect(entry(page, 'Store')).toBeVisible()
  await expect(preview(page, 'ltr').getByRole('link', { name: /Store/ })).toHaveAttribute('href', 'https://example.com/store')
})

test('the five types are added beneath the present entry, and each is drawn in its own way', async ({ page, api }) => {
  await openMenu(page, api)
  const toolbar = page.getByRole('toolbar', { name: 'Add' })
  for (const name of ['Heading', 'Divider', 'Separator', 'Header', 'Item']) await toolbar.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('treeitem')).toHaveCount(9)
  await entry(page, 'Divider').press('Delete')
  await expect(page.getByRole('treeitem')).toHaveCount(8)
})

test('a location is made with its slug and opens its empty menu', async ({ page, api }) => {
  const slug = `side-${Date.now().toString(36)}`
  await openPath(page, 'menu-maker')
  await page.getByRole('button', { name: 'New menu location' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('textbox', { name: /English|Title/ })
    .first()
    .fill('Side menu')
  await dialog.getByRole('textbox', { name: /^Slug/ }).fill(slug)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(new RegExp(`/menu-maker/${slug}/edit$`))
  await expect(page.locator('.menu-tree-empty')).toBeVisible()
  expect((await api<{ slug: string }[]>('menu-maker-locations-grid', { as: 'content_manager' })).map((one) => one.slug)).toContain(slug)
})

for (const panelLocale of ['fa', 'en'] as const)
  test.describe(`in ${panelLocale} on a phone`, () => {
    test.use({ panelLocale, viewport: { width: 390, height: 844 } })
    test('the tree fits', async ({ page, api }) => {
      await openMenu(page, api)
      expect(await findViolations(page)).toEqual([])
      await entry(page, 'Shop').locator('.menu-tree-row').click()
      await expect(entry(page, 'Shop').getByRole('textbox').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    })
  })
