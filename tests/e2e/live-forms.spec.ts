import type { Page } from 'playwright/test'
import { save, showForm } from './page-form.ts'
import { answerCall, expect, findViolations, test } from './panel.ts'

const amount = (computed?: unknown, more: object = {}) => ({
  type: 'string',
  format: 'decimal',
  scale: 2,
  ...(computed !== undefined && { computed, readOnly: true }),
  ...more,
})
const line = {
  type: 'object',
  parent: 'sale',
  additionalProperties: false,
  required: ['ware_id', 'count'],
  properties: {
    id: { type: 'integer' },
    ware_id: { type: 'integer', references: 'content_type' },
    count: { type: 'string', format: 'decimal', rules: 'min_value:0' },
    unit_price: { ...amount({ fetch: 'ware.price', overwrite: true }), readOnly: false },
    amount: amount({ formula: [{ formula: 'count * unit_price' }] }),
    discount: amount({ share: 'sale.discount', by: 'amount' }),
  },
  checks: [{ formula: 'count', at_most: '1000', field: 'count', message: 'At most a thousand at once.' }],
}
const sale = {
  name: 'sale',
  schema: {
    type: 'object',
    properties: {
      lines: { type: 'array', rows: 'sale_line', maxItems: 500, items: line },
      discount: amount(undefined, { rules: 'min_value:0' }),
      total: amount({ formula: [{ formula: 'sum(lines.amount)' }] }),
      mean: amount({ formula: [{ formula: 'total / count(lines)' }] }),
      payable: amount({
        formula: [{ when: { properties: { discount: { type: 'string' } } }, formula: 'total - discount' }, { formula: 'total' }],
      }),
    },
    checks: [{ formula: 'total - discount', at_least: '0', field: 'discount', message: 'The discount is more than the goods.' }],
  },
  ui: {
    lines: { title: 'Lines', rows_as: 'table', totals: ['count', 'amount', 'discount'] },
    'lines[].id': { widget: 'hidden' },
    'lines[].ware_id': { title: 'Ware', widget: 'remote-select', endpoint: 'list', params: { model: 'content_type' } },
    'lines[].count': { title: 'Count' },
    'lines[].unit_price': { title: 'Unit price' },
    'lines[].amount': { title: 'Amount', computed_from: 'Count × Unit price' },
    'lines[].discount': { title: 'Discount' },
    discount: { title: 'Discount' },
    total: { title: 'Total', computed_from: 'sum of Amount' },
    mean: { title: 'Mean', computed_from: 'Total ÷ number of Lines' },
    payable: { title: 'Payable', computed_from: 'Total − Discount' },
  },
  layout: ['lines', 'discount', 'total', 'mean', 'payable'],
}
const stored = (count: number) => ({
  id: 7,
  version: 1,
  discount: '5.00',
  total: `${count * 20}.00`,
  mean: '20.00',
  payable: `${count * 20 - 5}.00`,
  lines: Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    ware_id: 1,
    count: '2',
    unit_price: '10.00',
    amount: '20.00',
    discount: at === 0 ? '5.00' : '0.00',
  })),
})

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column + 1}"]`)
const totals = (page: Page) => page.locator('.pf-grid-totals')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function open(page: Page, data: object): Promise<object[]> {
  await answerCall(page, 'list', {
    results: [
      { id: 1, title: 'Bolt', price: '10.00' },
      { id: 2, title: 'Nut', price: '2.50' },
    ],
    metadata: { pagination: { page: 1, page_size: 15, total: 2 } },
  })
  const sent = await showForm(page, { ...sale, data })
  await expect(page.locator('[role=grid]:not([aria-busy])')).toBeVisible()
  return sent
}

test('sums follow what is typed, before it is committed, down to the form and its shares', async ({ page }) => {
  await open(page, stored(2))
  await expect(totals(page)).toHaveText(/4\s*40\.00\s*5\.00/)
  await cell(page, 1, 2).click()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.clock.install()
  await page.keyboard.type('10')
  await expect(cell(page, 1, 4)).toHaveText('100.00')
  await expect(totals(page)).toHaveText(/12\s*120\.00\s*5\.00/)
  await expect(cell(page, 1, 5)).toHaveText('4.17')
  await expect(field(page, 'Payable')).toHaveValue('115.00')
  await expect(field(page, 'Mean')).toHaveValue('60.00')
  await page.keyboard.press('Escape')
  await expect(totals(page)).toHaveText(/4\s*40\.00\s*5\.00/)
  await expect(field(page, 'Payable')).toHaveValue('35.00')
})

test('a chosen reference proposes its price, which stays when somebody types another, and undo takes it back', async ({ page }) => {
  const sent = await open(page, stored(2))
  await cell(page, 1, 1).click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Nut')
  await page.getByRole('option', { name: 'Nut' }).click()
  await page.keyboard.press('Tab')
  await expect(cell(page, 1, 3)).toHaveText('2.50')
  await expect(cell(page, 1, 4)).toHaveText('5.00')
  await expect(field(page, 'Total')).toHaveValue('25.00')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 1, 3)).toHaveText('10.00')
  await expect(field(page, 'Total')).toHaveValue('40.00')
  await cell(page, 2, 3).click()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await cell(page, 2, 1).click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Nut')
  await page.getByRole('option', { name: 'Nut' }).click()
  await page.keyboard.press('Tab')
  await expect(cell(page, 2, 3)).toHaveText('7')
  await expect(field(page, 'Total')).toHaveValue('34.00')
  await save(page)
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    lines: [
      { id: 1, ware_id: 1, unit_price: '10.00' },
      { id: 2, ware_id: 2, unit_price: '7' },
    ],
  })
  expect(JSON.stringify(sent[0])).not.toMatch(/amount|payable/)
})

test('checks stand at their field with the sentence of the server, and what is no number counts as nothing', async ({ page }) => {
  const sent = await open(page, stored(1))
  await field(page, 'Discount').fill('20.01')
  await save(page)
  await expect(page.getByText('The discount is more than the goods.').first()).toBeVisible()
  await field(page, 'Discount').fill('1')
  await cell(page, 1, 2).click()
  await page.keyboard.type('123456789012345678901234567890')
  await page.keyboard.press('Tab')
  await expect(cell(page, 1, 4)).toHaveText('1,234,567,890,123,456,789,012,345,678,900.00')
  await save(page)
  await expect(cell(page, 1, 2)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('.pf-error', { hasText: 'At most a thousand at once.' }).first()).toBeVisible()
  await expect(cell(page, 1, 2)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(cell(page, 1, 4)).toHaveText('')
  await expect(field(page, 'Total')).toHaveValue('0.00')
  expect(sent).toEqual([])
})

test('a new document is computed as it opens, and what is divided by nothing is empty', async ({ page }) => {
  await open(page, {})
  await expect(field(page, 'Total')).toHaveValue('0.00')
  await expect(field(page, 'Mean')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Save', exact: true }).first()).toBeVisible()
})

test('a formula is told in words, to the keyboard too', async ({ page }) => {
  await open(page, stored(1))
  const hint = page.getByRole('button', { name: 'How it is computed: Payable' })
  await hint.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Total − Discount', { exact: true })).toBeVisible()
  await expect(field(page, 'Payable')).toHaveAccessibleDescription(/Total − Discount/)
  await cell(page, 1, 4).click()
  await expect(cell(page, 1, 4)).toHaveAccessibleDescription(/Amount = Count × Unit price/)
  expect(await findViolations(page)).toEqual([])
})

test('a changed total is said once typing pauses', async ({ page }) => {
  await open(page, stored(1))
  await cell(page, 1, 2).click()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Total: 30.00' })).toHaveCount(1)
})
