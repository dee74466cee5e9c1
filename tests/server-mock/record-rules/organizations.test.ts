import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { organizationsOf } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { listRecords, writeRecord } from '#server/model/model.ts'
import { freshDatabase, usualKind } from '#tests/helpers/database.ts'
import { caller, migrate, run } from '#tests/server-mock/model/library.ts'

const branch: EntityDocument = {
  name: 'branch',
  title: 'Branch',
  schema: { type: 'object', properties: { title: { type: 'string' }, organization: { type: 'integer' } } },
  access: { read: 'branch.read', rows: [{ permission: 'branch.staff', where: { organization: '{session.user.organizations}' } }] },
}
const registry = buildRegistry(
  [
    {
      module: {
        name: 'firms',
        title: 'Firms',
        version: '1.0.0',
        grants: { clerk: ['branch.read', 'branch.staff'], guest_clerk: ['branch.read'] },
      },
      entities: { branch },
      grids: {},
      forms: {},
      modals: {},
      metrics: {},
      ledgers: {},
      notifications: {},
      screens: {},
      endpoints: [],
      extensions: {},
      locales: {},
    },
  ],
  1,
  undefined,
)
const admin = caller({ isAdmin: true })
const clerk = (memberships?: { organization: number; role: string }[]) =>
  caller({ permissions: new Set(['branch.read', 'branch.staff']), ...(memberships && { memberships }) })

let database: Database
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  await migrate(database, [branch])
  for (const organization of [1, 2, 3])
    await run(database, registry, (context) => writeRecord(context, 'branch', { data: { title: `b${organization}`, organization } }), admin)
})
afterAll(() => database.close())

const seen = async (as: ReturnType<typeof clerk>) =>
  (await run(database, registry, (context) => listRecords(context, 'branch', { sort: 'id', order: 'asc' }), as)).results.map(
    ({ organization }) => organization,
  )

it('organizations are those in which a role grants the permission of the rule', async () => {
  const memberships = [
    { organization: 1, role: 'clerk' },
    { organization: 2, role: 'guest_clerk' },
    { organization: 3, role: 'clerk' },
  ]
  expect(organizationsOf(clerk(memberships), registry.grants, 'branch.staff')).toEqual([1, 3])
  expect(organizationsOf(clerk(memberships), registry.grants, undefined)).toEqual([1, 2, 3])
  expect(await seen(clerk(memberships))).toEqual([1, 3])
  expect(await seen(clerk(memberships.slice(1, 2)))).toEqual([])
  expect(await seen(clerk())).toEqual([])
})

it('a new record gets the organization where there is only one', async () => {
  const save = (as: ReturnType<typeof clerk>, data: object) =>
    run(database, registry, (context) => writeRecord(context, 'branch', { data: { title: 'new', ...data } }), as)
  expect(await save(clerk([{ organization: 1, role: 'clerk' }]), {})).toMatchObject({ organization: 1 })
  const both = clerk([1, 3].map((organization) => ({ organization, role: 'clerk' })))
  await expect(save(both, {})).rejects.toMatchObject({ code: '422', errors: { organization: [{ key: 'errors.outside_rules' }] } })
  expect(await save(both, { organization: 3 })).toMatchObject({ organization: 3 })
})
