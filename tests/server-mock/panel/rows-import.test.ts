import { beforeAll, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { importForm } from './import-form.ts'

const { server, tokens } = sharedServer(['developer'])
const headers = (locale = 'en') => ({ authorization: `Bearer ${tokens.developer}`, 'x-locale': locale, 'x-timezone': 'Asia/Tehran' })

const texts = {
  bakery: 'Bakery',
  round: 'Round',
  stop: 'Stop',
  'entities.round.number': 'Number',
  'entities.round.stops': 'Stops',
  'entities.stop.round': 'Round',
  'entities.stop.place': 'Place',
  'entities.stop.loaves': 'Loaves',
}
const access = { read: 'bakery.read', write: 'bakery.write' }
const documents = {
  'module.json': { name: 'bakery', title: '$bakery', version: '1.0.0', permissions: ['bakery.read', 'bakery.write'] },
  'entities/round.json': {
    name: 'round',
    title: '$round',
    display: '{number}',
    schema: {
      type: 'object',
      required: ['number'],
      properties: { number: { type: 'string', rules: 'required|max:20' }, stops: { type: 'array', rows: 'stop', maxItems: 8 } },
    },
    storage: { unique: [['number']] },
    access,
  },
  'entities/stop.json': {
    name: 'stop',
    title: '$stop',
    parent: 'round',
    display: '{place}',
    schema: {
      type: 'object',
      required: ['place'],
      properties: { place: { type: 'string', rules: 'required|max:50' }, loaves: { type: 'integer', minimum: 1 } },
    },
  },
  'grids/stops.json': { entity: 'stop', columns: ['round', 'place', 'loaves'], params: { round: 'round' }, import: true },
  'locales/en.json': texts,
  'locales/fa.json': texts,
}

beforeAll(async () => {
  const { status, body } = await server.post('publish', { module: 'bakery', documents }, { token: tokens.developer })
  expect([status, body.errors]).toEqual([200, undefined])
  for (const number of ['R-1', 'R-2'])
    expect((await server.post('save', { model: 'round', data: { number } }, { headers: headers() })).status).toBe(200)
})

async function run(file: string | Buffer, params?: Record<string, unknown>, name?: string) {
  const form = importForm(file, 'bakery/stop/stops', { params, name })
  const opened = await server.inject({
    method: 'POST',
    url: '/api/v1/grid-import-open',
    ...form,
    headers: { ...headers(), ...form.headers },
  })
  expect([opened.status, opened.body.errors]).toEqual([200, undefined])
  const { import: key, mapping } = opened.body.results
  const { status, body } = await server.post('grid-import-run', { import: key, mapping, mode: 'create' }, { headers: headers() })
  expect([status, body]).toEqual([200, expect.objectContaining({ results: expect.anything() })])
  return body.results
}
const stopsOf = async (id: number) =>
  (await server.get('single', { model: 'round', id }, { headers: headers() })).body.results.stops.map(
    ({ place, loaves }: Record<string, unknown>) => [place, loaves],
  )

test('rows of records are imported under the records that they name, in the order of the file', async () => {
  expect(await run('Round,Place,Loaves\nR-1,North,3\nR-2,West,1\nR-1,South,4\n')).toMatchObject({ created: 3, is_written: true })
  expect(await stopsOf(1)).toEqual([
    ['North', 3],
    ['South', 4],
  ])
  expect(await stopsOf(2)).toEqual([['West', 1]])
})

test.each(['csv', 'xlsx'])('rows that were exported as %s are imported again as they were', async (format) => {
  const request = { grid: 'bakery/stop/stops', format, rows: 'all' }
  const { rawPayload } = await server.app.inject({ method: 'POST', url: '/api/v1/grid-export', payload: request, headers: headers() })
  const before = [await stopsOf(1), await stopsOf(2)]
  expect(await run(rawPayload, undefined, `stops.${format}`)).toMatchObject({ failed: 0, is_written: true })
  expect((await stopsOf(2)).slice(before[1].length)).toEqual(before[1])
  expect((await stopsOf(1)).slice(before[0].length)).toEqual(expect.arrayContaining(before[0]))
})

test('rows of the record of a page need not name it', async () => {
  const { id } = (await server.post('save', { model: 'round', data: { number: 'R-9' } }, { headers: headers() })).body.results
  expect(await run('Place,Loaves\nEast,2\n', { round: id })).toMatchObject({ created: 1, is_written: true })
  expect(await stopsOf(id)).toEqual([['East', 2]])
})

test('rows of an unknown record, or more than a record has room for, are refused by their line and nothing stays', async () => {
  const { id } = (await server.post('save', { model: 'round', data: { number: 'R-3' } }, { headers: headers() })).body.results
  const unknown = await run('Round,Place\nR-3,One\nR-7,Two\n')
  expect(unknown).toMatchObject({ created: 0, failed: 1, is_written: false, errors: [{ line: 3 }] })
  const many = await run(`Round,Place\n${Array.from({ length: 9 }, (_, at) => `R-3,P${at}`).join('\n')}\n`)
  expect(many).toMatchObject({ created: 0, is_written: false })
  expect(await stopsOf(id)).toEqual([])
})
