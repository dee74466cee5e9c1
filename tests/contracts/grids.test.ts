import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContractSchemas } from '#schemas/cli/contract-bundle.ts'
import type { GridAnswer, GridFilter } from '#schemas/types/contract.d.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { productModules } from '#tests/helpers/product-modules.ts'
import { features } from '#server/features/index.ts'
import { startTestServer, type Reply, type TestServer } from '#tests/helpers/server.ts'

const grids = [...buildRegistry(productModules(), 1, undefined).grids.keys()]
const ajv = new Ajv({ strict: false, allErrors: true })
for (const [, schema] of readContractSchemas()) ajv.addSchema(schema)

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ seed: features.map(({ module }) => module) })
  token = await server.signIn('administrator')
})
afterAll(() => server?.close())

const ask = (name: string, query: Record<string, unknown> = {}): Promise<Reply> => {
  const [module, part, list] = name.split('/')
  return server.get('grid', { module, class: part, part: list, ...query }, { token })
}
const metadataOf = async (name: string) => (await ask(name)).body.metadata as GridAnswer

/** A good and a bad value of each kind of filter. */
const filterValues: Record<GridFilter['kind'], { good: string; bad?: string }> = {
  text: { good: 'a' },
  select: { good: '' },
  'remote-select': { good: '1', bad: 'x' },
  boolean: { good: '1', bad: 'perhaps' },
  'date-range': { good: '2024-01-01..2024-02-01', bad: '2024-13-40..' },
  'number-range': { good: '1..5', bad: 'five..' },
}

describe.each(grids)('grid %s', (name) => {
  it('answers what the contract says', async () => {
    const { status, body } = await ask(name)
    expect(status).toBe(200)
    expect(ajv.validate('/schemas/responses/grid.json', body.metadata) ? [] : ajv.errors).toEqual([])
    expect(body.metadata.pagination.page).toBe(1)
    expect(body.results.length).toBeLessThanOrEqual(body.metadata.pagination.page_size)
  })

  it('pages without a gap or a repeat', async () => {
    const first = await ask(name, { page_size: 3 })
    const second = await ask(name, { page_size: 3, page: 2 })
    const both = (await ask(name, { page_size: 6 })).body.results.map(({ id }: { id: number }) => id)
    expect([...first.body.results, ...second.body.results].map(({ id }) => id)).toEqual(both)
  })

  it('sorts by each column that offers it', async () => {
    const { grid } = await metadataOf(name)
    for (const { key } of grid.columns.filter(({ sortable }) => sortable)) {
      for (const order of ['asc', 'desc']) expect((await ask(name, { sort: key, order })).status, `${key} ${order}`).toBe(200)
    }
    expect((await ask(name, { sort: 'no_such_column', order: 'asc' })).body.errors).toHaveProperty('sort')
  })

  it('takes each filter and refuses a wrong value by its key', async () => {
    const { grid } = await metadataOf(name)
    for (const { key, kind, options } of grid.filters ?? []) {
      const { good, bad } = filterValues[kind]
      expect((await ask(name, { [key]: kind === 'select' ? String(options?.[0]?.value ?? '') : good })).status, key).toBe(200)
      if (bad !== undefined) expect((await ask(name, { [key]: bad })).body.errors, key).toHaveProperty([key])
    }
    expect((await ask(name, { no_such_filter: '1' })).body.errors).toHaveProperty('no_such_filter')
  })

  it('takes each operator of each filter in groups, and refuses a wrong value by its condition', async () => {
    const { grid } = await metadataOf(name)
    const values: Record<string, string> = { between: '(,)', within: '(today)', empty: '', filled: '' }
    for (const { key, kind, options, operators = [] } of grid.filters ?? []) {
      const value = kind === 'select' ? String(options?.[0]?.value ?? '') : kind === 'text' ? 'a' : '1'
      for (const operator of operators)
        expect(
          (
            await ask(name, {
              where: `or(${key}:${operator}${values[operator] ?? `("${value}")`},${key}:${operator}${values[operator] ?? `("${value}")`})`,
            })
          ).status,
          `${key} ${operator}`,
        ).toBe(200)
      const wrong = await ask(name, { where: `or(${key}:within(tomorrow))` })
      expect(wrong, key).toMatchObject({
        status: 422,
        body: { errors: { where: [expect.stringContaining(key)] }, metadata: { where: [{ place: [0], key }] } },
      })
    }
    expect((await ask(name, { where: 'no_such_filter:empty' })).body.errors).toHaveProperty('where')
  })

  it('opens each tab and counts what it shows', async () => {
    const { grid } = await metadataOf(name)
    for (const { key, count } of grid.tabs ?? []) {
      const { status, body } = await ask(name, { tab: key })
      expect(status, key).toBe(200)
      if (count !== undefined) expect(body.metadata.pagination.total, key).toBe(count)
    }
    expect((await ask(name, { tab: 'no-such-tab' })).body.errors).toHaveProperty('tab')
  })

  it('refuses pages that cannot be', async () => {
    for (const query of [{ page: 0 }, { page: -1 }, { page: 'x' }, { page_size: 0 }, { page_size: 100000 }, { ids: 'a,b' }]) {
      expect((await ask(name, query)).status, JSON.stringify(query)).toBe(422)
    }
  })

  it('answers one row again by its id', async () => {
    const rows = (await ask(name)).body.results.slice(0, 1)
    const again = await ask(name, { ids: rows.map(({ id }: { id: number }) => id).join() || '0', parts: 'results' })
    // Which rows of a tree have others beneath them is told with their level.
    const alone = rows.map(({ has_children: _, ...row }: Record<string, unknown>) => row)
    expect(again.body.results).toEqual(alone)
    expect(again.body.metadata.grid).toBeUndefined()
  })
})
