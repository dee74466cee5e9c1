import type { Page } from 'playwright/test'
import { answerCall, expect, test, toast } from './panel.ts'
import { openForm } from './trial-form.ts'

interface Row {
  id: number | string
  title: string
  group?: string
  group_title?: string
}

/** Answers `endpoint` with the rows whose title holds the term, page by page, and notes the query of every call. */
async function serve(page: Page, endpoint: string, rows: Row[], { termKey = 'q', pageSize = 20 } = {}): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = []
  await page.route(
    (url) => url.pathname.endsWith(`/${endpoint}`),
    (route) => {
      const query = new URL(route.request().url()).searchParams
      asked.push(query)
      const at = Number(query.get('page') ?? 1)
      const ids = query.get('ids')?.split(',')
      const found = rows.filter((row) =>
        ids ? ids.includes(String(row.id)) : row.title.toLowerCase().includes((query.get(termKey) ?? '').toLowerCase()),
      )
      return route.fulfill({
        json: {
          results: found.slice((at - 1) * pageSize, at * pageSize),
          metadata: { pagination: { page: at, page_size: pageSize, total: found.length, pages: Math.ceil(found.length / pageSize) } },
        },
      })
    },
  )
  return asked
}

const places = Array.from({ length: 55 }, (_, index) => ({ id: index + 1, title: `Place ${String(index + 1).padStart(2, '0')}` }))
const place = { type: 'integer', title: 'Place' }

test('a search goes out once, a second after the last key, with the term and the fields', async ({ page }) => {
  const asked = await serve(page, 'places', places)
  await openForm(page, { place }, { place: { widget: 'remote-select', endpoint: 'places' } })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  const select = page.getByRole('combobox', { name: 'Place' })
  await select.focus()
  for (const key of ['5', '4']) {
    await page.keyboard.type(key)
    await page.clock.runFor(900)
  }
  expect(asked).toHaveLength(0)
  await page.clock.runFor(100)
  await expect(page.getByRole('option', { name: 'Place 54' })).toBeVisible()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  expect(asked.map((query) => [query.get('q'), query.get('fields')])).toEqual([['54', 'id,title']])
  // A list that is closed asks for nothing; opened again, it shows what there is without a term.
  await page.keyboard.press('Escape')
  await page.clock.runFor(3000)
  expect(asked).toHaveLength(1)
  await page.keyboard.press('ArrowDown')
  await page.clock.runFor(1000)
  await expect(page.getByRole('option', { name: 'Place 01' })).toBeVisible()
})

test('further pages come as the list is scrolled, and by keys', async ({ page }) => {
  const asked = await serve(page, 'places', places)
  await openForm(page, { place }, { place: { widget: 'remote-select', endpoint: 'places' } })
  await page.getByRole('combobox', { name: 'Place' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(20)
  await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(40)
  await page.keyboard.press('End')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(55)
  expect(asked.map((query) => query.get('page'))).toEqual([null, '2', '3'])
})

test('a search without a match and a list without options say so, a failure offers another try', async ({ page }) => {
  await serve(page, 'places', places)
  await serve(page, 'labels', [])
  let isBroken = true
  await page.route(
    (url) => url.pathname.endsWith('/broken'),
    (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errorCode: 'error', userMessage: 'No' } })
        : route.fulfill({ json: { results: [{ id: 1, title: 'There' }], metadata: {} } }),
  )
  const several = { type: 'array', title: 'Labels', items: { type: 'integer' } }
  await openForm(
    page,
    { place, labels: several, broken: { type: 'integer', title: 'Broken' } },
    {
      place: { widget: 'remote-select', endpoint: 'places' },
      labels: { widget: 'remote-select', endpoint: 'labels', multiple: true, empty: 'labels' },
      broken: { widget: 'remote-select', endpoint: 'broken' },
    },
  )
  await page.getByRole('combobox', { name: 'Place' }).fill('zzz')
  await expect(page.getByRole('option', { name: 'No options: nothing found for “zzz”' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Labels' }).click()
  await expect(page.getByRole('option', { name: 'No labels' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Broken' }).click()
  await expect(page.getByRole('option', { name: 'Try again' })).toBeVisible()
  isBroken = false
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'There' })).toBeVisible()
})

test('what is not there can be made from what was typed', async ({ page }) => {
  await serve(page, 'places', places)
  await answerCall(page, 'place-save', { results: { id: 90, title: 'Yazd' }, metadata: {} })
  await openForm(page, { place }, { place: { widget: 'remote-select', endpoint: 'places', create: { endpoint: 'place-save' } } })
  const select = page.getByRole('combobox', { name: 'Place' })
  await select.fill('Yazd')
  await page.getByRole('option', { name: 'Create “Yazd”' }).click()
  await expect(select).toHaveValue('Yazd')
})

test('a user is found by a search of one role, and is told by more than the name', async ({ page }) => {
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    if (request.url().includes('/user-search?')) asked.push(new URL(request.url()).searchParams)
  })
  await openForm(page, { user: { type: 'integer', title: 'Customer' } }, { user: { widget: 'user-search', role: 'customer' } })
  const select = page.getByRole('combobox', { name: 'Customer' })
  await select.fill('walker')
  const walker = page.getByRole('option', { name: 'James Walker' })
  await expect(walker).toContainText('james.walker@example.com')
  expect(asked.map((query) => [query.get('search'), query.get('slug'), query.get('fields')])).toEqual([
    ['walker', 'customer', 'name_full,username,code_melli,mobile,email,id'],
  ])
  await walker.click()
  await expect(select).toHaveValue('James Walker')
  await select.fill('nobody at all')
  await expect(page.getByRole('option', { name: 'No users: nothing found' })).toBeVisible()
})

test('a picked thing stands under its group, once, and is moved and removed', async ({ page }) => {
  const colours = [
    { id: 1, title: 'Red', group: 'warm', group_title: 'Warm' },
    { id: 2, title: 'Blue', group: 'cold', group_title: 'Cold' },
    { id: 3, title: 'Orange', group: 'warm', group_title: 'Warm' },
  ]
  await serve(page, 'colours', colours)
  let sent: unknown
  await page.route(
    (url) => url.pathname.endsWith('/content-type-save'),
    (route) => {
      sent = route.request().postDataJSON()
      return route.fulfill({ json: { results: { id: 1 }, metadata: {} } })
    },
  )
  const item = {
    type: 'object',
    properties: { id: { type: 'integer' }, title: { type: 'string' }, group: { type: 'string' }, group_title: { type: 'string' } },
  }
  await openForm(
    page,
    { colours: { type: 'array', title: 'Colours', items: item } },
    { colours: { widget: 'multi-pick', endpoint: 'colours' } },
  )
  await page.getByRole('combobox', { name: 'Colours' }).click()
  for (const name of ['Red', 'Blue', 'Orange', 'Red']) await page.getByRole('option', { name, exact: true }).click()
  await expect(toast(page, 'Double click error')).toBeVisible()
  const warm = page.getByRole('group', { name: 'Warm' }).getByRole('listitem')
  await expect(warm).toHaveText([/Red/, /Orange/])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Move Orange up' }).click()
  await expect(warm).toHaveText([/Orange/, /Red/])
  await page.getByRole('button', { name: 'Remove Blue' }).click()
  await page.getByRole('button', { name: 'Do it' }).click()
  await expect.poll(() => sent).toEqual({ data: { colours: [colours[2], colours[0]] } })
})
