import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

describe('the history of a record', () => {
  const { server, tokens } = sharedServer(['administrator'])

  const history = (id: number, token = tokens.administrator, locale = 'en') =>
    server.get('history', { model: 'user', id }, { token, headers: { 'x-locale': locale } })

  it('tells newest first what was done, to which fields and by whom, in the reader\u2019s language', async () => {
    const { body } = await server.post(
      'user-create',
      { username: 'new.user', roles: ['staff'], password: 'a long password' },
      { token: tokens.administrator },
    )
    await server.post(
      'user-save',
      { id: body.results.id, data: { first_name: 'Nava', email: 'nava@example.com' } },
      { token: tokens.administrator },
    )
    expect((await history(body.results.id)).body.results).toMatchObject([
      {
        status: 'update',
        status_title: 'Changed',
        description: 'First name, Full name, and Email',
        name: 'سارا احمدی',
        date: expect.stringMatching(/Z$/),
      },
      { status: 'create', status_title: 'Created', description: null },
    ])
    expect((await history(body.results.id, tokens.administrator, 'fa')).body.results[0]).toMatchObject({ status_title: 'ویرایش شد' })
  })

  it('is for those who may read the record, and of none there is none', async () => {
    expect((await history(1, await server.signIn('customer'))).status).toBe(403)
    expect((await history(999_999)).status).toBe(404)
  })
})
