import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { importForm } from '#tests/server-mock/panel/import-form.ts'

/** What docs/writing-a-module.md teaches of records beneath each other, with a grid and a transition that moves a record. */
const [, part] = /^### Records beneath each other\n([^]*?)^## /m.exec(readFileSync('docs/writing-a-module.md', 'utf8'))!
const [place, endpoints] = [...part!.matchAll(/```json\n([^]*?)\n```/g)].map(([, text]) => JSON.parse(text!) as Record<string, unknown>)
const schema = place!.schema as { properties: object }
const labels = Object.fromEntries(
  ['name', 'parent', 'branch', 'order', 'state'].map((name) => [`entities.place.${name}`, name.toUpperCase()]),
)
const texts = { ...labels, place: 'Place', places: 'Places', 'transitions.place.store': 'Store' }
const library = Object.fromEntries(
  Object.entries(readModuleFolder('tests/fixtures/library')).map(([file, text]) => [file, JSON.parse(text)]),
)
const documents = {
  ...library,
  'entities/place.json': {
    ...place,
    schema: { ...schema, properties: { ...schema.properties, state: { enum: ['open', 'stored'] } } },
    lifecycle: {
      state: {
        initial: 'open',
        final: ['stored'],
        transitions: { store: { from: ['open'], to: 'stored', access: 'library.write', form: { fields: ['parent'] } } },
      },
    },
  },
  'grids/places.json': {
    entity: 'place',
    class: 'place',
    part: 'list',
    title: '$places',
    sort: 'order',
    reorder: 'order',
    tree: { parent: 'parent_id' },
    import: { fields: ['name', 'parent'] },
    columns: [{ key: 'name', editable: true }, 'branch', { key: 'order', sortable: true }],
    bulk: ['trash'],
  },
  'endpoints.json': {
    endpoints: [...(library['endpoints.json'] as { endpoints: object[] }).endpoints, ...(endpoints as unknown as object[])],
  },
  ...Object.fromEntries(
    Object.entries(library)
      .filter(([file]) => file.startsWith('locales/'))
      .map(([file, own]) => [file, { ...(own as object), ...texts }]),
  ),
}

const { server, tokens } = sharedServer(['developer'])
const as = () => ({ token: tokens.developer, headers: { 'x-locale': 'en' } })
const grid = { module: 'library', class: 'place', part: 'list' }
const post = (name: string, payload: object) => server.post(name, payload, as())
const make = async (name: string, data: object = {}): Promise<number> =>
  (await post('library-place-save', { name, ...data })).body.results.id as number
const single = async (id: number) => (await server.get('library-place', { id }, as())).body.results

let top: number
let middle: number
let low: number
beforeAll(async () => {
  const { status, body } = await post('publish', { module: 'library', documents })
  expect([status, JSON.stringify([body.errors, body.metadata?.problems ?? []])]).toEqual([200, JSON.stringify([undefined, []])])
  top = await make('Hall', { branch: 'north' })
  middle = await make('Shelf', { parent_id: top })
  low = await make('Box', { parent: middle })
})

describe('the tree of an entity is held by', () => {
  const circle = { parent_id: ['A record cannot be beneath itself.'] }
  it.each<[string, () => Promise<{ status: number; body: { errors: unknown } }>, object]>([
    ['the generic save', () => post('save', { model: 'place', id: top, data: { parent_id: low } }), circle],
    ['a declared save', () => post('library-place-save', { id: top, parent_id: low }), circle],
    ['a declared order', () => post('library-place-order', { id: top, after: low }), circle],
    ['a declared order of a list', () => post('library-place-order', { ids: [top], parent_id: low }), circle],
    ['the order of a grid', () => post('reorder', { grid: 'library/place/list', id: top, before: low }), circle],
    [
      'a transition that writes the parent',
      () => post('transition', { model: 'place', id: top, transition: 'store', data: { parent_id: low } }),
      circle,
    ],
    [
      'a new record',
      () => post('save', { model: 'place', data: { name: 'x', parent: 9999 } }),
      { parent: ['There is no record 9999, or it is in the trash.'] },
    ],
  ])('%s', async (_, ask, errors) => {
    const { status, body } = await ask()
    expect([status, body.errors]).toEqual([422, errors])
    expect(await single(low)).toMatchObject({ path: 'Hall › Shelf', branch: 'north' })
  })

  it('work on many rows, which says how many are beneath', async () => {
    const call = { name: 'trash', method: 'DELETE', params: { model: 'place', id: '{row.id}' } }
    const { body } = await post('bulk', { grid: { name: 'grid', params: grid }, title: 'Trash', call, rows: [{ id: top, version: 1 }] })
    expect(JSON.stringify(body.results.failed)).toContain('Records beneath this one: 1. Remove those first.')
  })

  it('an import', async () => {
    let bottom = low
    for (const name of ['Fourth', 'Bottom']) bottom = await make(name, { parent_id: bottom })
    const headers = { authorization: `Bearer ${tokens.developer}`, 'x-locale': 'en' }
    const importInto = async (name: string) => {
      const form = importForm(`name,parent\nA tray,${name}\n`, 'library/place/list')
      const opening = { method: 'POST', url: '/api/v1/grid-import-open', ...form, headers: { ...headers, ...form.headers } } as const
      const { mapping, import: opened } = (await server.inject(opening)).body.results
      return (await post('grid-import-run', { import: opened, mapping, mode: 'create' })).body
    }
    expect(JSON.stringify(await importInto('Bottom'))).toContain('Records can be nested 5 levels deep.')
    await importInto('Fourth')
    const { body } = await server.get('library-places', { q: 'tray' }, as())
    expect(body.results).toMatchObject([{ name: 'A tray', path: 'Hall › Shelf › Box › Fourth', children_count: 0 }])
  })
})

it('a grid moves a row beneath the parent of another one, and back by what it answers', async () => {
  const [left, right] = [await make('Left', { branch: 'north' }), await make('Right', { branch: 'south' })]
  const [one, two] = [await make('One', { parent_id: left }), await make('Two', { parent_id: left })]
  const other = await make('Other', { parent_id: right })
  const { body } = await post('reorder', { grid: 'library/place/list', id: one, after: other })
  expect([await single(one), body.results.stood]).toMatchObject([{ path: 'Right', branch: 'south' }, { before: two }])
  await post('reorder', { grid: 'library/place/list', id: one, version: body.results.version, ...body.results.stood })
  expect(await single(one)).toMatchObject({ path: 'Left', branch: 'north' })
})

it('a declared list answers one level with what is beneath, in order', async () => {
  const level = async (under: number | 'top') => (await server.get('library-places', { under }, as())).body.results
  expect(await level(top)).toMatchObject([{ id: middle, path: 'Hall', children_count: 1, has_children: true }])
  expect((await level('top'))[0]).toMatchObject({ id: top, path: '' })
  const { body } = await post('library-place-order', { ids: [low], parent_id: null })
  expect(body.results).toEqual({ ids: [low] })
  expect((await level('top')).map(({ id }: { id: number }) => id)).toContain(low)
})

it('history tells what was changed above, and nothing of what followed', async () => {
  const above = await make('Above', { branch: 'north' })
  const beneath = await make('Beneath', { parent_id: above })
  await post('library-place-save', { id: above, branch: 'south' })
  const entries = async (id: number) =>
    (await server.get('history', { model: 'place', id }, as())).body.results as { description: string }[]
  expect((await entries(above))[0]!.description).toBe('BRANCH')
  expect(await entries(beneath)).toHaveLength(1)
  expect(await single(beneath)).toMatchObject({ branch: 'south', version: 1 })
})
