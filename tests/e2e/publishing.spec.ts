import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, lineOf, openList, openPath, pickFromMenu, test, toast, uniqueIsbn, uniqueName } from './panel.ts'

const folder = join(import.meta.dirname, '../fixtures/library')

/** The files of the example module as they are sent; `change` may rewrite one of them. */
function readLibrary(change: (path: string, text: string) => string = (_path, text) => text): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.json'),
  )
  return Object.fromEntries(
    files.map((entry) => {
      const path = relative(folder, join(entry.parentPath, entry.name))
      return [path, change(path, readFileSync(join(folder, path), 'utf8'))]
    }),
  )
}

const titled = (title: string) => (path: string, text: string) =>
  path === 'locales/en.json' ? text.replace('"books": "Books"', `"books": ${JSON.stringify(title)}`) : text
/** Refuses the next saves without a word. */
const refuseSaves = (page: Page) =>
  page.route(
    (url) => url.pathname.endsWith('/save'),
    (route) => route.fulfill({ status: 409, json: { errorCode: 'odd' } }),
  )

test.use({ role: 'developer' })

test.beforeEach(async ({ api }) => {
  await api('publish', { as: 'developer', payload: { module: 'library', documents: readLibrary() } })
})
test.afterEach(async ({ api }) => {
  await api('publish-remove', { as: 'developer', payload: { module: 'library' } })
})

test('a published module is in the menu of an open panel, and its records can be written at once', async ({ page, api }) => {
  const title = uniqueName('The Library of Babel')
  await api('publish-remove', { as: 'developer', payload: { module: 'library' } })
  await openPath(page, '/')
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Books' })).toHaveCount(0)
  await page.evaluate(() => {
    document.documentElement.dataset.opened = 'before'
  })
  await api('publish', { as: 'developer', payload: { module: 'library', documents: readLibrary() } })
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Books' }).click()
  await expect(page).toHaveURL('/grid/library/book/books')
  await page.getByRole('button', { name: 'New book' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'ISBN' }).fill('123')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'ISBN' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'ISBN' }).fill(uniqueIsbn())
  await page.getByRole('button', { name: /^(Save|Try again)$/ }).click()
  await expect(page.getByText(/ saved\.$/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Books' }).click()
  await lineOf(page, title).getByRole('link', { name: title }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(`${title}, second edition`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}, second edition`)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Books' }).click()
  await expect(lineOf(page, `${title}, second edition`)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.opened)).toBe('before')
})

test('a book is lent once, by the modal and the precondition of the documents', async ({ page, api }) => {
  const title = uniqueName('Fictions')
  await api('save', { as: 'developer', payload: { model: 'book', data: { title, isbn: uniqueIsbn() } } })
  await openList(page, `/grid/library/book/books?q=${encodeURIComponent(title)}`)
  for (const told of ['The book is lent.', 'The current state does not allow this.']) {
    await pickFromMenu(page, title, 'Lend')
    const dialog = page.getByRole('dialog', { name: `Lend “${title}”` })
    await dialog.getByRole('combobox', { name: 'Reader' }).fill('emma')
    await page.getByRole('option', { name: /Emma/ }).click()
    await dialog.getByRole('button', { name: 'Lend' }).click()
    await expect(page.getByText(told).first()).toBeVisible()
  }
})

test('a new version shows without a reload, an open form keeps what was typed, and the old one comes back', async ({
  page,
  context,
  api,
}) => {
  const renamed = uniqueName('Volumes')
  const list = await context.newPage()
  await openPath(list, '/grid/library/book/books')
  await expect(list.getByRole('heading', { level: 1 })).toHaveText('Books')
  await openPath(page, '/library/books/create')
  await page.getByRole('textbox', { name: 'Title' }).fill('A title in the making')
  await api('publish', { as: 'developer', payload: { module: 'library', documents: readLibrary(titled(renamed)) } })
  await expect(list.getByRole('heading', { level: 1 })).toHaveText(renamed)
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: renamed })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A title in the making')
  await api('publish-rollback', { as: 'developer', payload: { module: 'library' } })
  await expect(list.getByRole('heading', { level: 1 })).toHaveText('Books')
})

test('a module that is taken out leaves the menu and the pages of an open panel, and comes back with its records', async ({
  page,
  api,
}) => {
  const title = uniqueName('The Book of Sand')
  await api('save', { payload: { model: 'book', data: { title, isbn: uniqueIsbn() } } })
  await openList(page, '/grid/library/book/books')
  await expect(lineOf(page, title)).toBeVisible()
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Books' })
  await expect(entry).toBeVisible()
  await api('publish-remove', { as: 'developer', payload: { module: 'library' } })
  await expect(entry).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'The page you are looking for does not exist.' })).toBeVisible()
  await api('publish-rollback', { as: 'developer', payload: { module: 'library' } })
  await openList(page, '/grid/library/book/books')
  await expect(lineOf(page, title)).toBeVisible()
})

test('documents with a mistake change nothing', async ({ page, api }) => {
  await openPath(page, '/grid/library/book/books')
  const broken = readLibrary((path, text) => (path === 'grids/books.json' ? text.replace('"entity": "book"', '"entity": "bok"') : text))
  await expect(api('publish', { as: 'developer', payload: { module: 'library', documents: broken } })).rejects.toThrow(/422.*bok/)
  await expect(
    api('publish', { as: 'administrator', payload: { module: 'library', documents: readLibrary(titled('Seized')) } }),
  ).rejects.toThrow(/403/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Books')
})

test('saving tells what was saved or not, on the page of a record and in its list', async ({ page, api }) => {
  const title = uniqueName('Ficciones')
  const update = {
    type: 'call',
    title: 'Publish',
    confirm: true,
    options: {
      name: 'save',
      payload: { model: 'book', id: '{row.id}', version: '{row.version}', data: { status: 'published' } },
      success: { toast: true },
    },
  }
  const withUpdate = (path: string, text: string) =>
    path === 'grids/books.json' ? text.replace('"edit",', `"edit", ${JSON.stringify(update)},`) : text
  await api('publish', { as: 'developer', payload: { module: 'library', documents: readLibrary(withUpdate) } })
  const { id } = await api<{ id: number }>('save', { payload: { model: 'book', data: { title, isbn: uniqueIsbn() } } })
  await refuseSaves(page)
  await openPath(page, `/library/books/${id}/edit`)
  await page.getByRole('textbox', { name: 'Title' }).fill(`${title}, second edition`)
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'A problem occurred in saving the book')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'The book has been saved.')).toBeVisible()
  await openList(page, '/grid/library/book/books')
  await refuseSaves(page)
  await pickFromMenu(page, title, 'Publish')
  const question = page.getByRole('dialog', { name: 'Publish' })
  await expect(question).toContainText('Update this book?')
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(toast(page, 'A problem occurred in updating the book')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await pickFromMenu(page, title, 'Publish')
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(toast(page, 'Successfully updated.')).toBeVisible()
})
