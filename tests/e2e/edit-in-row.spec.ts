import type { Page } from 'playwright/test'
import { paste } from './page-form.ts'
import { expect, findViolations, lineOf, openList, test, toast, uniqueName } from './panel.ts'

/** The newest first, so that what a test makes is on the first page. */
const list = '/grid/content/category/list?sort=created_at&order=desc'
const cell = (page: Page, name: string, field: string) => lineOf(page, name).locator(`td[data-editable=${field}]`)
const bar = (page: Page) => page.getByRole('region', { name: 'Edited cells' })
const editor = (page: Page) => page.locator('td[data-editing] input')

interface Category {
  id: number
  version: number
  title: string
  slug: string
  color: string
}
const make = (api: <Results>(name: string, options?: { payload?: unknown }) => Promise<Results>, title: string) =>
  api<Category>('save', {
    payload: { model: 'category', data: { title, slug: title.toLowerCase().replaceAll(' ', '-'), color: '#0369A1' } },
  })

test('keys edit cells as in a spreadsheet; what is changed is marked and saved together', async ({ page, api }) => {
  const batch = uniqueName('Keys')
  const [first, second] = [await make(api, `${batch} first`), await make(api, `${batch} second`)]
  const own = `${list}&q=${encodeURIComponent(batch)}`
  await openList(page, own)
  await cell(page, second.title, 'title').focus()
  await page.keyboard.type('Typed anew')
  await expect(editor(page)).toHaveValue('Typed anew')
  await page.keyboard.press('Escape')
  await expect(cell(page, second.title, 'title')).toBeFocused()
  await page.keyboard.press('F2')
  await expect(editor(page)).toHaveValue(second.title)
  await editor(page).press('End')
  await page.keyboard.type('!')
  await page.keyboard.press('Enter')
  await expect(cell(page, first.title, 'title')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(cell(page, first.title, 'color')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Pick Colour' })).toBeVisible()
  await editor(page).fill('#DB2777')
  await page.keyboard.press('Tab')
  await expect(bar(page)).toContainText('Unsaved cells: 2, rows: 2')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page).toHaveURL(own)
  const saves: unknown[] = []
  page.on('request', (request) => {
    if (/v1\/save/.test(request.url())) saves.push((request.postDataJSON() as { data: unknown }).data)
  })
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await expect(bar(page)).toBeHidden()
  expect(saves).toEqual(expect.arrayContaining([{ title: `${second.title}!` }, { color: '#DB2777' }]))
  expect(saves).toHaveLength(2)
  await page.reload()
  await expect(lineOf(page, `${second.title}!`)).toBeVisible()
})

test('keys that are typed while the editor is on its way are its own', async ({ page, api }) => {
  const category = await make(api, uniqueName('Slow'))
  await openList(page, list)
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/cell-editing-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await cell(page, category.title, 'title').dblclick()
  await page.keyboard.type('ab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1235')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('4')
  await expect(page.locator('tbody tr[aria-selected=true]')).toHaveCount(0)
  arrive()
  await expect(editor(page)).toHaveValue('1234')
  await page.keyboard.press('Escape')
  await expect(lineOf(page, category.title)).toBeVisible()
})

test('Ctrl+S saves what an open editor holds, also one that is on its way', async ({ page, api }) => {
  const category = await make(api, uniqueName('Early'))
  const stored = () => api<Category>('single', { params: { model: 'category', id: category.id } })
  const early = uniqueName('Typed ahead')
  await openList(page, list)
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/cell-editing-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await cell(page, category.title, 'title').focus()
  await page.keyboard.type(early)
  await page.keyboard.press('Control+s')
  arrive()
  await expect(toast(page, `Saved: ${category.title}`)).toBeVisible()
  await expect(cell(page, early, 'title')).toBeFocused()
  expect((await stored()).title).toBe(early)
  await page.keyboard.press('F2')
  await editor(page).fill('')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Title is required.')).toBeVisible()
  await expect(editor(page)).toBeFocused()
  await editor(page).fill(`${early} late`)
  await page.keyboard.press('Control+s')
  await expect(cell(page, `${early} late`, 'title')).toBeFocused()
  await expect.poll(async () => (await stored()).title).toBe(`${early} late`)
})

test('what is wrong stays open with its reason; a record that somebody else changed opens the merge', async ({ page, api }) => {
  const category = await make(api, uniqueName('Contested'))
  await openList(page, list)
  await cell(page, category.title, 'title').dblclick()
  await editor(page).fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('required')
  await expect(editor(page)).toBeFocused()
  expect(await findViolations(page, 'target-size')).toEqual([])
  await page.locator('tbody tr[data-id]').nth(3).locator('td[data-editable=title]').dblclick()
  await expect(editor(page)).toHaveCount(1)
  await expect(editor(page)).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('required')
  await editor(page).fill(`${category.title} mine`)
  await page.keyboard.press('Enter')
  await api('save', {
    payload: { model: 'category', id: category.id, version: category.version, data: { title: `${category.title} theirs` } },
  })
  await page.keyboard.press('Control+s')
  const merge = page.getByRole('dialog', { name: 'Somebody else has saved this' })
  await expect(merge).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell(page, `${category.title} mine`, 'title')).toBeFocused()
  await page.keyboard.press('Control+s')
  await merge.getByRole('radio', { name: /^Mine/ }).check()
  await merge.getByRole('button', { name: 'Save' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(lineOf(page, `${category.title} mine`)).toBeVisible()
})

test('a cell that is saved when it is left; what the server refuses stays in it and can be copied', async ({ page, api }) => {
  const title = uniqueName('Land')
  const [continent] = await api<{ id: number }[]>('list', { params: { model: 'division', type: 'continent' } })
  await api('divisions-save', { payload: { type: 'country', title, continents_id: continent!.id } })
  await openList(page, `/grid/divisions/division/list?tab=countries&q=${encodeURIComponent(title)}`)
  const line = lineOf(page, title)
  const code = line.locator('td[data-editable=phone_code]')
  await line.locator('td[data-editable=code]').focus()
  await paste(page, 'x'.repeat(90))
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(bar(page)).toContainText('Code may have at most 10 characters.')
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await page.route(
    /v1\/save/,
    (route) => route.fulfill({ status: 404, json: { errorCode: 'not-found', userMessage: 'Gone.', errors: {}, metadata: {} } }),
    { times: 1 },
  )
  await code.focus()
  await page.keyboard.type('+971')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAttribute('data-draft', 'failed')
  await expect(bar(page)).toContainText('This record is no longer there.')
  await expect(bar(page).getByRole('button', { name: 'Copy what you typed' })).toBeVisible()
  await bar(page).getByRole('button', { name: 'Try again' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(code).toContainText('+971')
  await page.reload()
  await expect(code).toContainText('+971')
})

test('a record is shown beside the list, and its neighbours over the pages', async ({ page }) => {
  // The oldest first: what other tests make meanwhile moves none of them.
  await openList(page, '/grid/content/category/list?sort=created_at&order=asc&page_size=5')
  const lines = page.locator('tbody tr[data-id]')
  const names = await lines.locator('td[data-editable=title]').allInnerTexts()
  await lines.nth(3).focus()
  await page.keyboard.press('v')
  const drawer = page.getByRole('dialog', { name: names[3]! })
  await expect(drawer).toContainText('Slug')
  await expect(page).toHaveURL(/record=\d+/)
  expect(await findViolations(page)).toEqual([])
  const address = page.url()
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: names[4]! })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('dialog')).toContainText('6 of')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(lines.first()).toBeFocused()

  await page.goto(address)
  await expect(drawer).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(page).not.toHaveURL(/record=/)
  await lines.nth(1).focus()
  await page.keyboard.press('v')
  await expect(page.getByRole('dialog', { name: names[1]! })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a record that is not there says so, and leaves the list', async ({ page }) => {
  await openList(page, `${list}&record=999999`)
  await expect(page.getByRole('alert')).toContainText('This record is not there.')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(list)
})

const types = '/grid/content/type/list?sort=order&order=asc'
const order = (page: Page) =>
  page.locator('tbody tr[data-id]').evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset.id))

test('rows are moved by keys, by the pointer and by their menu, while they are in their order', async ({ page }) => {
  await openList(page, types)
  const [a, b, c, ...rest] = await order(page)
  const handle = (id?: string) => page.locator(`tr[data-id="${id}"] .grid-handle`)
  await page.locator(`tr[data-id="${a}"] td[data-handle]`).focus()
  await page.keyboard.press('Control+Enter')
  await expect(handle(a)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(`tr[data-id="${b}"]`)).toHaveAttribute('data-drop', 'after')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await order(page)).toEqual([a, b, c, ...rest])
  await page.route(
    /v1\/reorder/,
    (route) =>
      route.fulfill({ status: 409, json: { errorCode: 'stale-version', userMessage: 'Somebody was faster.', errors: {}, metadata: {} } }),
    { times: 1 },
  )
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(toast(page, 'Somebody was faster.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /stays where it was/ })).toHaveCount(1)
  await expect(handle(a)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(() => order(page)).toEqual([b, a, c, ...rest])
  await expect(handle(a)).toBeFocused()

  await handle(c).hover()
  await page.mouse.down()
  const box = (await page.locator(`tr[data-id="${b}"]`).boundingBox())!
  await page.mouse.move(box.x + 60, box.y + 30, { steps: 4 })
  await page.mouse.move(box.x + 60, box.y + 4, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => order(page)).toEqual([c, b, a, ...rest])

  await page
    .locator(`tr[data-id="${c}"]`)
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect.poll(() => order(page)).toEqual([b, c, a, ...rest])
})

test('a number that is none or is missing is told at once; the handle of a line and the name of a field stay beside an editor', async ({
  page,
}) => {
  await page.route(
    (url) => url.pathname.endsWith('/v1/grid'),
    async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { metadata: { grid: { edit: { form: { schema: object } } } } }
      Object.assign(body.metadata.grid.edit.form.schema, { required: ['order'] })
      await route.fulfill({ response, json: body })
    },
    { times: 1 },
  )
  await openList(page, types)
  const line = page.locator('tbody tr[data-id]').first()
  const handle = await line.locator('.grid-handle').boundingBox()
  await line.locator('td[data-editable=titles]').focus()
  await page.keyboard.press('F2')
  await expect(editor(page)).toBeFocused()
  expect((await line.locator('.grid-handle').boundingBox())!.x).toBe(handle!.x)
  await page.keyboard.press('Escape')
  const order = line.locator('td[data-editable=order]')
  const number = (await order.innerText()).trim()
  await order.focus()
  await page.keyboard.type('abc')
  await expect(editor(page)).toHaveValue(number)
  await page.keyboard.press('Escape')
  await order.focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alert')).toHaveText('Order is required.')
  await page.evaluate(() => document.execCommand('insertText', false, '12abc'))
  await expect(page.getByRole('alert')).toHaveText('Order must be a number.')
  await expect(editor(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(editor(page)).toHaveAccessibleDescription('Order must be a number.')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.locator('td[data-editing]').evaluate((cell) => getComputedStyle(cell, '::before').content)).toContain('Order')
})

test('a list that is sorted by anything else says why its rows stay', async ({ page }) => {
  await openList(page, '/grid/content/type/list?sort=created_at&order=desc')
  await page.locator('.grid-handle').first().focus()
  await page.keyboard.press('Space')
  await expect(toast(page, 'Sort the list by Order to move rows')).toBeVisible()
})

test('a list that renews itself marks what changed, keeps focus and selection, and says how old it is when it cannot', async ({
  page,
  api,
}) => {
  const category = await make(api, uniqueName('Renewed'))
  await page.route(
    (url) => url.pathname.endsWith('/v1/grid') && (url.searchParams.get('parts') ?? 'grid').includes('grid'),
    async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { metadata: { grid: object } }
      await route.fulfill({
        response,
        json: { ...body, metadata: { ...body.metadata, grid: { ...body.metadata.grid, refresh_every: 5 } } },
      })
    },
  )
  await openList(page, list)
  await cell(page, category.title, 'color').focus()
  // The mark may be over before it is looked for.
  await page.evaluate(() => {
    const animate = Object.getOwnPropertyDescriptor(Element.prototype, 'animate')!.value as Element['animate']
    Element.prototype.animate = function (this: HTMLElement, ...how) {
      this.dataset.marks = String(Number(this.dataset.marks ?? 0) + 1)
      return animate.apply(this, how)
    }
  })
  await api('save', { payload: { model: 'category', id: category.id, version: category.version, data: { color: '#BE185D' } } })
  await expect(cell(page, category.title, 'color')).toContainText('#BE185D', { timeout: 40_000 })
  await expect(cell(page, category.title, 'color')).toHaveAttribute('data-marks', '1')
  await expect(cell(page, category.title, 'color')).toBeFocused()
  await page.route(
    (url) => url.pathname.endsWith('/v1/grid'),
    (route) => route.fulfill({ status: 500, json: { errorCode: 500, userMessage: 'Broken.', errors: {}, metadata: {} } }),
  )
  await expect(page.getByText(/These rows are from/)).toBeVisible({ timeout: 40_000 })
  await expect(lineOf(page, category.title)).toBeVisible()
})
