import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import { expect, findViolations, openPath, test } from './panel.ts'

const documents = readModuleFolder(join(import.meta.dirname, '../fixtures/cashbook'))

type Api = <Results>(name: string, options?: object) => Promise<Results>

test.use({ panelLocale: 'en' })

test.beforeAll(async ({ api }) => {
  await api('publish', { as: 'developer', payload: { module: 'cashbook', documents } })
})
test.afterAll(async ({ api }) => {
  await api('publish-remove', { as: 'developer', payload: { module: 'cashbook' } })
})

const makeSheet = async (api: Api, lines: object[]): Promise<number> =>
  (await api<{ id: number }>('save', { payload: { model: 'cash_sheet', data: { subject: 'March', lines } } })).id

const two = [
  { account: 'Bank', debtor: '1200000' },
  { account: 'Sales', creditor: '900000', count: 3 },
]

const block = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const linesOf = (part: Locator): Locator => part.locator('tbody tr[data-id]')
const accounts = (page: Page): Promise<string[]> => linesOf(block(page, 'Lines')).locator('td[data-title=Account]').allInnerTexts()
const total = (part: Locator): Locator => part.locator('tfoot tr')
const menuOf = async (page: Page, line: Locator, entry: string): Promise<void> => {
  await line.locator('.pf-row-menu button').click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('sums stand beneath the rows and stay in sight', async ({ page, api }) => {
  const many = Array.from({ length: 60 }, (_, at) => ({ account: `Account ${at}`, debtor: '10000000000000001' }))
  await openPath(page, `cashbook/sheets/${await makeSheet(api, many)}`)
  await expect(total(block(page, 'Lines'))).toContainText('Total')
  await expect(total(block(page, 'Lines'))).toContainText('600,000,000,000,000,060 Rial')
  await expect(total(block(page, 'Lines'))).toBeInViewport()
  await linesOf(block(page, 'Lines')).last().scrollIntoViewIfNeeded()
  await expect(total(block(page, 'Lines'))).toBeInViewport()
  expect(await findViolations(page)).toEqual([])
})

test('a page appears whole: the code of its blocks and controls comes while the record is on its way', async ({ page, api }) => {
  const id = await makeSheet(api, two)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/single\?/, async (route) => {
    await held
    await route.continue()
  })
  // What stands there as soon as anything of the page does: the rows, and what only waits for its code.
  await page.addInitScript(() => {
    const count = (selector: string) => document.querySelectorAll(`main ${selector}`).length
    const look = () => {
      if (count('.pf-blocks') === 0) return
      seen.disconnect()
      const first = { lines: count('tr[data-id]'), waiting: count('.pf-blocks [aria-busy=true]') }
      Object.assign(globalThis, { first })
    }
    const seen = new MutationObserver(look)
    seen.observe(document, { childList: true, subtree: true })
  })
  const code = new Set<string>()
  page.on('requestfinished', (request) => void (request.resourceType() === 'script' && code.add(request.url())))
  await page.goto(`cashbook/sheets/${id}`)
  const parts = ['rows-block', 'text', 'number']
  const urlOf = (part: string) => [...code].find((url) => new RegExp(`/${part}-[^/]{8}[.]js`).test(url))
  await expect.poll(() => parts.filter((part) => !urlOf(part))).toEqual([])
  await page.evaluate(
    (urls) => Promise.all(urls.map((url) => import(url))),
    parts.map((part) => urlOf(part)!),
  )
  release()
  await expect(linesOf(block(page, 'Lines'))).toHaveCount(2)
  expect(await page.evaluate(() => (globalThis as { first?: object }).first)).toEqual({ lines: 2, waiting: 0 })
})

test('Enter in the line at the end saves a row and begins the next one', async ({ page, api }) => {
  await openPath(page, `cashbook/sheets/${await makeSheet(api, two)}`)
  const lines = block(page, 'Lines')
  const account = lines.getByRole('textbox', { name: /Account$/ })
  await account.fill('Rent')
  await lines.getByRole('textbox', { name: /Debtor$/ }).fill('250000')
  await page.keyboard.press('Enter')
  await expect(linesOf(lines)).toHaveCount(3)
  await expect(total(lines)).toContainText('1,450,000 Rial')
  await expect(account).toBeFocused()
  await expect(account).toHaveValue('')
  await page.keyboard.type('Wages')
  await page.keyboard.press('Enter')
  await expect(linesOf(lines)).toHaveCount(4)
  // What the record computes of its rows is read again too.
  await expect(page.locator('.pf-details dl')).toContainText('1,450,000')
})

test('a row that is refused says why at its field, and keeps what was typed', async ({ page, api }) => {
  await openPath(page, `cashbook/sheets/${await makeSheet(api, two)}`)
  const lines = block(page, 'Lines')
  const account = lines.getByRole('textbox', { name: /Account$/ })
  await account.press('Enter')
  await expect(lines.locator('td[data-title=Account] .pf-error')).toBeVisible()
  await account.fill('Bank')
  await lines.getByRole('textbox', { name: /Description$/ }).fill('Again')
  await account.press('Enter')
  await expect(lines.locator('.pf-new-row, .pf-new-row-more').locator('.pf-error').first()).toContainText(/taken|already|exists/i)
  await expect(lines.getByRole('textbox', { name: /Description$/ })).toHaveValue('Again')
  await expect(linesOf(lines)).toHaveCount(2)
  await account.press('Escape')
  await expect(account).toHaveValue('')
})

test('rows of a spreadsheet do not run together in the field of a line, and it says how many were copied', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPath(page, `cashbook/sheets/${await makeSheet(api, two)}`)
  const lines = block(page, 'Lines')
  const account = lines.getByRole('textbox', { name: /Account$/ })
  await page.evaluate(() => navigator.clipboard.writeText('Rent\t250000\n'.repeat(5000)))
  await account.press('Control+v')
  await expect(lines.getByRole('alert')).toHaveText('Nothing was pasted: this line takes one row, and 5,000 rows were copied.')
  await expect(account).toHaveValue('')
  await page.evaluate(() => navigator.clipboard.writeText('Rent'))
  await account.press('Control+v')
  await expect(account).toHaveValue('Rent')
  await expect(lines.getByRole('alert')).toHaveCount(0)
})

test('a dialog adds a row, and its opener has the focus again', async ({ page, api }) => {
  await openPath(page, `cashbook/sheets/${await makeSheet(api, two)}`)
  const receipts = block(page, 'Receipts')
  const add = receipts.getByRole('button', { name: 'Add receipt' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add receipt' })
  await dialog.getByLabel('Number').fill('R-1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.locator('.pf-error')).toBeVisible()
  await dialog.getByLabel('Amount').fill('12.50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(linesOf(receipts)).toHaveCount(1)
  await expect(total(receipts)).toContainText('12.5')
  await expect(add).toBeFocused()
})

test('a row is edited, taken on and removed in its menu, and the record follows', async ({ page, api }) => {
  await openPath(page, `cashbook/sheets/${await makeSheet(api, two)}`)
  const lines = block(page, 'Lines')
  const bank = linesOf(lines).filter({ hasText: 'Bank' })
  await menuOf(page, bank, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit: Bank' })
  await dialog.getByLabel('Debtor').fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(total(lines)).toContainText('5 Rial')
  await expect(bank.locator('.pf-row-menu button')).toBeFocused()
  await menuOf(page, bank, 'Verify')
  await expect(bank).toContainText('Verified')
  await menuOf(page, linesOf(lines).filter({ hasText: 'Sales' }), 'Remove')
  await page.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click()
  await expect(linesOf(lines)).toHaveCount(1)
  await expect(lines).toBeFocused()
})

test('a row is looked at beside the page, and from it the next', async ({ page, api }) => {
  await openPath(page, `cashbook/sheets/${await makeSheet(api, two)}`)
  const lines = block(page, 'Lines')
  await menuOf(page, linesOf(lines).first(), 'Quick view')
  const view = page.getByRole('dialog', { name: 'Bank' })
  await expect(view).toContainText('1,200,000')
  await view.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('dialog', { name: 'Sales' })).toContainText('900,000')
  await page.keyboard.press('Escape')
  await expect(linesOf(lines).last().locator('.pf-row-menu button')).toBeFocused()
})

test('rows are put in order by dragging, by keys and in their menu', async ({ page, api }) => {
  const id = await makeSheet(api, [...two, { account: 'Rent' }])
  await openPath(page, `cashbook/sheets/${id}`)
  const lines = block(page, 'Lines')
  const handle = (at: number) => lines.getByRole('button', { name: new RegExp(`^Item ${at}: drag it`) })
  await handle(3).press('ArrowUp')
  await expect.poll(() => accounts(page)).toEqual(['Bank', 'Rent', 'Sales'])
  await expect(handle(2)).toBeFocused()
  await handle(1).dragTo(linesOf(lines).nth(2))
  await expect.poll(() => accounts(page)).toEqual(['Rent', 'Sales', 'Bank'])
  await menuOf(page, linesOf(lines).nth(2), 'Move item 3 up')
  const stored = async () =>
    (await api<{ lines: { account: string }[] }>('single', { params: { model: 'cash_sheet', id } })).lines.map(({ account }) => account)
  await expect.poll(stored).toEqual(['Rent', 'Bank', 'Sales'])
  await page.reload()
  await expect.poll(() => accounts(page)).toEqual(['Rent', 'Bank', 'Sales'])
})

test('a state that locks the rows leaves nothing to do with them', async ({ page, api }) => {
  await openPath(page, `cashbook/sheets/${await makeSheet(api, two)}`)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const lines = block(page, 'Lines')
  await expect(lines).toContainText('The sheet is closed')
  await expect(lines.locator('.pf-new-row')).toHaveCount(0)
  await expect(lines.getByRole('button', { name: /drag it/ })).toHaveCount(0)
  await expect(linesOf(lines).first().getByRole('button')).toHaveCount(1)
  await expect(linesOf(lines).first().getByRole('button', { name: 'Quick view: Bank' })).toBeVisible()
})

test('rows of a new record wait until it is saved', async ({ page }) => {
  await openPath(page, 'cashbook/sheets-new')
  const lines = block(page, 'Lines')
  await expect(lines).toContainText('Save first')
  await expect(lines.getByRole('button', { name: 'Add line' })).toBeDisabled()
  await page.getByLabel('Subject').fill('April')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await lines.getByRole('button', { name: 'Add line' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add line' })
  await dialog.getByLabel('Account').fill('Bank')
  await dialog.getByLabel('Debtor').fill('7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(linesOf(lines)).toHaveCount(1)
  await expect(total(lines)).toContainText('7 Rial')
  // The form goes on from the record that its row has changed.
  await page.getByLabel('Subject').fill('May')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(/has been updated|has been saved/).first()).toBeVisible()
})

test('on paper the head stands on every sheet, the sums once, and the amount is written out', async ({ page, api }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const id = await makeSheet(api, two)
  await openPath(page, `cashbook/sheets/${id}/print`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('One million two hundred thousand rials')).toBeVisible()
  await expect(page.getByText('Prepared by')).toBeVisible()
  const displayOf = (part: string) => page.locator(`.pf-rows-block ${part}`).evaluate((element) => getComputedStyle(element).display)
  expect([await displayOf('thead'), await displayOf('tfoot')]).toEqual(['table-header-group', 'table-row-group'])
  await expect(total(block(page, 'Lines'))).toContainText('1,200,000 Rial')
})

test('a running balance is told in the order of the list and of a date, and in no other', async ({ page, api }) => {
  const text = `Rent ${Date.now()}`
  for (const [day, debtor, creditor] of [
    ['2024-03-01', '100.50', '0'],
    ['2024-03-02', '0', '30.25'],
  ] as const)
    await api('save', { payload: { model: 'cash_entry', data: { day, text, debtor, creditor } } })
  await openPath(page, `grid/cashbook/cash_entry/statement?q=${encodeURIComponent(text)}`)
  const lines = page.locator('.grid-table tbody tr[data-id]')
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(0)).toContainText('100.50')
  await expect(lines.nth(1)).toContainText('70.25')
  await page.getByRole('columnheader', { name: 'Description' }).getByRole('button').first().click()
  await expect(page.getByText('“Balance” is only shown in the order of the list or of a date.')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toHaveCount(0)
})
