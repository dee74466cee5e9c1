import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellText, readTable } from '#server/spreadsheet/read-table.ts'
import { openZip } from '#server/spreadsheet/read-zip.ts'
import { library } from '#tests/server-mock/publishing/library.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
const grid = 'content/post/list'

beforeAll(async () => {
  server = await startTestServer({ seed: ['content'] })
  token = await server.signIn('administrator')
})
afterAll(() => server?.close())

async function exported(payload: Record<string, unknown>, { locale = 'en', by = token, zone = 'Asia/Tehran' } = {}) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v1/grid-export',
    headers: { authorization: `Bearer ${by}`, 'x-locale': locale, 'x-timezone': zone, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: response.rawPayload,
    json: () => JSON.parse(response.body) as { errorCode: unknown; errors: Record<string, string[]>; results: { task: { id: number } } },
  }
}
async function table(payload: Record<string, unknown>, options?: Parameters<typeof exported>[1]) {
  const { status, bytes } = await exported(payload, options)
  expect(status, bytes.toString().slice(0, 300)).toBe(200)
  return readTable(bytes, `a.${String(payload.format)}`, 'en')
}
const shownIds = async (query: Record<string, unknown>) =>
  (await server.get('grid', { module: 'content', class: 'post', part: 'list', ...query }, { token })).body.results as {
    id: number
    title: string
  }[]

describe.each(['csv', 'xlsx'])('an export as %s', (format) => {
  it('holds what filters, search, order and columns show', async () => {
    const query = { type: 'guide', sort: 'title', order: 'asc', tab: 'published', page_size: 1000 }
    const rows = await shownIds(query)
    const { titles, rows: lines } = await table({ grid, format, rows: 'all', query, columns: ['status', 'title'] })
    expect(titles).toEqual(['Status', 'Title'])
    expect(rows.length).toBeGreaterThan(5)
    expect(lines.map(({ cells }) => cellText(cells[1]))).toEqual(rows.map(({ title }) => title.trim()))
    expect(new Set(lines.map(({ cells }) => cells[0]))).toEqual(new Set(['Published']))
  })
  it('holds the selected rows alone, or the page', async () => {
    const rows = await shownIds({ sort: 'title', order: 'desc', page_size: 5, page: 2 })
    const page = await table({
      grid,
      format,
      rows: 'page',
      query: { sort: 'title', order: 'desc', page_size: 5, page: 2 },
      columns: ['title'],
    })
    expect(page.rows.map(({ cells }) => cells[0])).toEqual(rows.map(({ title }) => title.trim()))
    const two = await table({
      grid,
      format,
      rows: 'selection',
      ids: [rows[3]!.id, rows[1]!.id],
      query: { sort: 'title', order: 'desc' },
      columns: ['title'],
    })
    expect(two.rows.map(({ cells }) => cells[0])).toEqual([rows[1]!.title.trim(), rows[3]!.title.trim()])
  })
  it('has real days, and Jalali text beside them where the calendar is that', async () => {
    await server.database.transaction((trx) =>
      sql`update data.post set published_at = '2024-03-19T21:30:00Z' where id = (select min(id) from data.post)`.execute(trx),
    )
    const {
      rows: [first],
    } = await server.database.read((trx) => sql<{ id: number }>`select min(id)::int as id from data.post`.execute(trx))
    const request = { grid, format, rows: 'selection', ids: [first!.id], columns: ['published_at'] }
    const fa = await table(request, { locale: 'fa' })
    expect(fa.titles).toEqual(['تاریخ انتشار', 'تاریخ انتشار (هجری شمسی)'])
    // The day is that of the reader's zone.
    expect(fa.rows[0]!.cells).toEqual([format === 'xlsx' ? { day: '2024-03-20' } : '2024-03-20', '1403/01/01'])
    expect((await table(request, { zone: 'UTC' })).rows[0]!.cells).toEqual([format === 'xlsx' ? { day: '2024-03-19' } : '2024-03-19'])
  })
})

describe('an export', () => {
  it('is a download under the title of the list and the day', async () => {
    server.setClock(new Date('2026-11-20T10:00:00Z'))
    const { headers, bytes } = await exported({ grid: 'persons/user/list', format: 'xlsx', rows: 'all' }, { locale: 'fa' })
    server.setClock(undefined)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[ -~]+\.xlsx"; filename\*=UTF-8''/)
    expect(decodeURIComponent(/''(.*)$/.exec(String(headers['content-disposition']))![1]!)).toMatch(/^\S.* 1405-08-29\.xlsx$/)
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect((await openZip(bytes, 1e7).read('xl/worksheets/sheet1.xml'))!.toString()).toContain('rightToLeft="1"')
  })
  it('keeps formulas from being formulas', async () => {
    const { body } = await server.get('grid', { module: 'content', class: 'post', part: 'list', page_size: 1 }, { token })
    const { id } = body.results[0]
    await server.database.transaction((trx) => sql`update data.post set title = '=HYPERLINK("http://x")' where id = ${id}`.execute(trx))
    const { bytes } = await exported({ grid, format: 'csv', rows: 'selection', ids: [id], columns: ['title'] })
    expect(bytes.toString()).toContain(`"'=HYPERLINK(""http://x"")"`)
  })
  it('says yes and no as the list does, where a file has no cells of truth', async () => {
    const request = { grid: 'content/category/list', rows: 'page', columns: ['active'] }
    expect((await table({ ...request, format: 'csv' }, { locale: 'fa' })).rows[0]!.cells).toEqual(['بله'])
    expect((await table({ ...request, format: 'xlsx' }, { locale: 'fa' })).rows[0]!.cells).toEqual([true])
  })
  it('refuses what the grid call refuses', async () => {
    expect((await exported({ grid, format: 'csv', rows: 'all', query: { nonsense: '1' } })).json().errors).toHaveProperty('nonsense')
    expect((await exported({ grid, format: 'csv', rows: 'all', query: { sort: 'text' } })).json().errors).toHaveProperty('sort')
    expect(await exported({ grid: 'content/post/nothing', format: 'csv', rows: 'all' })).toMatchObject({ status: 400 })
    expect(await exported({ grid, endpoint: 'screen', format: 'csv', rows: 'all', query: { name: 'home' } })).toMatchObject({ status: 400 })
    expect(await exported({ grid, format: 'csv', rows: 'all', columns: ['text'] })).toMatchObject({ status: 422 })
    expect(
      await exported({ grid: 'persons/user/list', format: 'csv', rows: 'all' }, { by: await server.signIn('customer') }),
    ).toMatchObject({ status: 403 })
    expect(await exported({ grid, format: 'csv', rows: 'selection' })).toMatchObject({ status: 422 })
  })
  it('of more rows than are answered at once is written by a task', async () => {
    await server.database.transaction((trx) =>
      sql`insert into data.category (version, created_at, updated_at, title, slug, color, active, title_sort)
      select 1, now(), now(), jsonb_build_object('en', 'c' || n), 'many-' || n, '#000000', true, jsonb_build_object('en', 'c' || n) from generate_series(1, 10001) n`.execute(
        trx,
      ),
    )
    const { status, json } = await exported({ grid: 'content/category/list', format: 'csv', rows: 'all', columns: ['slug'] })
    expect(status).toBe(200)
    const { task } = json().results
    await expect
      .poll(async () => (await server.get('task', { id: task.id }, { token })).body.results.state, { timeout: 120_000 })
      .toBe('done')
    const { done, total } = (await server.get('task', { id: task.id }, { token })).body.results
    expect(done).toBeGreaterThan(10_000)
    expect(total).toBe(done)
    const { rawPayload } = await server.app.inject({ url: (await server.get('task-file', { id: task.id }, { token })).body.results.link })
    const slugs = (await readTable(rawPayload, 'a.csv', 'en')).rows.map(({ cells }) => cells[0])
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs).toHaveLength(done)
  }, 150_000)
})

describe('lines beside the rows', () => {
  const name = 'library/book/books'
  beforeAll(async () => {
    const developer = await server.signIn('developer')
    const documents = library({
      'entities/book.json': {
        name: 'book',
        title: '$book',
        schema: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            room: { type: 'string' },
            price: { type: 'string', format: 'decimal' },
            pages: { type: 'integer' },
            bought: { type: 'string', format: 'date' },
          },
        },
        storage: { search: ['title'] },
        access: { read: 'library.read', write: 'library.write' },
      },
      'grids/books.json': {
        entity: 'book',
        sort: 'title',
        group_by: 'room',
        columns: ['title', { key: 'price', summary: 'sum' }, { key: 'pages', summary: 'average' }, { key: 'bought', summary: 'max' }],
      },
      'endpoints.json': { endpoints: [] },
      'locales/fa.json': {
        library: 'کتابخانه',
        book: 'کتاب',
        'entities.book.title': 'عنوان',
        'entities.book.room': 'اتاق',
        'entities.book.price': 'بها',
        'entities.book.pages': 'صفحه‌ها',
        'entities.book.bought': 'خرید',
      },
      'locales/en.json': {
        library: 'Library',
        book: 'Book',
        'entities.book.title': 'Title',
        'entities.book.room': 'Room',
        'entities.book.price': 'Price',
        'entities.book.pages': 'Pages',
        'entities.book.bought': 'Bought',
      },
    })
    expect((await server.post('publish', { module: 'library', documents }, { token: developer })).status).toBe(200)
    for (const data of [
      { title: 'a', room: 'north', price: '10.50', pages: 100, bought: '2024-03-20' },
      { title: 'b', room: 'south', price: '20', pages: 200, bought: '2023-01-01' },
      { title: 'c', room: 'north', price: '1', pages: 60 },
    ]) {
      expect((await server.post('save', { model: 'book', data }, { token })).status).toBe(200)
    }
  })

  it('stand where the list shows them and they are asked for: typed sums at the end, a name above each group', async () => {
    const { rows } = await table(
      { grid: name, format: 'xlsx', rows: 'all', columns: ['title', 'price', 'pages', 'bought'], with: ['summary', 'groups'] },
      { locale: 'fa' },
    )
    expect(rows.map(({ cells }) => cells.map(cellText).join('|').replace(/\|+$/, ''))).toEqual([
      'اتاق: north (2)',
      'a|10.5|100|2024-03-20|1403/01/01',
      'c|1|60',
      'اتاق: south (1)',
      'b|20|200|2023-01-01|1401/10/11',
      'جمع|31.5',
      'میانگین||120',
      'بیشترین|||2024-03-20|1403/01/01',
    ])
    expect(rows.at(-3)!.cells[1]).toMatchObject({ number: '31.5' })
    expect(rows.at(-1)!.cells[3]).toEqual({ day: '2024-03-20' })
  })
  it('are left out otherwise, and of rows that are chosen one by one nothing is summed up', async () => {
    expect((await table({ grid: name, format: 'csv', rows: 'all' })).rows).toHaveLength(3)
    const ids = (await server.get('grid', { module: 'library', class: 'book', part: 'books' }, { token })).body.results.map(
      (row: { id: number }) => row.id,
    )
    const chosen = await table({
      grid: name,
      format: 'csv',
      rows: 'selection',
      ids: ids.slice(0, 1),
      columns: ['title'],
      with: ['summary', 'groups'],
    })
    expect(chosen.rows.map(({ cells }) => cells)).toEqual([['Room: north (1)'], ['a']])
    expect(await exported({ grid: name, format: 'csv', rows: 'all', with: ['nothing'] })).toMatchObject({ status: 422 })
  })
})
