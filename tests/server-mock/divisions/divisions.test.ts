import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { divisionRows } from '#server/features/divisions/seed.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
const iran = divisionRows().find((row) => row.type === 'country' && row.title.en === 'Iran')!.id
const germany = divisionRows().find((row) => row.type === 'country' && row.title.en === 'Germany')!.id
const tehranProvince = divisionRows().find((row) => row.type === 'province' && row.title.en === 'Tehran')!.id
const fars = divisionRows().find((row) => row.type === 'province' && row.title.en === 'Fars')!.id
const tehran = divisionRows().find((row) => row.type === 'city' && row.title.en === 'Tehran')!.id
const titles = (body: { results: { title: string }[] }) => body.results.map(({ title }) => title)
const as = (locale: string) => ({ token, headers: { 'x-locale': locale } })

beforeAll(async () => {
  server = await startTestServer({ seed: ['divisions'] })
  token = await server.signIn('administrator')
})
afterAll(() => server.close())

describe('seed', () => {
  test('has all 31 provinces of Iran, each with its cities', async () => {
    const { body } = await server.get('divisions-provinces', { countries_id: iran }, as('en'))
    expect(body.results).toHaveLength(31)
    for (const province of body.results) {
      const cities = await server.get('divisions-cities', { provinces_id: province.id }, as('en'))
      expect(cities.body.results.length, province.title).toBeGreaterThan(4)
    }
  })

  test('has a title in Persian letters and in English for every division, none twice in one place', () => {
    const rows = divisionRows()
    const places = rows.map((row) =>
      [row.type, row.continents_id, row.countries_id, row.provinces_id, row.cities_id, row.title.fa].join('/'),
    )
    expect(new Set(places).size).toBe(rows.length)
    expect(rows.filter((row) => !row.title.en || !row.title.fa || /[يك]/.test(row.title.fa))).toEqual([])
  })
})

describe('lists', () => {
  test('are in the caller’s language and in the order of its alphabet', async () => {
    const fa = titles((await server.get('generic-division-list', { types: 'province', countries_id: iran }, as('fa'))).body)
    const en = titles((await server.get('generic-division-list', { types: 'province', countries_id: iran }, as('en'))).body)
    expect(fa.slice(0, 3)).toEqual(['آذربایجان شرقی', 'آذربایجان غربی', 'اردبیل'])
    expect(fa.indexOf('چهارمحال و بختیاری')).toBeLessThan(fa.indexOf('خراسان جنوبی'))
    expect(en).toEqual([...en].sort((a, b) => a.localeCompare(b, 'en')))
  })

  test('are narrowed by each level above', async () => {
    const { body } = await server.get('divisions-list', { cities_id: tehran }, as('en'))
    expect(new Set(body.results.map((row: { type: string }) => row.type))).toEqual(new Set(['neighbourhood']))
    expect(titles(body)).toContain('Tajrish')
    expect(titles((await server.get('divisions-countries', { continents_id: 2 }, as('en'))).body)).toContain('Germany')
  })

  test('find a title in any language', async () => {
    expect(titles((await server.get('divisions-cities', { q: 'اصفهان' }, as('en'))).body)).toEqual(['Isfahan'])
  })

  test('know a record by plain digits alone', async () => {
    for (const id of ['1e3', '0x10', ' 7 ', '+7', '7.0']) {
      for (const endpoint of ['divisions-fetch', 'single'])
        expect(
          (await server.get(endpoint, { id, ...(endpoint === 'single' && { model: 'division' }) }, as('en'))).body.errors,
          `${endpoint} ${id}`,
        ).toHaveProperty('id')
    }
  })

  test.each([
    ['fr', 'Berlin'],
    ['zh', 'Berlin'],
    ['ar', 'برلین'],
  ])('in %s fall back on the language that its readers know best', async (locale, berlin) => {
    expect(titles((await server.get('divisions-cities', { q: 'Berlin' }, as(locale))).body)).toContain(berlin)
  })

  test('refuse unknown types and keys', async () => {
    expect((await server.get('generic-division-list', { types: 'planet' }, as('en'))).status).toBe(422)
    expect((await server.get('divisions-cities', { nonsense: 1 }, as('en'))).status).toBe(422)
  })
})

describe('the place on the map', () => {
  const save = (payload: object) => server.post('divisions-save', payload, as('en'))
  test('is a point that has the number of its division', async () => {
    const {
      body: { results },
    } = await save({ type: 'city', title: 'Mapped', provinces_id: fars, location: { lat: -10.5, long: -20.25, id: null } })
    expect(results.location).toEqual({ lat: -10.5, long: -20.25, id: results.id })
    expect((await server.get('divisions-fetch', { id: results.id }, as('en'))).body.results.location).toEqual(results.location)
    await save({ id: results.id, location: { lat: 90, long: -180, id: results.id } })
    await save({ id: results.id, location: null })
    expect((await server.get('divisions-fetch', { id: results.id }, as('en'))).body.results.location).toBeNull()
  })

  test.each([
    [{ lat: 90.1, long: 0 }],
    [{ lat: -90.1, long: 0 }],
    [{ lat: 0, long: 180.1 }],
    [{ lat: 0, long: -180.1 }],
    [{ lat: 35 }],
    [{ lat: 35, long: 51, zoom: 3 }],
  ])('is refused off the earth: %j', async (location) => {
    const { status, body } = await save({ id: tehran, location })
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, expect.stringMatching(/^location/)])
  })

  test('is refused in the words of the form', async () => {
    expect((await save({ id: tehran, location: { lat: 90.1, long: 0 } })).body.errors.location).toEqual([
      'Place on the map must be a point with a latitude from -90 to 90 and a longitude from -180 to 180.',
    ])
  })
})

describe('saving', () => {
  test('makes one division of each level, the levels above following from the nearest', async () => {
    const make = async (payload: object) => (await server.post('divisions-save', payload, as('en'))).body.results.id as number
    const continent = await make({ type: 'continent', title: { en: 'Atlantis', fa: 'آتلانتیس' } })
    const country = await make({ type: 'country', title: 'Poseidonia', continents_id: continent })
    const province = await make({ type: 'province', title: 'North', countries_id: country })
    const city = await make({ type: 'city', title: 'Kleito', provinces_id: province })
    const neighbourhood = await make({ data: { type: 'neighbourhood', title: 'Harbour', cities_id: city, provinces_id: province } })
    const { body } = await server.get('divisions-fetch', { id: neighbourhood }, as('en'))
    expect(body.results).toMatchObject({
      continents_id: continent,
      countries_id: country,
      provinces_id: province,
      cities_id: city,
      slug: 'harbour',
      title: { en: 'Harbour' },
    })
  })

  test('refuses a parent that is missing, of the wrong level, or not below the other that was chosen', async () => {
    const save = (payload: object) => server.post('divisions-save', payload, as('en'))
    expect(Object.keys((await save({ type: 'city', title: 'X' })).body.errors)).toEqual(['provinces_id'])
    expect(Object.keys((await save({ type: 'city', title: 'X', provinces_id: iran })).body.errors)).toEqual(['provinces_id'])
    const mismatch = await save({ type: 'city', title: 'X', provinces_id: tehranProvince, countries_id: germany })
    expect(mismatch.status).toBe(422)
    expect(mismatch.body.errors.provinces_id[0]).toContain('Country')
  })

  test('takes a slug that an address may have and no sibling has', async () => {
    const save = (payload: object) => server.post('divisions-save', payload, as('en'))
    const country = (await save({ type: 'country', title: 'Erewhon', continents_id: 1 })).body.results.id
    const other = (await save({ type: 'country', title: 'Ruritania', continents_id: 1 })).body.results.id
    const north = (await save({ type: 'province', title: 'North', countries_id: country })).body.results
    for (const slug of ['a b/c<script>', 'North', '../x', 'north'])
      expect((await save({ type: 'province', title: 'X', slug, countries_id: country })).body.errors, slug).toHaveProperty('slug')
    expect((await save({ type: 'province', title: 'North', countries_id: country })).body.results.slug).toBe('north-2')
    const elsewhere = await save({ type: 'province', title: 'X', slug: 'north', countries_id: other })
    expect(elsewhere.body.results.slug).toBe('north')
    expect((await save({ id: elsewhere.body.results.id, countries_id: country })).body.errors).toHaveProperty('slug')
    expect((await save({ id: north.id, slug: 'north', title: 'The North' })).body.results.slug).toBe('north')
    expect(
      (
        await server.post(
          'save',
          { model: 'division', data: { type: 'province', title: 'X', slug: 'north', countries_id: country } },
          as('en'),
        )
      ).body.errors,
    ).toHaveProperty('slug')
  })

  test('needs a title and a type', async () => {
    expect((await server.post('divisions-save', { type: 'continent' }, as('en'))).body.errors).toHaveProperty('title')
    expect((await server.post('divisions-save', { title: 'X' }, as('en'))).body.errors).toHaveProperty('type')
  })

  test('refuses an outdated version and changes nothing', async () => {
    const first = (await server.post('divisions-save', { type: 'continent', title: 'Mu' }, as('en'))).body.results
    await server.post('divisions-save', { id: first.id, version: first.version, title: 'Lemuria' }, as('en'))
    const late = await server.post('divisions-save', { id: first.id, version: first.version, title: 'Mu again' }, as('en'))
    expect(late.status).toBe(409)
    expect((await server.get('divisions-fetch', { id: first.id }, as('en'))).body.results.title.en).toBe('Lemuria')
  })
})

describe('trash', () => {
  test('meets whoever saves what went there meanwhile with the record as it lies there', async () => {
    const { id, version } = (
      await server.post(
        'divisions-save',
        { type: 'country', title: 'Land in the trash', continents_id: divisionRows().find((row) => row.type === 'continent')!.id },
        as('en'),
      )
    ).body.results
    await server.delete('divisions-trash', { id }, as('en'))
    const stale = await server.post('divisions-save', { id, version, data: { code: 'ZY' } }, as('en'))
    expect(stale).toMatchObject({
      status: 409,
      body: {
        errorCode: 'stale-version',
        metadata: { current: { id, can_restore: true, deleted_at: expect.any(String) }, base: { deleted_at: null } },
      },
    })
    const known = await server.post('divisions-save', { id, version: stale.body.metadata.current.version, data: { code: 'ZY' } }, as('en'))
    expect(known.body).toMatchObject({ errorCode: 'precondition-failed', userMessage: 'This is in the trash. Restore it first.' })
  })
  test('is closed to a division with children and open to one without', async () => {
    const refused = await server.delete('divisions-trash', { id: tehranProvince }, as('en'))
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'in-use'])
    const cities = divisionRows().filter((row) => row.provinces_id === tehranProvince).length
    expect((await server.delete('divisions-trash', { id: tehranProvince }, as('fa'))).body.userMessage).toContain(
      String(cities).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!),
    )
    const { id } = (await server.post('divisions-save', { type: 'city', title: 'Gone', provinces_id: tehranProvince }, as('en'))).body
      .results
    expect((await server.delete('divisions-destroy', { id }, as('en'))).status).toBe(409)
    expect((await server.delete('divisions-trash', { id }, as('en'))).status).toBe(200)
    expect(titles((await server.get('divisions-cities', { provinces_id: tehranProvince }, as('en'))).body)).not.toContain('Gone')
    expect((await server.put('divisions-restore', { id }, as('en'))).status).toBe(200)
    expect(titles((await server.get('divisions-cities', { provinces_id: tehranProvince }, as('en'))).body)).toContain('Gone')
    await server.delete('divisions-trash', { id }, as('en'))
    expect((await server.delete('divisions-destroy', { id }, as('en'))).status).toBe(200)
    expect((await server.get('divisions-fetch', { id }, as('en'))).status).toBe(404)
  })
  test('is not destroyed while divisions in the trash stand below it, which are named with links', async () => {
    const save = async (data: object) => (await server.post('divisions-save', data, as('en'))).body.results.id as number
    const province = await save({ type: 'province', title: 'Left province', countries_id: iran })
    const city = await save({ type: 'city', title: 'Left city', provinces_id: province })
    for (const id of [city, province]) expect((await server.delete('divisions-trash', { id }, as('en'))).status).toBe(200)
    const { body } = await server.delete('divisions-destroy', { id: province }, as('en'))
    expect(body).toMatchObject({
      errorCode: 'in-use',
      metadata: { used_by: [{ model: 'division', count: 1, records: [{ id: city, title: 'Left city', to: { name: 'grid' } }] }] },
    })
    expect(body.userMessage).toContain('Left city')
  })
})

describe('the code of a country', () => {
  const save = (fields: object) => server.post('divisions-save', fields, as('en'))
  test('is that of no other, in whatever case it is written and wherever the other is', async () => {
    const country = (fields: object) => save({ type: 'country', continents_id: 1, ...fields })
    const twice = await country({ title: 'Persia', code: 'ir' })
    expect([twice.status, twice.body.errors.code]).toEqual([422, ['The code ir belongs to Iran already.']])
    const { id } = (await country({ title: 'Freedonia', code: 'FX' })).body.results
    expect((await country({ id, title: 'Greater Freedonia' })).status).toBe(200)
    expect((await save({ id, code: 'DE' })).body.errors).toHaveProperty('code')
    await server.delete('divisions-trash', { id }, as('en'))
    expect((await country({ title: 'Sylvania', code: 'FX' })).body.errors).toHaveProperty('code')
    const both = await Promise.all([country({ title: 'Klopstokia', code: 'KX' }), country({ title: 'Nowhere', code: 'KX' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await save({ type: 'city', title: 'Isfahan II', code: 'IR', provinces_id: tehranProvince })).status).toBe(200)
  })
})

describe('grid', () => {
  test('is filtered by the levels above and counts each level in its tab', async () => {
    const { body } = await server.get('divisions-grid', { tab: 'provinces', countries_id: iran, page_size: 100 }, as('en'))
    expect(body.results).toHaveLength(31)
    expect(body.results[0]).toMatchObject({
      type: 'province',
      can_edit: true,
      can_trash: true,
      can_restore: false,
      countries: { title: 'Iran' },
    })
    expect(body.metadata.grid.tabs.find((tab: { key: string }) => tab.key === 'provinces').count).toBe(31)
  })

  test('shows what lies directly below the lowest level that is chosen, and counts it so', async () => {
    const levelsOf = async (params: object) => {
      const { results, metadata } = (await server.get('divisions-grid', { page_size: 200, ...params }, as('en'))).body
      const count = (key: string) => metadata.grid.tabs.find((tab: { key: string }) => tab.key === key).count
      return {
        levels: [...new Set(results.map((row: { type: string }) => row.type))],
        total: metadata.pagination.total,
        all: count('all'),
        cities: count('cities'),
      }
    }
    const country = await levelsOf({ countries_id: iran })
    expect(country).toMatchObject({ levels: ['province'], total: 31, all: 31 })
    expect(country.cities).toBeGreaterThan(400)
    expect(await levelsOf({ continents_id: 1 })).toMatchObject({ levels: ['country'] })
    expect(await levelsOf({ countries_id: iran, provinces_id: tehranProvince })).toMatchObject({ levels: ['city'] })
    expect(await levelsOf({ cities_id: tehran })).toMatchObject({ levels: ['neighbourhood'] })
    expect((await levelsOf({ countries_id: iran, tab: 'cities' })).levels).toEqual(['city'])
    expect((await levelsOf({ countries_id: iran, type: 'neighbourhood' })).levels).toEqual(['neighbourhood'])
  })

  test('names its tabs the same when only their counts are asked for', async () => {
    const first = async (parts?: string) => {
      const { metadata } = (await server.get('divisions-grid', { countries_id: iran, ...(parts && { parts }) }, { token })).body
      return (metadata.tabs ?? metadata.grid.tabs)[0].title
    }
    const unfiltered = (await server.get('divisions-grid', {}, { token })).body.metadata.grid.tabs[0].title
    expect(await first()).not.toBe(unfiltered)
    expect(await first('tabs')).toBe(await first())
  })
})

describe.each(['content_manager', 'operator', 'staff', 'customer'])('a %s', (role) => {
  test('finds places for an address and nothing else of this module', async () => {
    const token = await server.signIn(role)
    for (const endpoint of ['divisions-countries', 'divisions-provinces', 'divisions-cities', 'generic-division-list'])
      expect((await server.get(endpoint, {}, { token })).status).toBe(200)
    for (const endpoint of ['divisions-grid', 'divisions-fetch'])
      expect(await server.get(endpoint, { id: iran }, { token })).toMatchObject({ status: 403, body: { errorCode: 'permission-denied' } })
    expect((await server.get('grid', { module: 'divisions', class: 'division', part: 'list' }, { token })).status).toBe(403)
    expect((await server.post('divisions-save', { type: 'continent', title: 'X' }, { token })).status).toBe(403)
    expect(JSON.stringify((await server.get('layout', {}, { token })).body.results)).not.toContain('divisions')
  })
})
