import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/helpers/database.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const documents = {
  'module.json': {
    name: 'depot',
    title: 'Depot',
    version: '1.0.0',
    requires: ['persons'],
    permissions: ['depot.keep', 'depot.staff'],
    roles: { keeper: 'Keeper', helper: 'Helper' },
    grants: { operator: ['depot.keep', 'depot.staff'], keeper: ['depot.staff'], helper: ['depot.keep'] },
  },
  'entities/crate.json': {
    name: 'crate',
    title: 'Crate',
    schema: {
      type: 'object',
      required: ['title', 'organization'],
      properties: { title: { type: 'string', rules: 'required|max:20' }, organization: { type: 'integer', references: 'organization' } },
    },
    labels: { title: 'Title', organization: 'Organization' },
    access: {
      read: 'depot.keep',
      write: 'depot.keep',
      rows: [{ permission: 'depot.staff', where: { organization: '{session.user.organizations}' } }],
    },
  },
  'grids/crates.json': { entity: 'crate', columns: ['title'], sort: 'title', tabs: [{ key: 'all', title: 'All', count: true }] },
  'locales/en.json': {},
}

describe.each(databaseKinds)('organizations of a user in record rules on %s', (kind) => {
  const { server, tokens } = sharedServer(['developer', 'administrator', 'operator', 'staff'], { kind })
  const as = (user: 'administrator' | 'operator' | 'staff') => ({ token: tokens[user], headers: { 'x-locale': 'en' } })
  const grid = { module: 'depot', class: 'crate', part: 'crates' }
  const organizations: number[] = []
  const crates: number[] = []
  let operator = 0
  const hold = (organization: number, change: { roles?: string[]; blocked?: boolean }) =>
    server.put('organization-user-roles', { organization_id: organizations[organization], id: operator, ...change }, as('administrator'))

  beforeAll(async () => {
    const { status, body } = await server.post('publish', { module: 'depot', documents }, { token: tokens.developer })
    expect([status, body.errors]).toEqual([200, undefined])
    operator = (await server.get('list', { model: 'user', username: 'operator' }, as('administrator'))).body.results[0].id as number
    const { results } = (await server.get('list', { model: 'organization', page_size: 3, sort: 'id' }, as('administrator'))).body
    for (const { id } of results as { id: number }[]) {
      organizations.push(id)
      const made = await server.post(
        'save',
        { model: 'crate', data: { title: `Crate ${organizations.length}`, organization_id: id } },
        as('administrator'),
      )
      crates.push(made.body.results.id as number)
      await server.post('organization-user-add', { organization_id: id, id: operator }, as('administrator'))
    }
  })
  const seen = async () => {
    const list = (await server.get('list', { model: 'crate', sort: 'id' }, as('operator'))).body
    const rows = (await server.get('grid', grid, as('operator'))).body
    const single = await Promise.all(crates.map((id) => server.get('single', { model: 'crate', id }, as('operator'))))
    const file = await server.post('grid-export', { grid: 'depot/crate/crates', format: 'csv', rows: 'all' }, as('operator'))
    return {
      list: (list.results as { title: string }[]).map(({ title }) => title.at(-1)).join(''),
      total: list.metadata.pagination.total as number,
      count: rows.metadata.grid.tabs[0].count as number,
      single: single.map(({ status }) => status),
      file: [...String(file.body).matchAll(/Crate (\d)/g)].map(([, digit]) => digit).join(''),
    }
  }
  const nothing = { list: '', total: 0, count: 0, single: [404, 404, 404], file: '' }

  it('are none without a role there, or with one that does not grant the permission of the rule', async () => {
    expect(await seen()).toEqual(nothing)
    await hold(0, { roles: ['helper'] })
    expect(await seen()).toEqual(nothing)
  })

  it('are those with such a role, in lists, single records, counts, files and writes', async () => {
    await hold(0, { roles: ['keeper'] })
    expect(await seen()).toEqual({ list: '1', total: 1, count: 1, single: [200, 404, 404], file: '1' })
    await hold(2, { roles: ['helper', 'keeper'] })
    expect(await seen()).toEqual({ list: '13', total: 2, count: 2, single: [200, 404, 200], file: '13' })
    const save = (data: object, id?: number) =>
      server.post('save', { model: 'crate', data, ...(id !== undefined && { id }) }, as('operator'))
    expect((await save({ title: 'Other' }, crates[1])).status).toBe(404)
    expect((await save({ title: 'Crate 1' }, crates[0])).status).toBe(200)
    expect((await save({ organization_id: organizations[1] }, crates[0])).body.errors).toHaveProperty('organization_id')
    expect((await save({ title: 'New', organization_id: organizations[1] })).body.errors).toHaveProperty('organization_id')
    const made = await save({ title: 'New', organization_id: organizations[2] })
    expect(made.status).toBe(200)
    await server.delete('trash', { model: 'crate', id: made.body.results.id }, as('administrator'))
  })

  it('are no more where he is blocked or gone', async () => {
    await hold(0, { blocked: true })
    expect(await seen()).toMatchObject({ list: '3', single: [404, 404, 200] })
    await hold(0, { blocked: false })
    expect(await seen()).toMatchObject({ list: '13' })
    await server.delete('organization-user-remove', { organization_id: organizations[0], id: operator }, as('administrator'))
    expect(await seen()).toMatchObject({ list: '3' })
  })

  it('come of roles that only who has their permissions gives', async () => {
    const give = (roles: string[], user: 'administrator' | 'staff' = 'administrator') =>
      server.put('organization-user-roles', { organization_id: organizations[1], id: operator, roles }, as(user))
    expect((await give(['keeper'])).body.results).toEqual({ id: operator, roles: ['keeper'], blocked: false })
    expect((await give(['no such role'])).body.errors).toHaveProperty('roles')
    expect([422, 403]).toContain((await give(['helper'], 'staff')).status)
    const { results } = (await server.get('organization-users', { organization_id: organizations[1] }, as('administrator'))).body
    expect(results).toContainEqual(expect.objectContaining({ id: operator, roles: ['keeper'], blocked: false }))
  })
})
