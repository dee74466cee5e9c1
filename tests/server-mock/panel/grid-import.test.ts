import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readTable } from '#server/spreadsheet/read-table.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { importForm } from './import-form.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ seed: ['content'] })
  token = await server.signIn('administrator')
})
afterAll(() => server?.close())

const headers = (by = token, locale = 'fa') => ({ authorization: `Bearer ${by}`, 'x-locale': locale, 'x-timezone': 'Asia/Tehran' })

async function open(
  content: string | Buffer,
  {
    name = 'a.csv',
    grid = 'persons/user/list',
    params,
    by,
    locale,
  }: { name?: string; grid?: string; params?: Record<string, unknown>; by?: string; locale?: string } = {},
) {
  const form = importForm(content, grid, { name, params })
  return server.inject({ method: 'POST', url: '/api/v1/grid-import-open', ...form, headers: { ...headers(by, locale), ...form.headers } })
}
const run = (payload: Record<string, unknown>, { by, locale }: { by?: string; locale?: string } = {}) =>
  server.post('grid-import-run', payload, { headers: headers(by, locale) })
async function openAndRun(
  content: string | Buffer,
  {
    mode = 'create',
    dry = false,
    mapping,
    ...options
  }: { mode?: string; dry?: boolean; mapping?: Record<string, number> } & Parameters<typeof open>[1] = {},
) {
  const opened = await open(content, options)
  expect(opened.status, JSON.stringify(opened.body)).toBe(200)
  return {
    opened: opened.body.results,
    ...(await run({ import: opened.body.results.import, mapping: mapping ?? opened.body.results.mapping, mode, dry }, options)),
  }
}
const users = async (where: string) =>
  (
    await server.database.read((trx) =>
      sql<Record<string, unknown>>`select * from data."user" where username like ${where} order by username`.execute(trx),
    )
  ).rows

describe('opening a file', () => {
  it('guesses what columns are from titles in any language, however they are written', async () => {
    const { status, body } = await open('نام كاربري,Vorname,E-Mail,x,last_name\nali,علی,a@b.c,1,\n')
    expect(status).toBe(200)
    expect(body.results).toMatchObject({
      rows: 1,
      encoding: 'utf-8',
      key: 'username',
      modes: ['create', 'update', 'both'],
      mapping: { username: 0, first_name: 1, email: 2, last_name: 4 },
    })
    expect(body.results.columns[0]).toEqual({ title: 'نام كاربري', samples: ['ali'] })
    expect(body.results.fields.map(({ name }: { name: string }) => name)).toContain('birthday')
  })
  it('refuses who may not import, grids that do not allow it, and false files', async () => {
    expect((await open('a\n1', { by: await server.signIn('customer') })).status).toBe(403)
    expect((await open('a\n1', { grid: 'persons/role/roles' })).status).toBe(403)
    expect((await open('a\n1', { grid: 'no/such/grid' })).status).toBe(400)
    expect((await open('%PDF-1.4\0\0', { name: 'a.csv' })).body.errorCode).toBe('file-type')
    expect((await open('a\n1', { name: 'a.xlsx' })).body.errorCode).toBe('file-type')
    expect((await open('', {})).body.errorCode).toBe('file-empty')
  })
  it('refuses a title longer than a cell with the number that was met, and answers long titles shortened', async () => {
    const { status, body } = await open(`username,${'a'.repeat(9_000_000)}\nx,1\n`, { locale: 'en' })
    expect(status).toBe(422)
    expect(body).toMatchObject({ errorCode: 'file-broken', metadata: { max: 32_767, found: 9_000_000 } })
    expect(body.userMessage).toContain('column 2')
    const shortened = await open(`username,${'ب'.repeat(32_767)}\nx,1\n`)
    expect(shortened.body.results.columns[1].title).toBe('ب'.repeat(200))
  })
  it('is for its sender alone', async () => {
    const { body } = await open('username\nx1\n')
    const other = await server.signIn('developer')
    expect((await run({ import: body.results.import, mapping: { username: 0 }, mode: 'create' }, { by: other })).status).toBe(404)
    expect((await run({ import: 'A'.repeat(22), mapping: { username: 0 }, mode: 'create' })).status).toBe(404)
  })
})

describe('an import', () => {
  it('tried out writes nothing; done, it writes all, as the form would read it', async () => {
    const text = 'نام کاربری,نام,جنسیت,تاریخ تولد,مسدود,نقش‌ها\nimp-a,آرش,مرد,۱۳۷۰/۰۱/۰۱,بله,\nimp-b,,,1991-03-21,خیر,staff، editor\n'
    const tried = await openAndRun(text, { dry: true })
    expect(tried.opened.mapping).toMatchObject({ username: 0, first_name: 1, gender: 2, birthday: 3, blocked: 4, roles: 5 })
    expect(tried.body.results).toEqual({ rows: 2, created: 2, updated: 0, failed: 0, is_written: false, errors: [] })
    expect(await users('imp-%')).toEqual([])
    const done = await run({ import: tried.opened.import, mapping: tried.opened.mapping, mode: 'create' })
    expect(done.body.results).toMatchObject({ created: 2, is_written: true })
    expect(await users('imp-%')).toMatchObject([
      { username: 'imp-a', first_name: 'آرش', gender: 'male', birthday: '1991-03-21', blocked: true, roles: ['customer'] },
      { username: 'imp-b', gender: null, birthday: '1991-03-21', blocked: false, roles: ['staff', 'editor'] },
    ])
  })
  it('understands choices, yes and no, and digits of other languages than its sender reads', async () => {
    const done = await openAndRun('username,gender,blocked,mobile\nlang-a,weiblich,Ja,۰۹۱۲۱۱۱۲۲۳۳\nlang-b,مرد,خیر,\n', { locale: 'en' })
    expect(done.body.results, JSON.stringify(done.body.results.errors)).toMatchObject({ created: 2, is_written: true })
    expect(await users('lang-%')).toMatchObject([
      { gender: 'female', blocked: true, mobile: '+989121112233' },
      { gender: 'male', blocked: false },
    ])
  })
  it('leaves nothing when one row is refused, and tells each row in a file', async () => {
    const done = await openAndRun('username,email,mobile\nnone-a,a@none.ir,\nnone-b,wrong,12\n administrator,,\nnone-c,a@none.ir,\n', {
      locale: 'en',
    })
    expect(done.body.results).toMatchObject({ rows: 4, created: 0, failed: 3, is_written: false })
    expect(
      done.body.results.errors.map(({ line, title, errors }: { line: number; title: string; errors: object }) => [
        line,
        title,
        Object.keys(errors).sort(),
      ]),
    ).toEqual([
      [3, 'none-b', ['email', 'mobile']],
      [4, 'administrator', ['username']],
      [5, 'none-c', ['email']],
    ])
    expect(await users('none-%')).toEqual([])
    const { rawPayload, headers: sent } = await server.app.inject({
      url: '/api/v1/grid-import-errors',
      query: { import: done.opened.import },
      headers: headers(token, 'en'),
    })
    expect(sent['content-disposition']).toContain('a-errors.csv')
    const { titles, rows } = await readTable(rawPayload, 'a.csv', 'en')
    expect(titles).toEqual(['username', 'email', 'mobile', 'Error'])
    expect(rows[0]!.cells[3]).toBe('')
    expect(rows[1]!.cells[3]).toMatch(/^Email must .* — Mobile is not valid/)
  })
  it('changes the records that its key finds, and leaves alone what is empty', async () => {
    await openAndRun('username,first_name,email\nkey-a,One,one@key.ir\n')
    const done = await openAndRun('username,first_name,email\nkey-a,Two,\nkey-b,New,\n', { mode: 'both' })
    expect(done.body.results).toMatchObject({ created: 1, updated: 1, is_written: true })
    expect(await users('key-%')).toMatchObject([
      { username: 'key-a', first_name: 'Two', email: 'one@key.ir', name_full: 'Two', version: 2 },
      { username: 'key-b' },
    ])
    expect((await openAndRun('username,first_name\nkey-c,x\n', { mode: 'update' })).body.results).toMatchObject({
      failed: 1,
      is_written: false,
    })
    const twice = await openAndRun('username,first_name\nkey-a,x\nkey-a,y\n', { mode: 'update', locale: 'en' })
    expect(twice.body.results.errors).toMatchObject([{ line: 3, errors: { username: ['The same value stands in row 2.'] } }])
  })
  it('gives no roles that its sender may not give, changes nobody above him, and knows no passwords', async () => {
    await server.database.transaction((trx) =>
      sql`update data."user" set roles = '["content_manager"]' where username = 'content_manager'`.execute(trx),
    )
    const fields = (await open('a\n1')).body.results.fields.map(({ name }: { name: string }) => name)
    expect(fields).not.toContain('password')
    expect((await openAndRun('username,roles\nrole-a,nonsense\n')).body.results).toMatchObject({ failed: 1 })
  })
  it('of posts takes the type of the list, categories by title, and makes what the editor makes', async () => {
    const {
      rows: [category],
    } = await server.database.read((trx) =>
      sql<{
        id: number
        title: Record<string, string>
      }>`select id, title from data.category where deleted_at is null and title ? 'fa' order by id limit 1`.execute(trx),
    )
    const done = await openAndRun(`عنوان,دسته‌ها,برچسب‌ها\nنوشتهٔ تازه,${category!.title.fa},"یک، دو"\nدیگر,ناشناخته,\n`, {
      grid: 'content/post/list',
      params: { type: 'news' },
      dry: true,
    })
    expect(done.body.results).toMatchObject({ created: 1, failed: 1 })
    const whole = await openAndRun(`عنوان,دسته‌ها,برچسب‌ها\nنوشتهٔ تازه,${category!.title.fa},"یک، دو"\n`, {
      grid: 'content/post/list',
      params: { type: 'news' },
    })
    expect(whole.body.results).toMatchObject({ created: 1, is_written: true })
    const { rows } = await server.database.read((trx) =>
      sql<Record<string, unknown>>`select * from data.post order by id desc limit 1`.execute(trx),
    )
    expect(rows[0]).toMatchObject({ title: 'نوشتهٔ تازه', categories: [category!.id], tags: ['یک', 'دو'], status: 'draft', locale: 'fa' })
    expect(rows[0]!.slug).toBeTruthy()
  })
  it('of many rows is a task, which tells what came of it', async () => {
    const text = `username\n${Array.from({ length: 1001 }, (_, at) => `many-${at}`).join('\n')}\n`
    const { body } = await openAndRun(text)
    expect(body.results.task.total).toBe(1001)
    await expect
      .poll(async () => (await server.get('task', { id: body.results.task.id }, { token })).body.results.state, { timeout: 60_000 })
      .toBe('done')
    expect((await server.get('task', { id: body.results.task.id }, { token })).body.results.result).toMatchObject({
      created: 1001,
      is_written: true,
    })
    expect(await users('many-%')).toHaveLength(1001)
  }, 90_000)
  it('of many rows that is refused tells so by its task, which leads back to its file', async () => {
    const text = `username,mobile,x\n${Array.from({ length: 300 }, (_, at) => `back-${at},${at < 3 ? '12' : ''},y`).join('\n')}\n`
    const {
      opened,
      body: {
        results: {
          task: { id },
        },
      },
    } = await openAndRun(text)
    const read = async () => (await server.get('task', { id }, { headers: headers(token, 'en') })).body.results
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('done')
    const ended = await read()
    expect(ended).toMatchObject({
      failed: 3,
      result: { created: 0, updated: 0, failed: 3, is_written: false },
      about: { import: opened.import, grid: 'persons/user/list', params: {}, name: 'a.csv', mapping: opened.mapping, mode: 'create' },
    })
    expect(ended.failures[0]).toEqual({ id: 2, title: 'back-0', code: '422', message: expect.stringMatching(/\S/) })
    const listed = (await server.get('task-list', {}, { token })).body.results
    expect(listed.find((task: { id: number }) => task.id === id)).toMatchObject({ failed: 3, failures: [], about: ended.about })
    expect((await server.get('grid-import-file', { import: opened.import }, { headers: headers() })).body.results).toEqual(opened)
    expect((await server.get('grid-import-file', { import: opened.import }, { token: await server.signIn('developer') })).status).toBe(404)
  }, 90_000)
  it('knows what earlier rows of the file have taken, and what they have given up', async () => {
    const same = Array.from({ length: 4 }, () => 'همان عنوان').join('\n')
    const posts = await openAndRun(`عنوان\n${same}\n`, { grid: 'content/post/list', params: { type: 'news' } })
    expect(posts.body.results).toMatchObject({ created: 4, is_written: true })
    const { rows } = await server.database.read((trx) =>
      sql<{ slug: string; id: number }>`select id, slug from data.post order by id desc limit 4`.execute(trx),
    )
    const slug = rows.at(-1)!.slug
    expect(rows.map((row) => row.slug).reverse()).toEqual([slug, `${slug}-2`, `${slug}-3`, `${slug}-4`])
    const {
      rows: [audit],
    } = await server.database.read((trx) =>
      sql<{
        count: number
      }>`select count(*)::int as count from pishkhan.audit where entity = 'post' and action = 'create' and record_id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
        trx,
      ),
    )
    expect(audit!.count).toBe(4)
    await openAndRun('username,email\ngive-a,one@give.ir\ngive-b,two@give.ir\n')
    const swapped = await openAndRun('username,email\ngive-a,three@give.ir\ngive-b,one@give.ir\n', { mode: 'update' })
    expect(swapped.body.results).toMatchObject({ updated: 2, is_written: true })
    expect(await users('give-%')).toMatchObject([
      { email: 'three@give.ir', version: 2 },
      { email: 'one@give.ir', version: 2 },
    ])
  })
  it('is written once, however many ask for it at the same moment', async () => {
    const { import: key } = (await open('username\nonce-a\nonce-b\n')).body.results
    const asked = { import: key, mapping: { username: 0 }, mode: 'both' }
    const answers = await Promise.all([run(asked), run(asked)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await run(asked)).toMatchObject({ status: 409, body: { errorCode: 'precondition-failed' } })
    expect(await users('once-%')).toMatchObject([{ version: 1 }, { version: 1 }])
    expect((await run({ ...asked, dry: true })).body.results).toMatchObject({ updated: 2, is_written: false })
  })
  it('saves its rows one after the other where a record was changed while they were tried', async () => {
    await openAndRun('username,first_name\nmean-a,One\nmean-b,One\n')
    const { import: key } = (await open('username,last_name\nmean-a,X\nmean-b,Y\nmean-c,Z\n')).body.results
    const transaction = server.database.transaction.bind(server.database)
    let count = 0
    const spied = vi.spyOn(server.database, 'transaction').mockImplementation((work) =>
      transaction(work).finally(async () => {
        count += 1
        // The third row has been tried, and what the rows come to is about to be written.
        if (count === 3)
          await transaction((trx) =>
            sql`update data."user" set first_name = 'Two', version = version + 1 where username = 'mean-b'`.execute(trx),
          )
      }),
    )
    const done = await run({ import: key, mapping: { username: 0, last_name: 1 }, mode: 'both' })
    spied.mockRestore()
    expect(done.body.results).toMatchObject({ created: 1, updated: 2, is_written: true })
    expect(await users('mean-%')).toMatchObject([{ last_name: 'X' }, { first_name: 'Two', last_name: 'Y', version: 3 }, { last_name: 'Z' }])
  })
  it('says of a cell what is expected in its place, and quotes it as it stands', async () => {
    const told = async (content: string, options: Parameters<typeof openAndRun>[1]) =>
      (await openAndRun(content, { dry: true, ...options })).body.results.errors.flatMap(
        ({ errors }: { errors: Record<string, string[]> }) => Object.values(errors).flat(),
      )
    const people = 'username,birthday,gender,blocked\nmis-a,03/04/2020,,\nmis-b,1e5,woman,perhaps\n'
    const english = await told(people, { locale: 'en' })
    expect(english).toHaveLength(4)
    expect(english).toEqual(
      expect.arrayContaining([
        '“03/04/2020” is not a date (such as 2024-03-09 or 1402/12/19).',
        '“1e5” is not a date (such as 2024-03-09 or 1402/12/19).',
        expect.stringMatching(/^“woman” is none of these: .*Female/),
        '“perhaps” is neither yes nor no.',
      ]),
    )
    expect((await told(people, { locale: 'fa' }))[0]).toBe('«03/04/2020» تاریخ نیست (مانند 1402/12/19 یا 2024-03-09).')
    const posts = (cells: string) =>
      told(`title,categories\n${cells}\n`, { grid: 'content/post/list', params: { type: 'news' }, locale: 'en' })
    expect(await posts('a,"no, such"')).toEqual(['Nothing is called “no”.'])
    expect(await posts('a,"""no, such"""')).toEqual(['Nothing is called “no, such”.'])
  })
  it('brings back lists whose values have commas, and texts that begin with a tab', async () => {
    const done = await openAndRun('title,tags\n"\tbegins, x","a, ""=b,c"""\n', {
      grid: 'content/post/list',
      params: { type: 'news' },
      locale: 'en',
    })
    expect(done.body.results, JSON.stringify(done.body.results)).toMatchObject({ is_written: true })
    const {
      rows: [post],
    } = await server.database.read((trx) =>
      sql<Record<string, unknown>>`select title, tags from data.post order by id desc limit 1`.execute(trx),
    )
    expect(post).toMatchObject({ title: '\tbegins, x', tags: ['a', '=b,c'] })
  })
  it('refuses columns, fields and modes that there are not', async () => {
    const { import: key } = (await open('username\nx\n')).body.results
    expect((await run({ import: key, mapping: { username: 5 }, mode: 'create' })).body.errors).toHaveProperty('mapping')
    expect((await run({ import: key, mapping: { password: 0 }, mode: 'create' })).body.errors).toHaveProperty('mapping')
    expect((await run({ import: key, mapping: {}, mode: 'create' })).body.errors).toHaveProperty('mapping')
    expect((await run({ import: key, mapping: { first_name: 0 }, mode: 'update' })).body.errors).toHaveProperty('mapping')
  })
})
