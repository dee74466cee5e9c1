import type { Locator, Page } from 'playwright/test'
import { expect, findViolations, openPath, test, toast } from './panel.ts'

type Api = <Results>(name: string, options?: object) => Promise<Results>

test.use({ panelLocale: 'en' })

const makeDocument = async (api: Api, postings: object[] = []): Promise<number> => {
  const { id } = await api<{ id: number }>('accountant-document-save', { payload: { description: 'Voucher', date: '2026-10-20' } })
  for (const posting of postings) await api('accountant-posting-save', { payload: { accountant_document_id: id, ...posting } })
  return id
}
const cash = { group_code: '102', segregate_code: '001' }
const sales = { group_code: '601', segregate_code: '001' }

const table = (page: Page): Locator => page.getByRole('region', { name: 'Sub-documents', exact: true })
const rowsOf = (page: Page): Locator => table(page).locator('tbody tr[data-id]')
const bar = (page: Page): Locator => page.locator('.pw-balance')
const code = (page: Page, place: number): Locator => table(page).locator('.pf-new-row .pw-account-code').nth(place)
const amount = (page: Page, side: string): Locator => table(page).getByRole('textbox', { name: new RegExp(`${side}$`) })

/** Types a row with a debtor's amount and, in the next line, the contra-posting that takes the same. */
async function enterBothSides(page: Page, typed: string, shown: string): Promise<void> {
  await expect(code(page, 1)).toBeVisible()
  await code(page, 0).fill(cash.group_code)
  await code(page, 1).fill(cash.segregate_code)
  await amount(page, 'Debtor').fill(typed)
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(code(page, 0)).toBeFocused()
  await expect(bar(page)).toContainText(shown)
  await page.keyboard.type(sales.group_code)
  await code(page, 1).fill(sales.segregate_code)
  await amount(page, 'Creditor').press('=')
  await expect(amount(page, 'Creditor')).toHaveValue(shown)
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(bar(page)).toContainText('Balanced')
}

test('a document is entered by the keyboard alone, and the contra-posting takes what is missing', async ({ page, api }) => {
  await openPath(page, `accountant/documents/${await makeDocument(api)}/edit`)
  await enterBothSides(page, '250000', '250,000')
  expect(await findViolations(page)).toEqual([])
})

test('a code that cannot be taken says why', async ({ page, api }) => {
  await openPath(page, `accountant/documents/${await makeDocument(api)}/edit`)
  await expect(code(page, 1)).toBeDisabled()
  await expect(code(page, 1)).toHaveAttribute('title', 'Select a group code first')
  await code(page, 0).fill('999999')
  await expect(code(page, 0)).toHaveAttribute('title', 'Invalid group code')
  await code(page, 0).fill('1')
  await expect(code(page, 1)).toHaveAttribute('title', 'This group code has no detail code')
  await code(page, 0).fill('102')
  await code(page, 1).fill('999')
  await expect(code(page, 1)).toHaveAttribute('title', 'Invalid detail code')
})

test('a new document says that it is saved first, and takes rows afterwards', async ({ page }) => {
  await openPath(page, 'accountant/documents/create')
  await expect(table(page)).toContainText('Save first')
  await expect(table(page).locator('.pf-new-row')).toHaveCount(0)
})

test('a document that is unbalanced says so, and cannot be finalized', async ({ page, api }) => {
  const id = await makeDocument(api, [
    { ...cash, debtor: '100' },
    { ...sales, creditor: '100' },
  ])
  await openPath(page, `accountant/documents/${id}/edit`)
  await code(page, 0).fill('102')
  await code(page, 1).fill('002')
  await amount(page, 'Debtor').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('unbalanced now')
  await page.getByRole('combobox', { name: 'Status', exact: true }).click()
  for (const name of [/Finalized/, /Open, balanced/])
    await expect(page.getByRole('option', { name })).toHaveAttribute('aria-disabled', 'true')
})

test('a balanced document is finalized after a question, and is read-only then', async ({ page, api }) => {
  const id = await makeDocument(api, [
    { ...cash, debtor: '100' },
    { ...sales, creditor: '100' },
  ])
  await openPath(page, `accountant/documents/${id}/edit`)
  const finalize = page.getByRole('button', { name: 'Finalize', exact: true })
  await finalize.click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText('can never be changed')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(finalize).toBeVisible()
  await finalize.click()
  await question.getByRole('button', { name: 'Finalize' }).click()
  await expect(toast(page, 'The document has been finalized.')).toBeVisible()
  await expect(table(page).locator('.pf-new-row')).toHaveCount(0)
  await expect(page.getByLabel('Description')).toBeDisabled()
})

test('amounts of a document are in its currency, on the page, in print and in words', async ({ page, api }) => {
  const { id } = await api<{ id: number }>('accountant-document-save', {
    payload: { description: 'In dollars', date: '2026-10-20', currency: 'USD' },
  })
  await openPath(page, `accountant/documents/${id}/edit`)
  await enterBothSides(page, '12.50', '12.50')
  for (const shown of await rowsOf(page).all()) await expect(shown).toContainText('$')
  await expect(page.locator('main')).not.toContainText('Rial')
  await openPath(page, `accountant/documents/${id}/print`)
  await expect(page.locator('body')).toContainText('welve US dollars and 50/100')
  await expect(page.locator('body')).not.toContainText(/rial/i)
})
