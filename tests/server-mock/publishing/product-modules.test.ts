import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig, type Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { features } from '#server/features/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { publishProductModules } from '#server/publishing/product-modules.ts'
import { publishModule, rollBackModule } from '#server/publishing/publish.ts'
import { listVersions, readPublication } from '#server/publishing/store.ts'
import { freshDatabase } from '#tests/helpers/database.ts'

const now = new Date('2024-05-01T08:00:00Z')
const modules = ['auth', 'divisions', 'persons']
let root: string
let config: Config
let database: Database

beforeEach(async () => {
  const checkout = readConfig({ SECRET: 'x'.repeat(32) }).root
  root = mkdtempSync(join(tmpdir(), 'pishkhan-modules-'))
  for (const name of modules) cpSync(join(checkout, 'modules', name), join(root, 'modules', name), { recursive: true })
  mkdirSync(join(root, 'modules/auth/fixtures'), { recursive: true })
  writeFileSync(join(root, 'modules/auth/fixtures/recorded.json'), '{}')
  config = readConfig({ SECRET: 'x'.repeat(32), PISHKHAN_ROOT: root })
  database = await freshDatabase('pglite')
})
afterEach(async () => {
  await database.close()
  rmSync(root, { recursive: true })
})

const publish = () => publishProductModules(database, config, now)
const release = (version: string) => {
  const file = join(root, 'modules/auth/module.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), version }))
}

it('publishes every folder once, without fixtures', async () => {
  expect(await publish()).toEqual(modules)
  expect(await publish()).toEqual([])
  expect(await database.read(readPublication)).toBe(3)
  const stored = await database.read((trx) =>
    trx.selectFrom('pishkhan.documents').select('documents').where('module', '=', 'auth').executeTakeFirstOrThrow(),
  )
  expect(Object.keys(stored.documents)).toContain('module.json')
  expect(Object.keys(stored.documents).filter((path) => path.startsWith('fixtures'))).toEqual([])
})

it('publishes a folder again when a newer release has changed it', async () => {
  await publish()
  release('1.1.0')
  expect(await publish()).toEqual(['auth'])
  expect(
    (await database.read((trx) => listVersions(trx, 'auth'))).map(({ version, release: name, is_current }) => [version, name, is_current]),
  ).toEqual([
    [2, '1.1.0', true],
    [1, '1.0.0', false],
  ])
})

it('leaves a module alone that somebody has rolled back', async () => {
  await publish()
  release('1.1.0')
  await publish()
  await database.transaction((trx) => rollBackModule(trx, 'auth', 1, { publisher: { id: 1, name: 'someone' }, config, features, now }))
  release('1.2.0')
  expect(await publish()).toEqual([])
})

it('publishes a newer release although an extension loses its place by it, and says so', async () => {
  await publish()
  const extension = { extends: 'persons/grids/list', columns: [{ after: 'username', add: ['updated_at'] }] }
  const documents = {
    'module.json': JSON.stringify({ name: 'guests', title: 'Guests', version: '1.0.0', requires: ['persons'] }),
    'extensions/list.json': JSON.stringify(extension),
  }
  await database.transaction((trx) =>
    publishModule(trx, 'guests', documents, { publisher: { id: 1, name: 'someone' }, config, features, now }),
  )
  const file = join(root, 'modules/persons/grids/list.json')
  const grid = JSON.parse(readFileSync(file, 'utf8')) as { columns: (string | { key: string })[] }
  const columns = grid.columns.filter((column) => (typeof column === 'string' ? column : column.key) !== 'username')
  writeFileSync(file, JSON.stringify({ ...grid, columns }))
  expect(await prepareDatabase(database, { ...config, demo: false }, features, now)).toEqual({
    published: ['persons'],
    lost: ['guests/extensions/list.json/columns/0/after: there is no column "username" to stand after'],
    seeded: [],
  })
})
