import { describe, expect, it } from 'vitest'
import { agentNames } from '#server/features/auth/agent-names.ts'
import type { Reply } from '#tests/helpers/server.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const en = { 'x-locale': 'en' }

describe('profile', () => {
  const { server, tokens } = sharedServer(['administrator', 'customer', 'staff'], { seed: ['divisions'] })
  const as = (user: 'administrator' | 'customer' | 'staff') => ({ token: tokens[user], headers: en })
  const ok = async (call: Promise<Reply>) => {
    const { status, body } = await call
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const idOf = async (user: 'administrator' | 'customer' | 'staff') =>
    (await ok(server.get('profile-fetch', {}, as(user)))).results.id as number

  it('is read and changed by its owner, who keeps by what he signs in', async () => {
    const { results, metadata } = await ok(server.get('edit-profile-fetch', {}, as('customer')))
    expect(results).toMatchObject({ username: 'customer', first_name: 'Emma' })
    expect(metadata.form.schema.properties).toHaveProperty('last_name')
    const data = { last_name: 'Clark', first_name: 'Emma', email: 'other@example.com', username: 'boss' }
    await ok(server.post('edit-profile-save', { version: results.version, data }, as('customer')))
    expect((await ok(server.get('profile-fetch', {}, as('customer')))).results).toMatchObject({
      name_full: 'Emma Clark',
      username: 'customer',
      email: 'customer@example.com',
    })
    const unborn = await server.post('edit-profile-save', { data: { birthday: '2999-01-01' } }, as('customer'))
    expect(Object.keys(unborn.body.errors)).toEqual(['birthday'])
    const refused = await server.post('edit-profile-save', { data: { roles: ['administrator'] } }, as('customer'))
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toHaveProperty('roles')
    expect((await server.post('edit-profile-save', { version: results.version, data }, as('customer'))).status).toBe(409)
  })

  it('is changed by administrators alone where it is of somebody else', async () => {
    const id = await idOf('staff')
    await ok(server.post('user-edit-profile', { id, data: { last_name: 'Rostami' } }, as('administrator')))
    expect((await ok(server.get('view-profile', { id }, as('administrator')))).results.last_name).toBe('Rostami')
    expect((await server.post('user-edit-profile', { id, data: { last_name: 'X' } }, as('customer'))).status).toBe(403)
    expect((await server.get('view-profile', { id }, as('customer'))).status).toBe(403)
  })

  it('makes, fetches and blocks users', async () => {
    const missing = await server.post('users-panel-save', { data: { username: 'new.one' } }, as('administrator'))
    expect(Object.keys(missing.body.errors)).toEqual(expect.arrayContaining(['roles', 'password']))
    const data = { username: 'new.one', roles: ['customer'], password: 'nine-lives-of-a-cat', first_name: 'New', mobile: '09123456780' }
    const { id } = (await ok(server.post('users-panel-save', { data }, as('administrator')))).results
    expect((await ok(server.get('users-panel-fetch', { id }, as('administrator')))).results.first_name).toBe('New')
    await ok(server.post('users-panel-save', { id, data: { first_name: 'Newer' } }, as('administrator')))
    expect((await ok(server.get('view-profile', { id }, as('administrator')))).results.first_name).toBe('Newer')
    const login = () => server.post('login', { username: 'new.one', password: data.password })
    expect((await login()).status).toBe(200)
    await ok(server.post('user-block', { id, blocked: true }, as('administrator')))
    expect((await login()).status).toBe(403)
    await ok(server.post('user-block', { id, blocked: false }, as('administrator')))
    expect((await login()).status).toBe(200)
    expect((await server.post('user-block', { id, blocked: true }, as('customer'))).status).toBe(403)
    expect((await ok(server.get('username-fields'))).results).toEqual(['username', 'email', 'mobile'])
  })

  it('tells the attempts to sign in, each to its owner', async () => {
    await server.post(
      'login',
      { username: 'staff', password: 'wrong-password' },
      { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/128.0' } },
    )
    const own = (await ok(server.get('login-history-grid', {}, as('staff')))).results
    expect(own[0]).toMatchObject({ status: 'unsuccessful', browser: 'Firefox 128', os: 'Windows', ip: '127.0.0.1' })
    const id = await idOf('staff')
    const seen = (await ok(server.get('user-login-history-grid', { id }, as('administrator')))).results
    expect(seen.map((row: { id: number }) => row.id)).toEqual(own.map((row: { id: number }) => row.id))
    expect((await server.get('user-login-history-grid', { id }, as('customer'))).status).toBe(403)
    // A generic call keeps everybody to his own.
    const all = (await ok(server.get('list', { model: 'login_entry' }, as('customer')))).results
    expect(all.some((row: { id: number }) => seen.some((other: { id: number }) => other.id === row.id))).toBe(false)
    const mine = (await ok(server.get('login-history-grid', {}, as('administrator')))).results
    expect(mine.some((row: { id: number }) => row.id === own[0].id)).toBe(false)
  })

  it('keeps addresses, of which one is the default', async () => {
    const city = (await ok(server.get('generic-division-list', { types: 'city' }, as('staff')))).results[0].id as number
    const whole = {
      title: 'Home',
      city,
      postal_code: '1969943154',
      text: '12 High Street',
      receiver: 'Emma Clarke',
      phone: '+982188776655',
      mobile: '+989121234567',
      location: { lat: 35.7, long: 51.4 },
    }
    const save = (data: object, user: 'staff' | 'customer' | 'administrator' = 'staff', rest: object = {}) =>
      server.post('address-save', { ...rest, data }, as(user))
    const { id: home } = (await ok(save(whole))).results
    const { id: office } = (await ok(save({ ...whole, title: 'Office' }))).results
    const list = async () => (await ok(server.get('address-list', {}, as('staff')))).results as { id: number; is_default: boolean }[]
    expect((await list()).map(({ id, is_default }) => [id, is_default])).toEqual([
      [home, true],
      [office, false],
    ])
    const stored = (await ok(server.get('single', { model: 'address', id: home }, as('staff')))).results
    expect(stored).toMatchObject({ title: 'Home', receiver: 'Emma Clarke', text: '12 High Street', city: { id: city } })
    expect(stored.country.id).toEqual(expect.any(Number))
    await ok(server.post('address-mark-default', { id: office }, as('staff')))
    expect((await list()).filter(({ is_default }) => is_default).map(({ id }) => id)).toEqual([office])
    // Without the default one another takes its place; nobody deletes what is not his.
    const { id: foreign } = (await ok(save(whole, 'customer'))).results
    expect((await server.delete('address-mass-delete', { ids: `${home},${foreign}` }, as('staff'))).status).toBe(404)
    expect((await save({ title: 'Mine' }, 'staff', { id: foreign })).status).toBe(404)
    expect((await server.post('address-mark-default', { id: foreign }, as('staff'))).status).toBe(404)
    await ok(server.delete('address-mass-delete', { ids: String(office) }, as('staff')))
    expect((await list()).map(({ id, is_default }) => [id, is_default])).toEqual([[home, true]])
    expect(Object.keys((await save({ title: '' })).body.errors)).toEqual(expect.arrayContaining(['title', 'city', 'text']))
    const user = await idOf('staff')
    const byAdmin = await ok(server.post('address-save-by-admin', { user, data: { ...whole, title: 'Depot' } }, as('administrator')))
    expect((await list()).map(({ id }) => id)).toContain(byAdmin.results.id)
    expect((await server.post('address-save-by-admin', { user, data: whole }, as('staff'))).status).toBe(403)
    expect((await server.post('save', { model: 'address', id: foreign, data: { title: 'x' } }, as('staff'))).status).toBe(404)
  })
})

describe('names of browsers', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0', 'Edge 131', 'Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1', 'Safari 17', 'iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4.1 Safari/605.1.15', 'Safari 17', 'macOS'],
    ['curl/8.5', null, null],
    ['', null, null],
  ])('of %j are %s on %s', (agent, browser, os) => {
    expect(agentNames(agent)).toEqual({ browser, os })
  })
})
