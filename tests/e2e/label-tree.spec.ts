import type { Page } from 'playwright/test'
import { expect, lineOf, openList, test, toast } from './panel.ts'

interface Label {
  id: number
  title: string
}
type Api = <Results>(name: string, options?: object) => Promise<Results>

/** A folder of its own with the labels First (above Inner), Second and Third. */
async function makeFolder(api: Api) {
  const slug = `t${Date.now()}`
  const { id } = await api<{ id: number }>('save', {
    payload: { model: 'tagging_folder', data: { title: { en: `Folder ${slug}`, fa: slug }, slug } },
  })
  const add = (title: string, more = {}) => api<Label>('tagging-label-save', { payload: { title, folder: slug, ...more } })
  const first = await add('First')
  const inner = await add('Inner', { parent_id: first.id })
  const second = await add('Second')
  const third = await add('Third')
  return { slug, id, first, inner, second, third }
}

const names = (page: Page) => page.locator('tbody tr[data-id] td[data-key=title]')
const stored = async (api: Api, params: object) => (await api<Label[]>('tagging-labels', { params })).map(({ title }) => title)

test('a folder has its name as heading, and asks for the labels beneath one when it is opened', async ({ page, api }) => {
  const { slug, first } = await makeFolder(api)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`under=${first.id}`)) asked.push(request.url())
  })
  await openList(page, `/content/tagging/${slug}`)
  await expect(page.locator('h1')).toHaveText(`Folder ${slug}`)
  await expect(names(page)).toContainText(['First', 'Second', 'Third'])
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Open First' }).click()
  await expect(names(page)).toContainText(['First', 'Inner', 'Second', 'Third'])
  expect(asked.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Close First' }).click()
  await expect(names(page)).toContainText(['First', 'Second', 'Third'])
})

test('labels are ordered by keys on their handle, and by dragging it', async ({ page, api }) => {
  const { slug, second, third } = await makeFolder(api)
  await openList(page, `/content/tagging/${slug}`)
  const handle = (id: number) => page.locator(`tr[data-id="${id}"] .grid-handle`)
  await handle(third.id).focus()
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect.poll(() => stored(api, { slug })).toEqual(['First', 'Third', 'Second'])
  await expect(names(page)).toContainText(['First', 'Third', 'Second'])

  await handle(second.id).hover()
  await page.mouse.down()
  const target = (await page.locator(`tr[data-id="${third.id}"]`).boundingBox())!
  await page.mouse.move(target.x + 60, target.y + 30, { steps: 4 })
  await page.mouse.move(target.x + 60, target.y + 4, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => stored(api, { slug })).toEqual(['First', 'Second', 'Third'])
  await page.reload()
  await expect(names(page)).toContainText(['First', 'Second', 'Third'])
})

test('a label is attached to a further folder by its form, and one beneath another has the folders of that one', async ({ page, api }) => {
  const { slug, first } = await makeFolder(api)
  await openList(page, `/content/tagging/${slug}`)
  await lineOf(page, 'Second').getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Folders' }).fill('Topics')
  await page.getByRole('option', { name: 'Topics' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(toast(page, 'Successfully updated.')).toBeVisible()
  const [second] = await api<{ attached_folders: { slug: string }[] }[]>('tagging-labels', { params: { slug, search: 'Second' } })
  expect(second!.attached_folders.map((folder) => folder.slug)).toEqual([slug, 'topics'])

  await lineOf(page, 'First')
    .getByRole('button', { name: /^New label beneath/ })
    .click()
  await expect(dialog.getByRole('combobox', { name: 'Folders' })).toBeHidden()
  await dialog.getByLabel('English').fill('Newest')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored(api, { slug, parent_id: first.id })).toEqual(['Inner', 'Newest'])
})

test.describe('in Persian', () => {
  test.use({ panelLocale: 'fa' })
  test('the mark of a closed row points to where its rows come, which is to the left', async ({ page, api }) => {
    const { slug } = await makeFolder(api)
    await openList(page, `/content/tagging/${slug}`)
    const mark = page.locator('button.grid-twig').first()
    await expect(mark).toBeVisible()
    // From right to left this sign is mirrored as brackets are.
    expect(await mark.evaluate((button) => getComputedStyle(button, '::before').content)).toBe('"›"')
  })
})
