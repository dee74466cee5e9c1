import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LayoutDocumentMenuEntry } from '#schemas/types/contract.d.ts'
import type { Database } from '#server/database/database.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import type { CallContext } from '#server/feature.ts'
import { readMenuRecords } from '#server/features/panel/menu-records.ts'
import { seedRecords } from '#server/model/model.ts'
import { freshDatabase } from '#tests/helpers/database.ts'
import { caller, libraryRegistry, migrate, run } from '#tests/server-mock/model/library.ts'

const each = { entity: 'user' }
const entry = (id: string, more: object = {}): LayoutDocumentMenuEntry => ({ id, label: '{record.mobile}', each: { ...each }, ...more })
const base = libraryRegistry().modules.get('library')!
const menu = [
  entry('open'),
  entry('signed', { access: 'user' }),
  entry('named', { access: 'library.read' }),
  { id: 'folder', label: 'Folder', access: 'library.read', children: [entry('inside')] },
]
const registry = buildRegistry([{ ...base, module: { ...base.module, menu } }], 1, undefined)
let database: Database
beforeAll(async () => {
  database = await freshDatabase('pglite')
  await migrate(database)
  await database.transaction((trx) => seedRecords(trx, registry, 'user', [{ name_full: 'Sara', mobile: '0912' }]))
})
afterAll(() => database.close())

it('records stand in the menu for those who may read them, and where the entry names a permission', async () => {
  const counts = async (permissions: string[]) => {
    const context = caller({ permissions: new Set(permissions) })
    const records = await run(
      database,
      registry,
      (model) => readMenuRecords({ ...model, config: { locales: ['en'] } } as unknown as CallContext),
      context,
    )
    const found = [menu[0]!, menu[1]!, menu[2]!, menu[3]!.children![0]!].map(({ each: key }) => records.get(key!)?.length ?? 0)
    return found
  }
  expect(await counts(['library.read'])).toEqual([0, 0, 1, 1])
  expect(await counts(['persons.read'])).toEqual([1, 1, 0, 0])
})
