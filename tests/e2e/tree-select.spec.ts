import { answerCall, expect, findViolations, test } from './panel.ts'
import { openForm } from './trial-form.ts'

const tree = [
  {
    value: 'fiction',
    title: 'Fiction',
    children: [
      {
        value: 'novels',
        title: 'Novels',
        children: [
          { value: 'crime', title: 'Crime' },
          { value: 'past', title: 'Historical' },
        ],
      },
      { value: 'poems', title: 'Poems' },
    ],
  },
  { value: 'science', title: 'Science', children: [{ value: 'physics', title: 'Physics' }] },
  { value: 'archive', title: 'Archive', disabled: true, children: [{ value: 'maps', title: 'Maps' }] },
]
const one = { type: 'string', title: 'Shelf' }

test('branches open and close by keys, and what stands in them is chosen', async ({ page }) => {
  await openForm(page, { shelf: one }, { shelf: { widget: 'tree-select', tree } })
  const shelf = page.getByRole('combobox', { name: 'Shelf' })
  await shelf.click()
  const items = page.getByRole('tree').getByRole('treeitem')
  await expect(items).toHaveText(['Fiction', 'Science', 'Archive'])
  await page.keyboard.press('ArrowRight')
  await expect(items).toHaveText(['Fiction', 'Novels', 'Poems', 'Science', 'Archive'])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('treeitem', { name: 'Crime' })).toHaveAttribute('data-active', 'true')
  await expect(page.getByRole('treeitem', { name: 'Crime' })).toHaveAttribute('aria-level', '3')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(items).toHaveText(['Fiction', 'Novels', 'Poems', 'Science', 'Archive'])
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(shelf).toHaveValue('Poems')
})

test('a search finds what stands beneath and tells its path; beneath what is disabled nothing is chosen', async ({ page }) => {
  await openForm(page, { shelf: one }, { shelf: { widget: 'tree-select', tree } })
  const shelf = page.getByRole('combobox', { name: 'Shelf' })
  await shelf.fill('map')
  const maps = page.getByRole('treeitem', { name: 'Maps' })
  await expect(maps).toContainText('Archive')
  await expect(maps).toHaveAttribute('aria-disabled', 'true')
  await shelf.fill('crim')
  await expect(page.getByRole('treeitem', { name: 'Crime' })).toContainText('Fiction › Novels')
  await page.keyboard.press('Enter')
  await expect(shelf).toHaveValue('Crime')
  await shelf.fill('zzz')
  await expect(page.getByRole('treeitem', { name: 'No options: nothing found for “zzz”' })).toBeVisible()
})

test('of many that are chosen a few are shown, with the number of the others; one that is not in the tree is kept', async ({ page }) => {
  await answerCall(page, 'content-type-save', { results: { id: 1 }, metadata: {} })
  await openForm(
    page,
    { shelf: { type: 'array', title: 'Shelf', items: { type: 'string' }, default: ['lost', 'crime', 'poems'] } },
    { shelf: { widget: 'tree-select', tree, most_chips: 2 } },
  )
  const dialog = page.getByRole('dialog', { name: 'Trial' })
  await expect(dialog.locator('.pf-chip')).toHaveText([/“lost” \(not in the list\)/, /Crime/])
  await dialog.getByRole('combobox', { name: 'Shelf' }).fill('physics')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '2 more' }).click()
  await expect(dialog.locator('.pf-chip')).toHaveCount(4)
  const request = page.waitForRequest((asked) => asked.url().includes('/content-type-save'))
  await page.getByRole('button', { name: 'Do it' }).click()
  expect((await request).postDataJSON()).toEqual({ data: { shelf: ['lost', 'crime', 'poems', 'physics'] } })
})

test('rows that name each other as the one above are shown once, in their place', async ({ page }) => {
  await answerCall(page, 'branches', {
    results: [
      { id: 1, title: 'Tehran', parent_id: 2 },
      { id: 2, title: 'Rey', parent_id: 1 },
      { id: 3, title: 'Karaj', parent_id: 99 },
      { id: 4, title: 'Shiraz', parent_id: null },
    ],
    metadata: {},
  })
  await openForm(page, { branch: { type: 'integer', title: 'Branch' } }, { branch: { widget: 'tree-select', endpoint: 'branches' } })
  await page.getByRole('combobox', { name: 'Branch' }).click()
  await expect(page.getByRole('treeitem')).toHaveText(['ReyStands beneath itself', 'KarajWhat stands above it is missing', 'Shiraz'])
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('treeitem', { name: 'Tehran' })).toHaveAttribute('aria-level', '2')
})

test('with branches asked for one by one, a search and a chosen value find their path', async ({ page }) => {
  const rows = [
    { id: 1, title: 'Iran', parent_id: null },
    { id: 2, title: 'Fars', parent_id: 1 },
    { id: 3, title: 'Shiraz', parent_id: 2, has_children: false },
    { id: 4, title: 'Marvdasht', parent_id: 2, has_children: false },
    { id: 5, title: 'Chile', parent_id: null },
  ]
  let isBroken = false
  await page.route(
    (url) => url.pathname.endsWith('/places'),
    (route) => {
      const query = new URL(route.request().url()).searchParams
      if (isBroken) return route.fulfill({ status: 500, json: { errorCode: 'error', userMessage: 'No' } })
      const ids = query.get('ids')?.split(',')
      const term = query.get('q')
      const found = rows.filter((row) =>
        ids
          ? ids.includes(String(row.id))
          : term
            ? row.title.toLowerCase().includes(term)
            : String(row.parent_id ?? '') === (query.get('parent_id') ?? ''),
      )
      return route.fulfill({ json: { results: found, metadata: {} } })
    },
  )
  await openForm(
    page,
    { place: { type: 'integer', title: 'Place', default: 3 } },
    { place: { widget: 'tree-select', endpoint: 'places', parent_param: 'parent_id' } },
  )
  const place = page.getByRole('combobox', { name: 'Place' })
  await expect(place).toHaveValue('Shiraz')
  await place.click()
  await expect(page.getByRole('treeitem')).toHaveText(['Iran', 'Fars', 'Shiraz', 'Marvdasht', 'Chile'])
  await place.fill('marv')
  await expect(page.getByRole('treeitem', { name: 'Marvdasht' })).toContainText('Iran › Fars')
  await page.keyboard.press('Enter')
  await expect(place).toHaveValue('Marvdasht')
  isBroken = true
  await place.click()
  await page.getByRole('treeitem', { name: 'Chile' }).locator('.pf-twist').click()
  await expect(page.getByRole('treeitem', { name: 'The entries could not be loaded.' })).toBeVisible()
})
