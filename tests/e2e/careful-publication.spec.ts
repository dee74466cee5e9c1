import { join } from 'node:path'
import gateReport from '#schemas/responses/gate-report.json' with { type: 'json' }
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import { expect, openPath, test, uniqueIsbn, uniqueName } from './panel.ts'

const folder = join(import.meta.dirname, '../fixtures/library')
const library = (title?: string): Record<string, string> => {
  const files = readModuleFolder(folder)
  const text = files['locales/en.json']!
  return title === undefined
    ? files
    : { ...files, 'locales/en.json': text.replace('"books": "Books"', `"books": ${JSON.stringify(title)}`) }
}
const asDeveloper = (payload: object) => ({ as: 'developer' as const, payload: { module: 'library', ...payload } })

test.beforeEach(async ({ api }) => {
  await api('publish', asDeveloper({ documents: library(), end_trial: true }))
})
test.afterEach(async ({ api }) => {
  await api('publish-remove', asDeveloper({ end_trial: true }))
})

test.describe('somebody in the trial', () => {
  test.use({ role: 'administrator' })

  test('has the new version with the next page, is told of it quietly, and keeps what is in a form when it is taken back', async ({
    page,
    api,
  }) => {
    const tried = uniqueName('Volumes')
    await openPath(page, '/grid/library/book/books')
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('Books')
    await api('publish', asDeveloper({ documents: library(tried), trial: { role: 'administrator' } }))
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    const notice = page.getByRole('status').filter({ hasText: 'A newer version of this page is there.' })
    await expect(notice).toBeVisible()
    await expect(title).toHaveText('Books')
    await notice.getByRole('button', { name: 'Show it' }).click()
    await expect(title).toHaveText(tried)
    await expect(notice).toBeHidden()

    await openPath(page, '/library/books/create')
    const book = uniqueName('The Garden')
    await page.getByRole('textbox', { name: 'Title' }).fill(book)
    await api('publish-trial-end', asDeveloper({}))
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(notice).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(book)
    await page.getByRole('textbox', { name: 'ISBN' }).fill(uniqueIsbn())
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(title).toHaveText(book)
  })
})

test.describe('somebody outside of the trial', () => {
  test.use({ role: 'developer' })

  test('keeps the current version, compares both on the page, and publishes the new one for everybody', async ({ page, api }) => {
    const tried = uniqueName('Volumes')
    await api(
      'publish',
      asDeveloper({ documents: library(tried), trial: { role: 'administrator' }, note: 'other words', gate: gateReport.examples[0] }),
    )
    await openPath(page, '/grid/library/book/books')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Books')

    await openPath(page, '/developer-tools/publications')
    const trial = page.locator('[data-trial="library"][data-status="running"]')
    await expect(trial).toContainText('For the role')
    await expect(trial.getByRole('row', { name: /^Calls/ })).toBeVisible()
    const newest = page.locator('[data-publication]').filter({ hasText: 'library' }).first() // others publish meanwhile
    await expect(newest).toContainText('Trial of version')
    await newest.getByRole('button', { name: 'Changes' }).click()
    await expect(newest.getByText('locales/en.json')).toBeVisible()
    await expect(newest).toContainText('Gate: 2 visible differences')
    await newest.getByRole('button', { name: 'What users see differently' }).click()
    await expect(newest.getByText('Heading “\u2068Books\u2069” is now called “\u2068Volumes\u2069”')).toBeVisible()
    await expect(newest.getByText('Column “\u2068Price\u2069” is gone (2 times)')).toBeVisible()
    await trial.getByRole('button', { name: 'Publish for everybody' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish for everybody' }).click()
    await expect(trial).toBeHidden()
    await openPath(page, '/grid/library/book/books')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(tried)
  })

  test('publishes a folder for some people on the page, and is told what is wrong with the choice', async ({ page }) => {
    await openPath(page, '/developer-tools/publications')
    await page.getByRole('button', { name: 'Publish as a trial' }).click()
    await expect(page.getByRole('alert')).toContainText('module.json')
    await page.getByLabel('Folder of the module').setInputFiles(folder)
    await page.getByRole('combobox', { name: 'For' }).selectOption('share')
    await page.getByRole('textbox', { name: 'Percent' }).fill('101')
    await page.getByRole('button', { name: 'Publish as a trial' }).click()
    await expect(page.getByRole('alert')).toContainText('101 is no share of the users')
  })
})
