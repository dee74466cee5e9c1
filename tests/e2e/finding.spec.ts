import type { Page } from 'playwright/test'
import { answerCall, expect, findViolations, openList, openPath, test } from './panel.ts'

const every = ['empty', 'filled']
const filters = [
  {
    key: 'title',
    title: 'Title',
    kind: 'text',
    groups: true,
    operators: ['contains', 'not_contains', 'is', 'is_not', 'starts_with', ...every],
  },
  {
    key: 'status',
    title: 'Status',
    kind: 'select',
    groups: true,
    operators: ['any_of', 'none_of', ...every],
    options: [
      { value: 'draft', title: 'Draft' },
      { value: 'published', title: 'Published' },
    ],
  },
  { key: 'price', title: 'Price', kind: 'number-range', groups: true, operators: ['between', 'is', 'is_not', ...every] },
  { key: 'made', title: 'Made', kind: 'date-range', groups: true, operators: ['between', 'within', ...every] },
  { key: 'sold', title: 'Sold', kind: 'boolean', groups: true, operators: ['is', ...every] },
]
const columns = ['title', 'status', 'price'].map((key) => ({
  key,
  title: key.charAt(0).toUpperCase() + key.slice(1),
  cell: 'text',
  sortable: true,
}))
const books = '/grid/library/book/books'

/** A list of books with filters of every kind; tells what was asked last. */
async function openBooks(page: Page, query = ''): Promise<() => Record<string, string>> {
  let asked: Record<string, string> = {}
  await page.route(
    (url) => url.pathname.endsWith('/v1/grid') && url.searchParams.get('part') === 'books',
    (route) => {
      asked = Object.fromEntries(new URL(route.request().url()).searchParams)
      return route.fulfill({
        json: {
          results: [{ id: 1, version: 1, title: `Sorted by ${asked.sort}`, status: 'draft', price: '12' }],
          metadata: {
            breadcrumbs: [{ title: 'Books' }],
            page_title: 'Books',
            modals: [],
            pagination: { page: Number(asked.page), page_size: 15, total: 1 },
            grid: {
              name: 'library/book/books',
              columns,
              filters,
              search: true,
              search_fields: ['Title', 'ISBN'],
              tabs: [
                { key: 'all', title: 'All', count: 10_000, count_is_exact: false },
                { key: 'old', title: 'Old', count: 2 },
              ],
            },
          },
        },
      })
    },
  )
  await openList(page, `${books}${query}`)
  return () => asked
}
const chips = (page: Page) => page.locator('.grid-chip')
const addFilter = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('dialog', { name: 'Add filter' }).getByRole('button', { name, exact: true }).click()
}
const apply = (page: Page) => page.getByRole('button', { name: 'Apply', exact: true }).click()

test.describe('filters', () => {
  test('are entered by kind and stand as chips in words, in the address and in the request', async ({ page }) => {
    const asked = await openBooks(page)
    await addFilter(page, 'Price')
    await page.getByRole('textbox', { name: 'From' }).fill('۱۰')
    await page.getByRole('textbox', { name: 'To' }).fill('20')
    await page.keyboard.press('Enter')
    await expect(chips(page)).toHaveText(['Price 10 to 20'])
    await addFilter(page, 'Status')
    await page.getByRole('combobox', { name: 'How Status is compared' }).selectOption('is none of')
    await page.getByRole('checkbox', { name: 'Draft' }).check()
    await apply(page)
    await addFilter(page, 'Made')
    await page.getByRole('button', { name: 'this month' }).click()
    await expect(chips(page)).toHaveText(['Price 10 to 20', 'Made this month', 'Status none of Draft'])
    await expect(page).toHaveURL(`${books}?price=10..20&made=this-month.gregorian&where=status:none_of(draft)`)
    await expect.poll(asked).toMatchObject({ price: '10..20', made: 'this-month.gregorian', where: 'status:none_of(draft)' })
    await page.reload()
    await expect(chips(page)).toHaveText(['Price 10 to 20', 'Made this month', 'Status none of Draft'])
    await page.goBack()
    await expect(chips(page)).toHaveText(['Price 10 to 20', 'Status none of Draft'])
  })

  test('are edited and removed by their chips', async ({ page }) => {
    await openBooks(page, '?title=war')
    await page.getByRole('button', { name: /^Title contains/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Title' })
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('war')
    await dialog.getByRole('combobox').selectOption('starts with')
    await apply(page)
    await expect(chips(page)).toHaveText(['Title starts with “war”'])
    await page.getByRole('button', { name: /^Title starts/ }).click()
    await dialog.getByRole('combobox').selectOption('is empty')
    await apply(page)
    await expect(page).toHaveURL(`${books}?where=title:empty`)
    await page.getByRole('button', { name: 'Remove the filter Title' }).click()
    await expect(page).toHaveURL(books)
    await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused()
  })

  test('are grouped, read as a sentence, and opened again as they were', async ({ page }) => {
    const asked = await openBooks(page, '?status=published')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('button', { name: 'Advanced filter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Advanced filter' })
    await dialog.getByRole('button', { name: 'Add group' }).click()
    const group = dialog.getByRole('group', { name: 'Group of conditions' }).nth(1)
    await expect(group.getByRole('radio', { name: 'Any of these is met' })).toBeChecked()
    await group.getByRole('textbox', { name: 'Title' }).fill('war, peace')
    await group.getByRole('button', { name: 'Add condition' }).click()
    const second = group.getByRole('group', { name: 'Title' }).nth(1)
    await second.getByRole('combobox', { name: 'Filter' }).selectOption('Sold')
    await apply(page)
    await expect(dialog.getByText('Enter a value to compare with.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Yes' }).check()
    await apply(page)
    await expect(dialog).toHaveCount(0)
    await expect(chips(page)).toHaveText(['Status Published', 'Title contains “war, peace” or Sold Yes'])
    await expect.poll(asked).toMatchObject({ status: 'published', where: 'or(title:contains("war, peace"),sold:is(1))' })
    await page.reload()
    await page.getByRole('button', { name: /or Sold Yes/ }).click()
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('war, peace')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(chips(page)).toHaveCount(2)
  })

  test('a number that is none, and an end before the beginning, are told in place', async ({ page }) => {
    await openBooks(page, '?price=10..20')
    await page.getByRole('button', { name: /^Price 10/ }).click()
    await page.getByRole('textbox', { name: 'From' }).fill('many')
    await expect(page.getByRole('alert').filter({ hasText: 'This is not a number.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await page.getByRole('textbox', { name: 'From' }).fill('30')
    await expect(page.getByRole('alert').filter({ hasText: 'The end is before the start' })).toBeVisible()
  })
})

test.describe('an address that was edited by hand', () => {
  test('loses the wrong conditions alone, which are told', async ({ page }) => {
    await openPath(page, '/grid/persons/user/list?gender=robot&where=created_at:within(this-month.jalali),blocked:is(maybe),nothing:empty')
    await expect(page).toHaveURL('/grid/persons/user/list?where=created_at:within(this-month.jalali)')
    await expect(page.getByRole('alert').filter({ hasText: 'blocked:is(maybe)' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'robot' })).toBeVisible()
    await expect(chips(page)).toHaveText([/this month \(Jalali\)/])
  })

  test('loses conditions that cannot be read', async ({ page }) => {
    await openBooks(page, '?where=or(title&price=10')
    await expect(page.getByRole('alert').filter({ hasText: 'or(title' })).toBeVisible()
    await expect(page).toHaveURL(`${books}?price=10`)
  })
})

test.describe('the order', () => {
  test('takes several columns with Shift, numbered, and by its own dialog', async ({ page }) => {
    const asked = await openBooks(page)
    const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button')
    await head('Title').click()
    await head('Price').click({ modifiers: ['Shift'] })
    await head('Price').click({ modifiers: ['Shift'] })
    await expect(page).toHaveURL(`${books}?sort=title,price&order=asc,desc`)
    await expect(head('Title')).toContainText('1')
    await expect(head('Price')).toContainText('2')
    await page.getByRole('button', { name: /^Sort by: Title ↑, Price ↓/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Sort by' })
    await dialog.getByRole('button', { name: 'Move up' }).nth(1).click()
    await dialog.getByRole('button', { name: 'Add column' }).click()
    await dialog.getByRole('combobox', { name: 'Column 3 of the order' }).selectOption('Updated at')
    await apply(page)
    await expect(page).toHaveURL(`${books}?sort=price,title,updated_at&order=desc,asc,asc`)
    await expect.poll(asked).toMatchObject({ sort: 'price,title,updated_at', order: 'desc,asc,asc' })
    await page.getByRole('button', { name: /^Sort by/ }).click()
    await dialog.getByRole('button', { name: 'Usual order' }).click()
    await expect(page).toHaveURL(books)
  })
})

test('a range of days reads as dates in lists do, until one of its fields has the focus', async ({ page }) => {
  await openBooks(page, '?made=2024-03-01..2024-03-31')
  await chips(page).getByRole('button').first().click()
  const [from, to] = [page.getByRole('textbox', { name: 'From' }), page.getByRole('textbox', { name: 'To' })]
  await to.focus()
  await expect(from).toHaveValue('March 01, 2024')
  await expect(to).toHaveValue('2024/03/31')
  await page.keyboard.type('2024/03/20')
  await from.focus()
  await expect(to).toHaveValue('March 20, 2024')
})

test('counts beyond those that are exact say so, and a search says where it looks', async ({ page }) => {
  await openBooks(page)
  await expect(page.getByRole('tab', { name: 'All' })).toHaveText('All10,000+')
  await expect(page.getByPlaceholder('Search in title, ISBN')).toBeVisible()
})

test('an answer that does not come is told, and can be asked for again', async ({ page }) => {
  await page.clock.install()
  await openBooks(page)
  let answered = false
  await page.route(
    (url) => url.searchParams.get('tab') === 'old',
    (route) => (answered ? route.fallback() : undefined),
  )
  await page.getByRole('tab', { name: /^Old/ }).click()
  await page.clock.fastForward(10_000)
  await expect(page.getByText('The answer is taking long. What you see is from before this request.')).toBeVisible()
  answered = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The answer is taking long.')).toHaveCount(0)
  await expect(page.locator('table[aria-busy=false]')).toBeVisible()
})

for (const [locale, scheme, width] of [
  ['fa', 'dark', 390],
  ['en', 'light', 1366],
] as const) {
  test.describe(`in ${locale}, ${scheme}, ${width} wide`, () => {
    test.use({ panelLocale: locale, scheme, viewport: { width, height: 800 } })
    test('nothing that opens has faults axe finds, and it stays inside the window', async ({ page }) => {
      await answerCall(page, 'publication', { results: { publication: 0 }, metadata: {} })
      await openBooks(page, '?price=10&where=or(title:contains(a),and(sold:is(1),made:within(last-7-days)))')
      const tools = page.locator('.grid-tools')
      for (const open of [
        () => tools.locator('.grid-chip').first().getByRole('button').first().click(),
        () => tools.locator('.grid-chip[data-group]').getByRole('button').first().click(),
        () => page.getByRole('button', { name: locale === 'fa' ? /^مرتب‌سازی بر اساس/ : /^Sort by/ }).click(),
      ]) {
        await open()
        const dialog = page.locator(':is([role=dialog], dialog[open])').filter({ visible: true })
        await expect(dialog).toBeVisible()
        expect(await findViolations(page)).toEqual([])
        const box = await dialog.boundingBox()
        expect(box!.x).toBeGreaterThanOrEqual(0)
        expect(box!.x + box!.width).toBeLessThanOrEqual(width)
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
    })
  })
}
