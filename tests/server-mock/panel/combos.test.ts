import { describe, expect, it } from 'vitest'
import { matching } from '#server/model/combos.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'customer'], { seed: ['divisions'] })

interface Option {
  value: string | number
  title: string
  code?: string
}
const titles = (results: Option[]) => results.map(({ title }) => title)

describe('combo-dump', () => {
  const dump = async (name: string, options: { token?: string; headers?: Record<string, string> } = {}) =>
    server.get('combo-dump', { name }, { token: tokens.administrator, ...options })

  it('answers a whole list in the language of the call', async () => {
    const { body } = await dump('countries', { headers: { 'x-locale': 'en' } })
    expect(body.results.length).toBe(body.metadata.total)
    expect(titles(body.results)).toContain('Iran')
    expect(titles((await dump('countries', { headers: { 'x-locale': 'fa' } })).body.results)).toContain('ایران')
    for (const name of ['locales', 'timezones', 'currencies', 'roles', 'continents'])
      expect((await dump(name)).body.results.length, name).toBeGreaterThan(4)
  })

  it('has the screens by their titles, also those whose title names a record', async () => {
    const titled = async (locale: string) =>
      new Map<unknown, string>(
        (await dump('screens', { headers: { 'x-locale': locale } })).body.results.map(({ value, title }: Option) => [value, title]),
      )
    expect((await titled('en')).get('market-units-list')).toBe('Units')
    const fa = await titled('fa')
    expect(fa.get('market-wares-list')).toBe('کالاها')
    expect([...fa.values()].filter((title) => title.includes('{'))).toEqual([])
  })

  it('has the toman among the currencies', async () => {
    const { body } = await server.get(
      'combo-options',
      { name: 'currencies', search: 'IRT' },
      { token: tokens.administrator, headers: { 'x-locale': 'en' } },
    )
    expect(titles(body.results)).toEqual(['Toman (IRT)'])
  })

  it('answers the options of any field that has some', async () => {
    expect((await dump('post.status', { headers: { 'x-locale': 'en' } })).body.results).toEqual(
      expect.arrayContaining([expect.objectContaining({ value: 'draft', title: 'Draft' })]),
    )
  })

  it('says which lists there are when there is none of that name', async () => {
    for (const name of ['nonsense', 'post', 'post.nothing', 'post.title', '__proto__', 'constructor.name']) {
      const { status, body } = await dump(name)
      expect(status, name).toBe(422)
      expect(body.errors.name[0]).toContain('countries')
    }
    expect((await server.get('combo-dump', {}, { token: tokens.administrator })).status).toBe(422)
  })

  it('keeps from a caller what he may not read, and does not name it to him', async () => {
    expect((await dump('roles', { token: tokens.customer })).status).toBe(403)
    expect((await dump('user.gender', { token: tokens.customer })).status).toBe(403)
    expect((await dump('nonsense', { token: tokens.customer })).body.errors.name[0]).not.toContain('roles')
  })
})

describe('combo-options', () => {
  const options = async (params: Record<string, unknown>, locale = 'fa') =>
    (await server.get('combo-options', params, { token: tokens.administrator, headers: { 'x-locale': locale } })).body

  it('answers what a term finds, whatever letters and digits it is typed in', async () => {
    expect(titles((await options({ name: 'countries', search: 'ايران' })).results)).toContain('ایران')
    expect(titles((await options({ name: 'locales', search: 'engl' })).results)).toEqual(['English'])
    expect((await options({ name: 'countries', search: 'zzzz' })).results).toEqual([])
  })

  it('begins with what begins with the term, then words that do', () => {
    const options = ['Oman', 'Isle of Man', 'Romania', 'Mandera', 'United Man-o'].map((title, value) => ({ title, value }))
    expect(titles(matching(options, 'man'))).toEqual(['Mandera', 'Isle of Man', 'United Man-o', 'Oman', 'Romania'])
  })

  it('answers pages, and options by value', async () => {
    const first = await options({ name: 'timezones', page_size: 10 })
    const second = await options({ name: 'timezones', page_size: 10, page: 2 })
    expect(first.results).toHaveLength(10)
    expect(second.results[0].value).not.toBe(first.results[0].value)
    expect(first.metadata.pagination.pages).toBe(Math.ceil(first.metadata.pagination.total / 10))
    expect(
      (await options({ name: 'timezones', ids: 'Asia/Tehran,Europe/Rome', search: 'Paris' })).results
        .map(({ value }: Option) => value)
        .sort(),
    ).toEqual(['Asia/Tehran', 'Europe/Rome'])
  })

  it('adds the fields that are asked for', async () => {
    expect((await options({ name: 'countries', search: 'iran', fields: 'title,code' }, 'en')).results[0]).toMatchObject({ code: 'IR' })
    expect((await options({ name: 'countries', search: 'iran' }, 'en')).results[0]).not.toHaveProperty('code')
  })
})

describe('the fields that a select names', () => {
  it('narrow the records of a list, and never what identifies them', async () => {
    const { body } = await server.get('list', { model: 'division', fields: 'id,code' }, { token: tokens.administrator })
    expect(Object.keys(body.results[0])).toEqual(expect.arrayContaining(['id', 'version', 'title', 'code']))
    expect(body.results[0]).not.toHaveProperty('phone_code')
  })

  it('are no fault where a call knows none', async () => {
    expect((await server.get('divisions-countries', { q: 'iran', fields: 'id,title' }, { token: tokens.administrator })).status).toBe(200)
    expect((await server.get('divisions-countries', { other: 'x' }, { token: tokens.administrator })).status).toBe(422)
  })
})
