import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin: string
let place: number

beforeAll(async () => {
  server = await startTestServer({ seed: ['divisions', 'wallets', 'relations'] })
  admin = await server.signIn('administrator')
  const row = await server.database.read((trx) =>
    trx.selectFrom('data.division').select('id').where('type', '=', 'city').executeTakeFirstOrThrow(),
  )
  place = row.id as number
})
afterAll(() => server.close())

const as = (token = admin) => ({ token, headers: { 'x-locale': 'en' } })
const password = 'a first password'
let count = 0
async function makeUser(more: object = {}): Promise<number> {
  count += 1
  const user = { username: `person-${count}`, first_name: 'Nima', last_name: `Karimi ${count}`, roles: ['customer'], password, ...more }
  const { status, body } = await server.post('user-create', user, as())
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results.id
}
const address = (user: number, more: object = {}) =>
  server.post(
    'address-save-by-admin',
    { user, title: 'Home', city: place, text: 'Karimi street 1', receiver: 'Nima Karimi', ...more },
    as(),
  )
const read = async (id: number) => (await server.get('single', { model: 'user', id }, as())).body.results
const whole = (query: (name: string) => string) =>
  server.database.read(async (trx) => JSON.stringify((await sql.raw(query('')).execute(trx)).rows))

describe('the data of a person', () => {
  it('are told as a file, with what names him and without secrets', async () => {
    const id = await makeUser({ email: 'nima@example.com' })
    await address(id)
    await server.post('login', { username: `person-${count}`, password })
    const { results } = (await server.post('user-data-export', { id }, as())).body
    expect(results).toMatchObject({ filename: `Data of a person person-${count}.json`, mime_type: 'application/json' })
    const body = JSON.parse(results.content)
    expect(body.user).toMatchObject({ id, email: 'nima@example.com' })
    expect(body.records.address).toHaveLength(1)
    expect(body.records.login_entry).toHaveLength(1)
    expect(body.sessions).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain('argon2')
    const [entry] = (await server.get('audit-list', { model: 'user', record: id }, as())).body.results
    expect(entry).toMatchObject({ action: 'export-data', title: 'Data of the person exported' })
  })

  it('are for administrators alone', async () => {
    const id = await makeUser()
    for (const [call, payload] of [
      ['user-data-export', { id }],
      ['user-erase', { id }],
      ['user-merge', { id, other: id }],
    ] as const)
      expect((await server.post(call, payload, as(await server.signIn('staff')))).status, call).toBe(403)
  })
})

describe('erasing a person', () => {
  it('leaves nothing personal, and what refers to him as it is', async () => {
    const id = await makeUser({ email: 'erase@example.com', mobile: '09123456789', code_melli: '0499370899' })
    const name = `person-${count}`
    await address(id)
    const { token } = (await server.post('login', { username: name, password })).body.results
    const [organization] = (await server.get('list', { model: 'organization' }, as())).body.results
    await server.post('organization-role-assign', { organization_id: organization.id, id, role: 'operator' }, as())
    expect((await server.post('user-erase', { id }, as())).body.results).toEqual({ id, erased: true })
    expect(await read(id)).toMatchObject({
      username: `erased-${id}`,
      email: null,
      mobile: null,
      code_melli: null,
      roles: [],
      blocked: true,
    })
    expect((await server.get('check-token', {}, { token })).status).toBe(401)
    expect((await server.post('login', { username: name, password })).status).toBe(403)
    for (const table of ['data."user"', 'data.address', 'data.login_entry', 'pishkhan.audit', 'pishkhan.sessions', 'pishkhan.idempotency'])
      expect(
        await whole(() => `select * from ${table} t where t::text ~* 'erase@example|Karimi ${count}"|9123456789|0499370899'`),
        table,
      ).toBe('[]')
    const members = (await server.get('organization-users', { organization_id: organization.id }, as())).body.results
    expect(members.some((member: Json) => member.id === id)).toBe(true)
    const entries = (await server.get('audit-list', { model: 'user', record: id }, as())).body.results
    expect(entries.map(({ action }: Json) => action)).toEqual(['erase'])
  })

  it('is refused for oneself, for the last administrator, and over a newer version', async () => {
    const own = (await server.get('profile-fetch', {}, as())).body.results
    expect((await server.post('user-erase', { id: own.id }, as())).status).toBe(422)
    const id = await makeUser()
    await server.post('user-save', { id, data: { first_name: 'Newer' } }, as())
    expect((await server.post('user-erase', { id, version: 1 }, as())).body.errorCode).toBe('stale-version')
    expect((await read(id)).first_name).toBe('Newer')
  })
})

describe('merging two records of one person', () => {
  it('moves what refers to the other, fills what is missing, and leaves the other blocked', async () => {
    const kept = await makeUser()
    const other = await makeUser({ email: 'other@example.com', mobile: '09129876543' })
    await address(kept)
    await address(other)
    const [one, two] = (await server.get('list', { model: 'organization' }, as())).body.results
    const give = (organization: Json, id: number, role: string) =>
      server.post('organization-role-assign', { organization_id: organization.id, id, role }, as())
    await give(one, kept, 'operator')
    await give(one, other, 'staff')
    await give(two, other, 'staff')
    const { status, body } = await server.post('user-merge', { id: kept, other }, as())
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.results.moved).toBeGreaterThanOrEqual(2)
    expect(await read(kept)).toMatchObject({ email: 'other@example.com', mobile: '+989129876543', roles: ['customer'] })
    expect(await read(other)).toMatchObject({ username: `merged-${other}`, email: null, roles: [], blocked: true })
    const addresses = (await server.get('list', { model: 'address', where: `user:any_of(${kept})` }, as())).body.results
    expect(addresses.filter((row: Json) => row.user_id === kept && row.is_default)).toHaveLength(1)
    const { permissions } = (await server.get('user-panel-permits-fetch', { id: kept }, as())).body.results
    expect(permissions.filter((row: Json) => row.organization).map((row: Json) => [row.organization.id, row.role])).toEqual([
      [one.id, 'operator'],
      [one.id, 'staff'],
      [two.id, 'staff'],
    ])
    const [entry] = (await server.get('audit-list', { model: 'user', record: other }, as())).body.results
    expect(entry).toMatchObject({ action: 'merge' })
  })

  it('is refused as a whole where both have what only one can have', async () => {
    const { rows } = await server.database.read((trx) =>
      sql<{
        kept: number
        other: number
        wallet: number
      }>`select one.owner_id as kept, two.owner_id as other, two.id as wallet from data.wallet one
        join data.wallet two on two.currency = one.currency and two.owner_id > one.owner_id where one.owner_id > 1 order by 1, 2 limit 1`.execute(
        trx,
      ),
    )
    const { kept, other, wallet } = rows[0]!
    const before = await read(other)
    const { status, body } = await server.post('user-merge', { id: kept, other }, as())
    expect(status).toBe(422)
    expect(body.errors.other).toContainEqual(expect.stringContaining(`number ${wallet}`))
    expect((await read(other)).username).toBe(before.username)
  })

  it('is refused with itself and for oneself', async () => {
    const own = (await server.get('profile-fetch', {}, as())).body.results
    const id = await makeUser()
    expect((await server.post('user-merge', { id, other: id }, as())).body.errors.other).toEqual(['Choose another record.'])
    expect((await server.post('user-merge', { id, other: own.id }, as())).status).toBe(422)
    expect((await server.post('user-merge', { id, other: 999_999 }, as())).status).toBe(404)
  })
})
