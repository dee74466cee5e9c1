import { beforeAll, expect, test } from 'vitest'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import { features } from '#server/features/index.ts'
import { makeRecords } from '#server/mock/make-records.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['developer'])
const as = () => ({ token: tokens.developer, headers: { 'x-locale': 'en' } })
const make = (module: string) =>
  server.database.transaction(async (trx) => makeRecords(trx, await createRegistries(server.config, features).current(trx), module, 30))

beforeAll(async () => {
  for (const module of ['library', 'cashbook']) {
    const { status, body } = await server.post('publish', { module, documents: readModuleFolder(`tests/fixtures/${module}`) }, as())
    expect([status, body.errors]).toEqual([200, undefined])
  }
})

test('each entity gets its records, those that are referred to first', async () => {
  expect(await make('library')).toEqual([
    { entity: 'author', count: 30 },
    { entity: 'book', count: 30 },
  ])
  const { body } = await server.get('list', { model: 'book', page_size: 30 }, as())
  expect(body.results).toHaveLength(30)
  expect(body.results.some((book: { author: object | null }) => book.author !== null)).toBe(true)
})

test('records with rows have them, with sums as the server works them out', async () => {
  const made = await make('cashbook')
  expect(made.filter(({ problem }) => problem !== undefined)).toEqual([])
})

test('an entity that has records keeps them as they are', async () => {
  expect(await make('library')).toContainEqual({ entity: 'author', count: 30, problem: 'has records already' })
})
