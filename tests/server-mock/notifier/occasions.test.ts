import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { purgePoints } from '#server/model/notifications/notice-points.ts'
import { remind } from '#server/model/notifications/remind.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['developer', 'administrator', 'customer'])
const en = (user: keyof typeof tokens) => ({ token: tokens[user], headers: { 'x-locale': 'en' } })

const entity = {
  name: 'pass',
  title: '$module.title',
  access: { read: 'persons.write', write: 'persons.write' },
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: { type: 'string', title: '$module.title', maxLength: 60 },
      day: { type: ['string', 'null'], format: 'date', title: '$module.title' },
      moment: { type: ['string', 'null'], format: 'date-time', title: '$module.title' },
      used: { type: 'string', format: 'decimal', title: '$module.title' },
      holder: { type: ['integer', 'null'], title: '$module.title', references: 'user' },
      quiet: { type: 'boolean', title: '$module.title' },
    },
  },
}
const notification = (name: string, on: object, more: object = {}) => ({
  name,
  title: `${name}: {record.title}`,
  on: { entity: 'pass', ...on },
  to: [{ permission: 'persons.write' }],
  ...more,
})
const told = [
  notification('day', { before: { field: 'day', days: [7, 1, 0] } }, { only_if: { properties: { quiet: { enum: [null, false] } } } }),
  notification('moment', { before: { field: 'moment', days: [1] } }),
  notification('used', { reaches: { field: 'used', at: ['50', '90'] } }),
  notification('used-once', { reaches: { field: 'used', at: ['50', '90'] } }, { once: true }),
  { ...notification('given-once', { changed: ['holder'] }, { once: true }), to: ['{record.holder}'] },
  notification('renamed-once', { changed: ['title'] }, { once: true }),
]
const documents = () => ({
  'module.json': JSON.stringify({ name: 'passes', version: '1.0.0', title: 'Passes', requires: ['persons'] }),
  'entities/pass.json': JSON.stringify(entity).replaceAll('$module.title', 'Pass'),
  ...Object.fromEntries(told.map((each) => [`notifications/${each.name}.json`, JSON.stringify(each)])),
})

beforeAll(async () => {
  const { status, body } = await server.post('publish', { module: 'passes', documents: documents() }, en('developer'))
  expect([status, body.errors]).toEqual([200, undefined])
})

const save = async (data: object, id?: number): Promise<number> => {
  const { status, body } = await server.post('save', { model: 'pass', ...(id && { id }), data }, en('developer'))
  expect([status, body.errors]).toEqual([200, undefined])
  return body.results.id as number
}
/** What the administrator was told of a record, the oldest first. */
const titles = async (title: string): Promise<string[]> => {
  const { body } = await server.get('user-notification-list', {}, en('administrator'))
  return (body.results as { data: { title: string } }[])
    .map(({ data }) => data.title)
    .filter((each) => each.endsWith(`: ${title}`))
    .map((each) => each.split(':')[0]!)
    .reverse()
}
const remindAt = (moment: string) =>
  server.database.transaction(async (trx) => remind(trx, await createRegistries(server.config).current(trx), new Date(moment)))

test('so many days before a date, from midnight of the panel’s zone, each point is told once', async () => {
  const id = await save({ title: 'A', day: '2030-06-10' })
  await remindAt('2030-06-02T20:29:59Z')
  expect(await titles('A')).toEqual([])
  await remindAt('2030-06-02T20:30:00Z')
  await remindAt('2030-06-03T12:00:00Z')
  expect(await titles('A')).toEqual(['day'])
  await remindAt('2030-06-08T20:30:00Z')
  expect(await titles('A')).toEqual(['day', 'day'])
  // The date moves: its points are others.
  await save({ day: '2030-06-16' }, id)
  await remindAt('2030-06-08T20:31:00Z')
  expect(await titles('A')).toEqual(['day', 'day', 'day'])
})

test('a moment counts to the second, and what is long past is told no more', async () => {
  await save({ title: 'B', moment: '2031-01-02T10:00:00Z' })
  await save({ title: 'C', moment: '2031-01-01T09:00:00Z' })
  await remindAt('2031-01-01T09:59:59Z')
  expect([await titles('B'), await titles('C')]).toEqual([[], []])
  await remindAt('2031-01-01T10:00:00Z')
  expect([await titles('B'), await titles('C')]).toEqual([['moment'], []])
})

test('whatever a condition keeps quiet, and what is in the trash, is told by nobody', async () => {
  await save({ title: 'D', day: '2032-03-01', quiet: true })
  const id = await save({ title: 'E', day: '2032-03-01' })
  expect((await server.delete('trash', { model: 'pass', id }, en('developer'))).status).toBe(200)
  await remindAt('2032-03-01T00:00:00Z')
  expect([await titles('D'), await titles('E')]).toEqual([[], []])
})

test('a threshold is told when it is reached from below, the highest of several, and once where that is said', async () => {
  const counts = async (title: string) => {
    const names = await titles(title)
    return [names.filter((name) => name === 'used').length, names.filter((name) => name === 'used-once').length]
  }
  const id = await save({ title: 'F', used: '49.99' })
  expect(await counts('F')).toEqual([0, 0])
  await save({ used: '50' }, id)
  expect(await counts('F')).toEqual([1, 1])
  await save({ used: '60' }, id)
  await save({ used: '10' }, id)
  expect(await counts('F')).toEqual([1, 1])
  await save({ used: '55' }, id)
  expect(await counts('F')).toEqual([2, 1])
  await save({ used: '100' }, id)
  expect(await counts('F')).toEqual([3, 2])
  await save({ title: 'G', used: '95' })
  expect(await counts('G')).toEqual([1, 1])
})

test('what is told once is not told again of the same record', async () => {
  const id = await save({ title: 'H' })
  await save({ title: 'I' }, id)
  await save({ title: 'J' }, id)
  expect([await titles('I'), await titles('J')]).toEqual([['renamed-once'], []])
})

test('what is told once is told once to each', async () => {
  const users = await server.database.read((trx) =>
    sql<{ id: number; username: string }>`select id, username from data."user" where username in ('administrator', 'customer')`.execute(
      trx,
    ),
  )
  const idOf = (username: string) => Number(users.rows.find((each) => each.username === username)!.id)
  const toldTo = async (user: keyof typeof tokens) =>
    ((await server.get('user-notification-list', {}, en(user))).body.results as { data: { title: string } }[]).filter(
      ({ data }) => data.title === 'given-once: K',
    ).length
  const id = await save({ title: 'K' })
  for (const holder of ['administrator', 'customer', 'administrator', 'customer']) await save({ holder: idOf(holder) }, id)
  expect([await toldTo('administrator'), await toldTo('customer')]).toEqual([1, 1])
})

test('points go with their records and their days, and what is told once stays', async () => {
  const kept = await save({ title: 'L' })
  await save({ title: 'M' }, kept)
  const gone = await save({ title: 'N', day: '2033-05-05' })
  await save({ title: 'O' }, gone)
  await remindAt('2033-05-05T00:00:00Z')
  await server.database.transaction((trx) => sql`delete from data.pass where id = ${gone}`.execute(trx))
  const points = async (record: number) =>
    (
      await server.database.transaction(async (trx) => {
        await purgePoints(trx, await createRegistries(server.config).current(trx), new Date('2033-07-01T00:00:00Z'))
        return sql<{ name: string }>`select distinct name from pishkhan.notice_points where record_id = ${record}`.execute(trx)
      })
    ).rows.map(({ name }) => name)
  expect([await points(kept), await points(gone)]).toEqual([['passes/renamed-once'], []])
})

test('what reminders look up has an index', async () => {
  const { rows } = await server.database.read((trx) =>
    sql<{ indexdef: string }>`select indexdef from pg_indexes where schemaname = 'data' and tablename = 'pass'`.execute(trx),
  )
  for (const column of ['day', 'moment']) expect(rows.some(({ indexdef }) => indexdef.includes(`(${column}`))).toBe(true)
})
