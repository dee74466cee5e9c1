import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

describe('relations', () => {
  const { server, tokens } = sharedServer(['administrator', 'staff', 'customer'])
  const as = (user: keyof typeof tokens) => ({ token: tokens[user], headers: { 'x-locale': 'en' } })
  const item = { model: 'organization', id: 1 }
  const favourites = async (user: 'staff' | 'customer') =>
    (await server.get('relations-favourites-list', {}, as(user))).body.results as { model: string; item_id: number; title: string }[]

  it('list the caller’s own favourites, which a second call takes back', async () => {
    const change = () => server.post('relations-favourite-change', item, as('customer'))
    expect((await change()).body.results).toEqual({ exists: true })
    expect(await favourites('customer')).toMatchObject([{ model: 'organization', item_id: 1, title: expect.stringMatching(/./) }])
    expect(await favourites('staff')).toEqual([])
    expect((await change()).body.results).toEqual({ exists: false })
    expect(await favourites('customer')).toEqual([])
  })

  it('keep one rating of a user, and the rate of the item follows', async () => {
    const rate = async (user: 'staff' | 'customer', value: number) =>
      (await server.post('rate-save', { ...item, rate: value }, as(user))).body.results
    expect(await rate('customer', 2)).toMatchObject({ rate: 2, rates_count: 1 })
    expect(await rate('staff', 5)).toMatchObject({ rate: 3.5, rates_count: 2 })
    expect(await rate('customer', 4)).toMatchObject({ own_rate: 4, rate: 4.5, rates_count: 2 })
    expect((await server.get('rate-fetch', item, as('staff'))).body.results).toMatchObject({ own_rate: 5, rate: 4.5, rates_count: 2 })
    expect((await server.post('rate-save', { ...item, rate: 6 }, as('staff'))).status).toBe(422)
  })

  it('refuse what there is not, or what not everybody may see', async () => {
    for (const [payload, key] of [
      [{ model: 'user', id: 1 }, 'model'],
      [{ model: 'organization', id: 9999 }, 'id'],
      [{ model: 'organization', id: 4 }, 'id'],
    ] as const)
      expect((await server.post('relations-favourite-change', payload, as('customer'))).body.errors).toHaveProperty(key)
  })

  it('no longer name what has been taken from the public', async () => {
    const unseen = { model: 'organization', id: 2 }
    const reject = (status: number, description?: string) => server.post('organization-verify', { id: 2, status, description }, as('staff'))
    await reject(1)
    await server.post('relations-favourite-change', unseen, as('customer'))
    await reject(0, 'The registration has expired.')
    expect((await favourites('customer')).find(({ item_id }) => item_id === 2)).toMatchObject({ title: null })
    expect((await server.post('relations-favourite-change', unseen, as('customer'))).body.results).toEqual({ exists: false })
  })

  it('are listed to administrators by what was liked and rated, and to nobody else', async () => {
    await server.post('rate-save', { ...item, rate: 2 }, as('customer'))
    await server.post('relations-favourite-change', item, as('customer'))
    for (const [name, rest] of [
      ['favourite', {}],
      ['rating', { rate: 2 }],
    ] as const) {
      const grid = { module: 'relations', class: name, part: 'list' }
      const { body } = await server.get('grid', grid, as('administrator'))
      const [name_full] = body.results.map((row: { user: { name_full: string } }) => row.user.name_full)
      expect(body.results[0]).toMatchObject({ model: 'organization', title: expect.stringMatching(/./), ...rest })
      expect(name_full).toMatch(/./)
      expect((await server.get('grid', grid, as('customer'))).status).toBe(403)
    }
    expect((await server.post('save', { model: 'rating', data: { ...item, rate: 5 } }, as('administrator'))).status).toBe(403)
    await server.post('relations-favourite-change', item, as('customer'))
  })
})
