import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

describe('changing a user', () => {
  const { server, tokens } = sharedServer(['administrator'])

  interface User {
    id: number
    version: number
    roles: string[]
    name_full: string
  }
  const userOf = async (username: string): Promise<User> =>
    (await server.get('list', { model: 'user', q: username, page_size: 50 }, { token: tokens.administrator })).body.results.find(
      (row: { username: string }) => row.username === username,
    )
  const save = async (username: string, data: Record<string, unknown>, token = tokens.administrator) =>
    server.post('user-save', { id: (await userOf(username)).id, data }, { token, headers: { 'x-locale': 'en' } })

  it('keeps the full name in step', async () => {
    expect((await save('ali.rezaei', { first_name: 'Ali', last_name: 'Rezai' })).body.results).toMatchObject({
      name_full: 'Ali Rezai',
      first_name: 'Ali',
    })
    expect((await save('ali.rezaei', { last_name: 'Rezaei' })).body.results).toMatchObject({ name_full: 'Ali Rezaei' })
  })

  it('meets what another saved as a conflict', async () => {
    const { id, version } = await userOf('mina.yousefi')
    await save('mina.yousefi', { first_name: 'Mina' })
    expect(await server.post('user-save', { id, version, data: { first_name: 'M.' } }, { token: tokens.administrator })).toMatchObject({
      status: 409,
      body: { errorCode: 'stale-version' },
    })
  })

  it.each([
    ['roles', ['nobody']],
    ['roles', []],
    ['email', 'no address'],
    ['username', 'a b'],
  ])('refuses %s = %j at the field', async (field, value) => {
    expect(await save('omid.najafi', { [field]: value })).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    })
  })

  it.each(['09351234567', '۰۹۳۵ ۱۲۳ ۴۵۶۷', '9351234567', '00989351234567', '+989351234567'])(
    'keeps the mobile number %s as one that nobody else can have',
    async (mobile) => {
      expect((await save('omid.najafi', { mobile })).body.results).toMatchObject({ mobile: '+989351234567' })
      expect(await save('ali.rezaei', { mobile })).toMatchObject({ status: 422, body: { errors: { mobile: [expect.any(String)] } } })
      const { body: filtered } = await server.get(
        'list',
        { model: 'user', where: `mobile:is("${mobile}")` },
        { token: tokens.administrator },
      )
      expect(filtered.results).toHaveLength(1)
      const { body } = await server.get('list', { model: 'user', q: mobile }, { token: tokens.administrator })
      expect(body.results.map(({ username }: { username: string }) => username)).toEqual(['omid.najafi'])
    },
  )

  it.each(['0012345679', '۰۰۱۲۳۴۵۶۷۹', '001-234567-9'])('stores the national code %s in Latin digits', async (code) =>
    expect((await save('omid.najafi', { code_melli: code })).body.results).toMatchObject({ code_melli: '0012345679' }),
  )
  it.each(['0012345678', '1111111111', '12345'])('refuses the national code %s by its checksum', async (code) =>
    expect(await save('omid.najafi', { code_melli: code })).toMatchObject({
      status: 422,
      body: { errors: { code_melli: [expect.stringMatching(/^National code is not valid/)] } },
    }),
  )

  it('takes a username that is a mobile number from its owner alone', async () => {
    await save('omid.najafi', { mobile: '09351234599' })
    expect(await save('ali.rezaei', { username: '9351234599' })).toMatchObject({
      status: 422,
      body: { errors: { username: [expect.stringContaining('mobile number')] } },
    })
    const taken = { username: '09351234599', password: 'Kandovan-summer-31', roles: ['customer'] }
    expect(await server.post('user-create', taken, { token: tokens.administrator })).toMatchObject({
      status: 422,
      body: { errors: { username: [expect.any(String)] } },
    })
    expect((await save('omid.najafi', { username: '09351234599' })).status).toBe(200)
    expect((await save('09351234599', { mobile: null })).body.errors).toHaveProperty('username')
    expect((await save('09351234599', { username: 'omid.najafi' })).status).toBe(200)
  })

  it('lets a mobile number be taken away, and signs its owner in by it however it is typed', async () => {
    expect((await save('ali.rezaei', { mobile: '' })).body.results).toMatchObject({ mobile: null })
    expect((await save('operator', { mobile: '+98 935 765 4321' })).status).toBe(200)
    expect(await server.post('login', { username: '0935 765 4321', password: 'pishkhan-demo' })).toMatchObject({
      status: 200,
      body: { results: { user: { username: 'operator' } } },
    })
  })

  it('lets nobody shut himself out', async () => {
    expect(await save('administrator', { blocked: true })).toMatchObject({
      status: 422,
      body: { errors: { blocked: [expect.stringContaining('yourself')] } },
    })
    expect(await save('administrator', { roles: ['staff'] })).toMatchObject({
      status: 422,
      body: { errors: { roles: [expect.any(String)] } },
    })
  })

  it('is for those who may write users', async () => {
    expect(await save('omid.najafi', { first_name: 'X' }, await server.signIn('editor'))).toMatchObject({ status: 403 })
  })

  it('says of an unknown user that there is none', async () => {
    expect(await server.post('user-save', { id: 999_999, data: {} }, { token: tokens.administrator })).toMatchObject({ status: 404 })
  })

  it('shows the picture in the list and in the frame of whom it is', async () => {
    const avatar = { link: 'https://example.com/face.png' }
    expect((await save('administrator', { avatar })).status).toBe(200)
    const { body } = await server.get(
      'grid',
      { module: 'persons', class: 'user', part: 'list', q: 'administrator' },
      { token: tokens.administrator },
    )
    expect(body.results.find((row: { avatar?: unknown }) => row.avatar)).toMatchObject({ avatar })
    expect((await server.get('layout', {}, { token: tokens.administrator })).body.results.profile.avatar).toEqual([avatar])
  })
})
