import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

describe.each(databaseKinds)('user-search on %s', (kind) => {
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await startTestServer({ kind })
    token = await server.signIn('administrator')
  })
  afterAll(() => server.close())

  const search = (params: Record<string, unknown>, as = token) =>
    server.get('user-search', params, { token: as, headers: { 'x-locale': 'en' } })
  const names = async (params: Record<string, unknown>) =>
    ((await search(params)).body.results as { username: string }[]).map(({ username }) => username)

  it('answers six fields of each user, what they are called, and pages', async () => {
    const { body } = await search({ search: 'walker' })
    expect(body.results).toEqual([
      {
        name_full: 'James Walker',
        username: 'james.walker',
        email: 'james.walker@example.com',
        code_melli: expect.stringMatching(/^\d{10}$/),
        mobile: expect.any(String),
        id: expect.any(Number),
      },
    ])
    expect(body.metadata.resources).toContainEqual({ name: 'name_full', title: 'Full name' })
    expect(body.metadata.pagination).toMatchObject({ page: 1, total: 1 })
  })

  it('finds by any of them, whatever letters and digits were typed', async () => {
    expect(await names({ search: 'كريمي' })).toContain('moderator')
    const { code_melli: code, mobile } = (await search({ search: 'walker' })).body.results[0] as Record<string, string>
    const persian = code!.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!)
    expect(await names({ search: persian })).toEqual(['james.walker'])
    expect(await names({ search: mobile!.slice(1) })).toEqual(['james.walker'])
  })

  it('keeps to a role', async () => {
    expect(await names({ slug: 'developer' })).toEqual(['developer'])
    expect(await names({ slug: 'developer', search: 'walker' })).toEqual([])
    expect(await names({ slug: 'customer', search: 'ali' })).toContain('ali.rezaei')
    const { status, body } = await search({ slug: 'nobody' })
    expect(status).toBe(422)
    expect(body.errors.slug[0]).toContain('nobody')
  })

  it('adds what a form asks for, and says what it cannot', async () => {
    expect((await search({ search: 'walker', form_attributes: 'gender,birthday' })).body.results[0]).toMatchObject({
      gender: 'male',
      birthday: '1982-10-10',
    })
    for (const secret of ['password', 'preferences', '__proto__'])
      expect((await search({ form_attributes: secret })).status, secret).toBe(422)
  })

  it('answers users by id, and nobody without the permission', async () => {
    const id = (await search({ search: 'walker' })).body.results[0].id
    expect(await names({ ids: id })).toEqual(['james.walker'])
    expect((await search({ search: 'walker' }, await server.signIn('customer'))).status).toBe(403)
  })
})
