import type { Page } from 'playwright/test'
import { paste, save, showForm } from './page-form.ts'
import { answerCall, expect, findViolations, test } from './panel.ts'

const people = [
  { id: 1, name_full: 'Mina Rad' },
  { id: 2, name_full: 'Omid Tavakoli' },
]
const line = (at: number) => ({
  name: `Name ${at}`,
  phone: { country_code: '98', phone: '2188100000' },
  mobile: { country_code: '98', mobile: '9121000000' },
  due: '2024-03-20T11:00:00Z',
  owner: 1,
})
const form = {
  name: 'cells',
  schema: {
    type: 'object',
    properties: {
      lines: {
        type: 'array',
        title: 'Lines',
        maxItems: 200,
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', title: 'Name' },
            phone: { type: 'object', format: 'phone', title: 'Phone' },
            mobile: { type: 'object', format: 'mobile', title: 'Mobile' },
            due: { type: 'string', format: 'date-time', title: 'Due' },
            owner: { type: 'integer', references: 'user', title: 'Owner' },
          },
        },
      },
    },
  },
  ui: {
    lines: { rows_as: 'table' },
    'lines[].phone': { country_code: '98' },
    'lines[].mobile': { country_code: '98' },
    'lines[].owner': { widget: 'remote-select', endpoint: 'list', params: { model: 'user' }, title_key: 'name_full' },
  },
  data: { lines: [line(1), line(2), { ...line(3), owner: 2 }] },
}
const [phone, mobile, due, owner] = [2, 3, 4, 5]
const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column + 1}"]`)

/** Opens the table; answers what was sent. */
async function open(page: Page): Promise<{ lines: ReturnType<typeof line>[] }[]> {
  await answerCall(page, 'list', {
    results: people,
    metadata: { pagination: { page: 1, page_size: 20, total: 2, total_is_exact: true, pages: 1 } },
  })
  const sent = (await showForm(page, form)) as { lines: ReturnType<typeof line>[] }[]
  await expect(page.locator('[role=grid]:not([aria-busy])')).toBeVisible()
  await expect(cell(page, 1, owner)).toHaveText('Mina Rad')
  return sent
}

test('telephone numbers, moments and people are written in cells by the keyboard alone', async ({ page }) => {
  const sent = await open(page)
  await cell(page, 1, phone).click()
  await page.keyboard.type('2177')
  await expect(page.locator('.pf-cell-editor input').last()).toHaveValue(/21 ?77/)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(cell(page, 1, phone)).toHaveText(/\+98 ?21 ?77/)
  await expect(cell(page, 2, phone)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('9351112233')
  await page.keyboard.press('Tab')
  await expect(cell(page, 2, mobile)).toHaveText(/\+98 ?935 ?111 ?2233/)
  await expect(cell(page, 2, due)).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2024/05/06')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('0915')
  await page.keyboard.press('Tab')
  await expect(cell(page, 2, due)).toHaveText(/May 0?6, 2024 0?9:15/)
  await expect(cell(page, 2, owner)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Omid')
  await expect(page.getByRole('option', { name: 'Omid Tavakoli' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(cell(page, 2, owner)).toHaveText('Omid Tavakoli')
  await expect(cell(page, 3, 1)).toBeFocused()
  await save(page)
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]!.lines.slice(0, 2)).toEqual([
    { ...line(1), phone: { country_code: '98', phone: '2177' } },
    { ...line(2), mobile: { country_code: '98', mobile: '9351112233' }, due: '2024-05-06T05:45:00.000Z', owner: 2 },
  ])
})

test('Escape gives up what a cell of several parts was given', async ({ page }) => {
  await open(page)
  for (const [column, text] of [
    [phone, '123'],
    [mobile, '935'],
    [due, '2030/01/01'],
    [owner, 'Omid'],
  ] as const) {
    const before = await cell(page, 2, column).textContent()
    await cell(page, 2, column).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    // A list that is open is closed first.
    await page.keyboard.press('Escape')
    if ((await page.locator('.pf-cell-editor').count()) > 0) await page.keyboard.press('Escape')
    await expect(cell(page, 2, column)).toHaveText(before!)
    await expect(cell(page, 2, column)).toBeFocused()
  }
})

test('a block from a spreadsheet fills such cells, and what does not fit is told and changes nothing', async ({ page }) => {
  const sent = await open(page)
  await cell(page, 1, phone).click()
  await paste(page, '021-7712 3456\t0935 111 2233\t2024-05-06 09:15\tOmid Tavakoli\n+49 30 123456\tabc\tsoon\tNobody\n')
  await expect(cell(page, 1, owner)).toHaveText('Omid Tavakoli')
  await expect(page.locator('.pf-paste')).toContainText('3 texts did not fit')
  await expect(cell(page, 2, owner)).toHaveText('Mina Rad')
  expect(await findViolations(page)).toEqual([])
  await save(page)
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]!.lines).toEqual([
    {
      ...line(1),
      phone: { country_code: '98', phone: '2177123456' },
      mobile: { country_code: '98', mobile: '9351112233' },
      due: '2024-05-06T05:45:00.000Z',
      owner: 2,
    },
    { ...line(2), phone: { country_code: '49', phone: '30123456' } },
    { ...line(3), owner: 2 },
  ])
})

test.describe('in Persian', () => {
  test.use({ panelLocale: 'fa', viewport: { width: 820, height: 844 }, scheme: 'dark' })
  test('the same cells take Persian digits and days of the Jalali calendar', async ({ page }) => {
    const sent = await open(page)
    await cell(page, 1, due).click()
    await paste(page, '۱۴۰۳/۰۲/۱۷ ۰۹:۱۵\tMina Rad\n')
    await expect(cell(page, 1, due)).toHaveText(/۱۷ اردیبهشت ۱۴۰۳ ۰?۹:۱۵/)
    await cell(page, 1, phone).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('۲۱۷۷')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Control+s')
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]!.lines[0]).toMatchObject({ phone: { country_code: '98', phone: '2177' }, due: '2024-05-06T05:45:00.000Z' })
  })
})
