import type { Page } from 'playwright/test'
import { paste, save, showForm } from './page-form.ts'
import { expect, findViolations, test } from './panel.ts'

const item = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name', rules: 'required' }, count: { type: 'integer', title: 'Count' } },
}
const many = {
  type: 'object',
  properties: {
    ...item.properties,
    side: { type: 'string', title: 'Side', enum: ['North', 'South'] },
    day: { type: 'string', format: 'date', title: 'Day' },
    done: { type: 'boolean', title: 'Done' },
  },
}
const clonerForm = {
  name: 'cloner',
  schema: {
    type: 'object',
    properties: {
      parts: { type: 'array', title: 'Parts', items: item },
      notes: { type: 'array', title: 'Notes', rules: 'required', items: item },
    },
  },
}
const tableForm = {
  name: 'table',
  schema: { type: 'object', properties: { lines: { type: 'array', title: 'Lines', maxItems: 1000, items: many } } },
  data: { lines: Array.from({ length: 200 }, (_, index) => ({ name: `Name ${index + 1}`, count: index, side: 'North', done: false })) },
}

const list = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const rowsOf = (page: Page, name: string) => list(page, name).getByRole('listitem')
const names = (page: Page, name: string) =>
  rowsOf(page, name)
    .getByRole('textbox', { name: 'Name' })
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

test('on a phone a new row has the focus in its first field, though that one is drawn last', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/color-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  const row = { properties: { shade: { type: 'string', format: 'color', title: 'Shade' }, note: { type: 'string', title: 'Note' } } }
  const parts = { type: 'array', title: 'Parts', items: { type: 'object', ...row } }
  await showForm(page, { name: 'shades', schema: { type: 'object', properties: { name: { type: 'string' }, parts } } })
  await page.getByRole('button', { name: 'Add: Parts' }).click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Note' })).not.toBeFocused()
  arrive()
  const shade = page.locator('.pf-field', { hasText: 'Shade' }).first()
  await expect.poll(() => shade.evaluate((field) => field.contains(document.activeElement))).toBe(true)
})

test.describe('rows of a form', () => {
  test.beforeEach(async ({ page }) => {
    await showForm(page, clonerForm)
  })

  test('are added up to fifteen', async ({ page }) => {
    const add = list(page, 'Parts').getByRole('button', { name: 'Add: Parts' })
    for (let count = 1; count <= 15; count += 1) {
      await add.click()
      await expect(rowsOf(page, 'Parts')).toHaveCount(count)
      await expect(rowsOf(page, 'Parts').last().getByRole('textbox', { name: 'Name' })).toBeFocused()
    }
    await expect(add).toBeDisabled()
    await expect(list(page, 'Parts')).toContainText('At most 15')
  })

  test('are there from the start where there may be none without', async ({ page }) => {
    await expect(rowsOf(page, 'Notes')).toHaveCount(1)
    await expect(rowsOf(page, 'Parts')).toHaveCount(0)
  })

  test('are removed only when that is confirmed', async ({ page }) => {
    const add = list(page, 'Parts').getByRole('button', { name: 'Add: Parts' })
    for (const name of ['one', 'two']) {
      await add.click()
      await rowsOf(page, 'Parts').last().getByRole('textbox', { name: 'Name' }).fill(name)
    }
    await list(page, 'Parts').getByRole('button', { name: 'Remove item 1' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => names(page, 'Parts')).toEqual(['one', 'two'])
    await list(page, 'Parts').getByRole('button', { name: 'Remove item 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => names(page, 'Parts')).toEqual(['two'])
  })

  test('are moved by keys and by dragging, doubled, and folded with what they hold', async ({ page }) => {
    const add = list(page, 'Parts').getByRole('button', { name: 'Add: Parts' })
    for (const name of ['one', 'two', 'three']) {
      await add.click()
      await rowsOf(page, 'Parts').last().getByRole('textbox', { name: 'Name' }).fill(name)
    }
    await list(page, 'Parts')
      .getByRole('button', { name: /^Item 3: drag it/ })
      .press('ArrowUp')
    await expect.poll(() => names(page, 'Parts')).toEqual(['one', 'three', 'two'])
    await expect(list(page, 'Parts').getByRole('button', { name: /^Item 2: drag it/ })).toBeFocused()
    await list(page, 'Parts')
      .getByRole('button', { name: /^Item 1: drag it/ })
      .dragTo(rowsOf(page, 'Parts').nth(2))
    await expect.poll(() => names(page, 'Parts')).toEqual(['three', 'two', 'one'])
    await list(page, 'Parts').getByRole('button', { name: 'Duplicate item 2' }).click()
    await expect.poll(() => names(page, 'Parts')).toEqual(['three', 'two', 'two', 'one'])
    await list(page, 'Parts').getByRole('button', { name: 'Fold item 1', exact: true }).click()
    await expect(rowsOf(page, 'Parts').first()).toContainText('three')
    await expect(rowsOf(page, 'Parts').first().getByRole('textbox', { name: 'Name' })).toBeHidden()
    expect(await findViolations(page)).toEqual([])
    await list(page, 'Parts').getByRole('button', { name: 'Unfold item 1' }).click()
    await expect(rowsOf(page, 'Parts').first().getByRole('textbox', { name: 'Name' })).toHaveValue('three')
  })
})

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column + 1}"]`)

test.describe('many rows of a form', () => {
  test.beforeEach(async ({ page }) => {
    await showForm(page, tableForm)
    await expect(page.locator('[role=grid]:not([aria-busy])')).toBeVisible()
  })

  test('are filled in by the keyboard', async ({ page }) => {
    await expect(page.getByRole('grid', { name: 'Lines' })).toHaveAttribute('aria-rowcount', '201')
    await cell(page, 1, 1).click()
    await page.keyboard.type('First')
    await page.keyboard.press('Enter')
    await expect(cell(page, 1, 1)).toHaveText('First')
    await expect(cell(page, 2, 1)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('given up')
    await page.keyboard.press('Escape')
    await expect(cell(page, 2, 1)).toHaveText('Name 2')
    await page.keyboard.press('F2')
    await page.keyboard.press('Tab')
    await expect(cell(page, 2, 2)).toBeFocused()
    await page.keyboard.type('41')
    await page.keyboard.press('Tab')
    await expect(cell(page, 2, 2)).toHaveText('41')
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    await expect(cell(page, 2, 5)).toHaveText('Yes')
    await page.keyboard.press('Control+End')
    await expect(cell(page, 200, 5)).toBeFocused()
    await page.keyboard.press('Control+Home')
    await expect(cell(page, 1, 1)).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(cell(page, 1, 1)).toHaveText('')
    expect(await findViolations(page)).toEqual([])
  })

  test('take a block from a spreadsheet, and tell what did not fit', async ({ page }) => {
    await cell(page, 1, 1).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Home')
    await paste(page, 'Bolt\t1,250\tsouth\t2024-03-20\tTRUE\r\n"Nut ""M8"""\tmany\tWest\r\nWasher\t7\r\n')
    await expect(cell(page, 200, 1)).toHaveText('Bolt')
    for (const [at, text] of ['1,250', 'South', /2024/, 'Yes'].entries()) await expect(cell(page, 200, at + 2)).toHaveText(text)
    await expect(page.getByRole('grid', { name: 'Lines' })).toHaveAttribute('aria-rowcount', '203')
    const report = page.locator('.pf-paste')
    await expect(report).toContainText('Rows added: 2')
    await expect(report).toContainText('1 texts did not fit')
    await report.getByRole('button', { name: 'Item 201 · Count' }).click()
    await expect(cell(page, 201, 2)).toBeFocused()
    await expect(cell(page, 201, 2)).toHaveText('many')
    await expect(cell(page, 201, 2)).toHaveAttribute('aria-invalid', 'true')
    await expect(cell(page, 201, 1)).toHaveText('Nut "M8"')
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('grid', { name: 'Lines' })).toHaveAttribute('aria-rowcount', '201')
    await expect(page.getByText('Name 200', { exact: true })).toBeVisible()
  })

  test('lead from the summary to a cell that was not drawn', async ({ page }) => {
    await cell(page, 1, 1).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+Home')
    await expect(cell(page, 200, 1)).toHaveCount(0)
    await save(page)
    await expect(cell(page, 200, 1)).toBeFocused()
    await expect(cell(page, 200, 1)).toHaveAttribute('aria-invalid', 'true')
    await expect(cell(page, 200, 1)).toHaveAccessibleDescription(/required/)
  })

  test('are all there for who searches the page or prints it', async ({ page }) => {
    await expect(page.getByText('Name 150', { exact: true })).toHaveCount(0)
    await page.keyboard.press('Control+f')
    await expect(page.getByText('Name 150', { exact: true })).toHaveCount(1)
  })
})

test('users stand in a table by their names and are chosen in its cells', async ({ page, api }) => {
  const [user] = await api<{ id: number; name_full: string }[]>('user-search', { params: { search: 'editor' } })
  const sent = await showForm(page, {
    name: 'guests',
    schema: {
      type: 'object',
      properties: {
        guests: { type: 'array', title: 'Guests', items: { type: 'object', properties: { user: { type: 'integer', title: 'User' } } } },
      },
    },
    ui: { guests: { rows_as: 'table' }, 'guests[].user': { widget: 'user-search' } },
    data: { guests: [{ user: user!.id }, {}] },
  })
  await expect(page.locator('[role=grid]:not([aria-busy])')).toBeVisible()
  await expect(cell(page, 1, 1)).toHaveText(user!.name_full)
  await cell(page, 2, 1).click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('editor')
  await page.getByRole('option', { name: user!.name_full }).first().click()
  await page.keyboard.press('Enter')
  await save(page)
  await expect.poll(() => sent).toEqual([{ guests: [{ user: user!.id }, { user: user!.id }] }])
})

test.describe('rows with sums', () => {
  const line = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Name' },
      count: { type: 'integer', title: 'Count', rules: 'min_value:0' },
      price: { type: 'string', format: 'decimal', title: 'Price' },
      note: { type: 'string', title: 'Note', readOnly: true },
    },
  }
  const rows = [
    { name: 'Bolt', count: 2, price: '1250.50' },
    { name: 'Nut', count: 3, price: '0.5' },
  ]
  const open = (page: Page, count = 0) =>
    showForm(page, {
      name: 'sums',
      schema: { type: 'object', properties: { lines: { type: 'array', title: 'Lines', maxItems: 40, items: line } } },
      ui: { lines: { rows_as: 'table', totals: ['count', 'price'] } },
      data: { lines: [...rows, ...Array.from({ length: count }, (_, at) => ({ name: `Row ${at}`, count: 1, price: '1' }))] },
    })
  const totals = (page: Page) => page.locator('.pf-grid-totals')

  test('are filled in without a mouse, row after row, and sum up in sight', async ({ page }) => {
    const sent = await open(page)
    await expect(page.locator('[role=grid]:not([aria-busy])')).toBeVisible()
    await expect(totals(page)).toHaveText(/Total\s*5\s*1,251\.00/)
    await cell(page, 2, 1).click()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Washer')
    await page.keyboard.press('Tab')
    await page.keyboard.type('4')
    await page.keyboard.press('Tab')
    await page.keyboard.press('F2')
    await page.keyboard.type('۱۲/۵')
    await page.keyboard.press('Tab')
    await expect(cell(page, 4, 1)).toBeFocused()
    await expect(totals(page)).toHaveText(/9\s*1,263\.50/)
    await expect(page.getByRole('grid', { name: 'Lines' })).toHaveAttribute('aria-rowcount', '6')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid', { name: 'Lines' })).toHaveAttribute('aria-rowcount', '6')
    await cell(page, 3, 1).click()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(cell(page, 2, 1)).toHaveText('Washer')
    await expect(cell(page, 2, 1)).toBeFocused()
    await page.locator('[aria-rowindex="2"] .pf-line-number').dragTo(cell(page, 3, 1))
    await expect(cell(page, 3, 1)).toHaveText('Bolt')
    await page.keyboard.press('Control+Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(totals(page)).toHaveText(/7\s*13\.0/)
    expect(await findViolations(page)).toEqual([])
    await save(page)
    await expect
      .poll(() => sent)
      .toEqual([
        {
          lines: [
            { name: 'Washer', count: 4, price: '12.5' },
            { name: 'Nut', count: 3, price: '0.5' },
          ],
        },
      ])
  })

  test('stay in sight below many rows, and a block that is too long is not pasted', async ({ page }) => {
    await open(page, 30)
    await expect(page.locator('[role=grid]:not([aria-busy])')).toBeVisible()
    await expect(totals(page)).toBeInViewport()
    await cell(page, 1, 1).click()
    await page.keyboard.press('Control+ArrowDown')
    await expect(cell(page, 32, 1)).toBeFocused()
    const [focused, line] = [(await cell(page, 32, 1).boundingBox())!, (await totals(page).boundingBox())!]
    expect(focused.y + focused.height).toBeLessThanOrEqual(line.y + 1)
    await paste(page, Array.from({ length: 10 }, (_, at) => `N${at}\t${at}`).join('\n'))
    await expect(page.locator('.pf-paste')).toContainText(
      'Nothing was pasted: the block has 10 rows, and there is room for 9 (at most 40).',
    )
    await expect(cell(page, 32, 1)).toHaveText('Row 29')
    await paste(page, 'N\t-5\t12x')
    await expect(cell(page, 32, 2)).toHaveAttribute('aria-invalid', 'true')
    await expect(cell(page, 32, 3)).toHaveAttribute('aria-invalid', 'true')
    await expect(cell(page, 32, 3)).toHaveText('12x')
    await page.keyboard.press('Control+z')
    await expect(cell(page, 32, 3)).toHaveText('1')
  })

  test('sum up beneath the cards of a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await open(page)
    await expect(page.locator('.pf-totals')).toHaveText(/Count5Price1,251\.00/)
    await rowsOf(page, 'Lines').first().getByRole('textbox', { name: 'Count' }).fill('10')
    await expect(page.locator('.pf-totals')).toHaveText(/Count13/)
  })
})
