import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import { expect, lineOf, openList, openPath, test, uniqueIsbn, uniqueName } from './panel.ts'

const fixtures = join(import.meta.dirname, '../fixtures')
const textsOf = (module: string, locale: string) =>
  JSON.parse(readFileSync(join(fixtures, module, `locales/${locale}.json`), 'utf8')) as Record<string, string>
const panelTexts = (locale: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../renderer/locale/messages/${locale}.json`), 'utf8')) as {
    grid: Record<string, string>
  }
const publish = (module: string) => ({ as: 'developer' as const, payload: { module, documents: readModuleFolder(join(fixtures, module)) } })
const remove = (module: string) => ({ as: 'developer' as const, payload: { module } })

test.beforeEach(async ({ api }) => {
  await api('publish', publish('library'))
  await api('publish', publish('club'))
})
test.afterEach(async ({ api }) => {
  await api('publish-remove', remove('club')).catch(() => undefined)
  await api('publish-remove', remove('library'))
})

for (const panelLocale of ['en', 'fa'])
  test.describe(`a module that extends another, in ${panelLocale}`, () => {
    test.use({ panelLocale })
    const club = textsOf('club', panelLocale)
    const library = textsOf('library', panelLocale)
    const rating = club['entities.book.club__rating']!

    test('shows its column, filter, tab, action, fields, block and menu entry, and goes with them', async ({ page, api }) => {
      const title = uniqueName('Labyrinths')
      const { id } = await api<{ id: number }>('save', { payload: { model: 'book', data: { title, isbn: uniqueIsbn() } } })
      await openList(page, `/grid/library/book/books?q=${encodeURIComponent(title)}`)
      const header = page.getByRole('columnheader', { name: rating })
      await expect(header).toBeVisible()
      const tab = page.getByRole('tab', { name: new RegExp(`^${club.loved!}`) })
      await expect(tab).toBeVisible()
      await expect(page.getByRole('navigation').getByRole('link', { name: club.loved! })).toBeVisible()
      await page.getByRole('button', { name: panelTexts(panelLocale).grid.add_filter!, exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: rating, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')

      await lineOf(page, title).locator('button[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: club.rate!, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: club.rate! })
      await dialog.getByLabel(rating).fill('5')
      await dialog.getByRole('button', { name: club.rate!, exact: true }).click()
      await expect(page.getByText(club.rated!).first()).toBeVisible()
      await tab.click()
      await expect(lineOf(page, title)).toBeVisible()

      await openPath(page, `/library/books/${id}/edit`)
      await expect(page.getByText(club['entities.book.club__read_on']!).first()).toBeVisible()
      await page.locator('summary', { hasText: library.sale! }).click()
      await expect(page.getByText(club.rating_hint!)).toBeVisible()
      await expect(page.getByRole('heading', { name: club.club! })).toBeVisible()

      await api('publish-remove', remove('club'))
      await openPath(page, `/library/books/${id}/edit`)
      await expect(page.locator('summary', { hasText: library.sale! })).toBeVisible()
      await expect(page.getByRole('heading', { name: club.club! })).toHaveCount(0)
      await openList(page, `/grid/library/book/books?q=${encodeURIComponent(title)}`)
      await expect(header).toHaveCount(0)
      await expect(tab).toHaveCount(0)
      await expect(page.getByRole('navigation').getByRole('link', { name: club.loved! })).toHaveCount(0)
    })
  })
