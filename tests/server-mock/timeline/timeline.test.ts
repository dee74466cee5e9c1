import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeAudit, type TransitionDetails } from '#server/model/audit.ts'
import { systemCaller } from '#server/model/context.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { workshop } from './workshop.ts'

type Node = Record<string, unknown> & { id: string; kind: string }

/** The example of docs/writing-a-module.md: an entity's word, a block and two endpoints. */
const [word, block, calls] = [...readFileSync('docs/writing-a-module.md', 'utf8').matchAll(/```json\n([^`]*"timeline"[^`]*)\n```/g)].map(
  ([, text]) => text!,
)

describe.each(databaseKinds)('the timeline of a record on %s', (kind) => {
  const { server, tokens } = sharedServer(['developer', 'staff', 'operator', 'customer'], { kind })
  const staff = () => ({ token: tokens.staff, headers: { 'x-locale': 'en' } })
  const operator = () => ({ token: tokens.operator, headers: { 'x-locale': 'en' } })

  beforeAll(async () => {
    const { status, body } = await server.post('publish', { module: 'workshop', documents: workshop() }, { token: tokens.developer })
    expect([status, body.errors]).toEqual([200, undefined])
  })

  const save = async (model: string, data: Record<string, unknown>, id?: number) =>
    (await server.post('save', { model, data, ...(id !== undefined && { id }) }, staff())).body.results as { id: number; version: number }
  const read = async (id: number, more: Record<string, unknown> = {}, options = staff()) => {
    const { status, body } = await server.get('timeline', { model: 'repair', id, ...more }, options)
    return {
      status,
      body,
      nodes: (body.results ?? []) as Node[],
      metadata: body.metadata as Record<string, unknown> & { cursor: string | null },
    }
  }
  const noteTransition = (id: number, action: string, details: TransitionDetails) =>
    server.database.transaction((trx) =>
      writeAudit({ trx, caller: systemCaller('en'), now: new Date() }, { entity: 'repair', recordId: id, action, details }),
    )
  const noteMany = (entity: string, ids: readonly number[], action: string, requestId: string) =>
    server.database.transaction(async (trx) => {
      const now = new Date()
      for (const recordId of ids)
        await writeAudit(
          { trx, caller: { ...systemCaller('en'), requestId }, now },
          { entity, recordId, action, before: { count: 1 }, after: { count: 2 } },
        )
    })

  it('tells newest first what was done, by whom, and old and new values', async () => {
    const { id } = await save('repair', { title: 'Brakes', due: '2024-03-01' })
    await save('repair', { title: 'Brakes and oil', due: null }, id)
    await server.delete('trash', { model: 'repair', id }, staff())
    await server.patch('restore', { model: 'repair', id }, staff())
    const { nodes, metadata } = await read(id)
    expect(nodes).toMatchObject([
      { kind: 'restored', status_title: 'Restored' },
      { kind: 'trashed', status_title: 'Moved to trash', color: 'danger' },
      {
        kind: 'changed',
        description: 'Title and Due',
        user: { name_full: expect.any(String) },
        date: expect.stringMatching(/Z$/),
        changes: [
          { field: 'title', label: 'Title', from: 'Brakes', to: 'Brakes and oil' },
          { field: 'due', label: 'Due', from: '2024-03-01', to: null },
        ],
      },
      { kind: 'created', status: 'create', status_title: 'Created', description: null },
    ])
    expect(metadata).toMatchObject({
      cursor: null,
      kinds: ['comment', 'changed'],
      can_comment: true,
      can_comment_private: true,
      can_attach: true,
    })
    expect(metadata.fields).toMatchObject({ repair: { due: { key: 'due', cell: 'date' } } })
  })

  it('tells a transition with both states, its note, and the sentence that the module has for it', async () => {
    const { id } = await save('repair', { title: 'Engine' })
    await noteTransition(id, 'reopen', { field: 'status', from: 'done', to: 'open', note: 'It still leaks.' })
    await noteTransition(id, 'finish', { field: 'status', from: 'open', to: 'done' })
    await noteTransition(id, 'inspect', { field: 'status', from: 'open', to: 'open' })
    await noteTransition(id, 'begin', { field: 'status', from: null, to: 'open' })
    const { nodes } = await read(id, { kinds: 'transition' })
    expect(nodes).toMatchObject([
      { kind: 'transition', description: 'Status set to Open', to: { value: 'open' } },
      { kind: 'transition', status: 'inspect', status_title: 'Inspected', description: 'Inspected' },
      { kind: 'transition', status: 'done', description: 'Finished: Open is now Done', color: 'success' },
      {
        kind: 'transition',
        status: 'open',
        status_title: 'Open',
        description: 'Status changed from Done to Open',
        from: { value: 'done', title: 'Done', color: 'success' },
        to: { value: 'open', title: 'Open', color: 'info' },
        note: 'It still leaks.',
        user: null,
      },
    ])
    expect(nodes[1]).not.toHaveProperty('from')
  })

  it('leaves out what was done to fields that the reader may not read, their names too', async () => {
    const { id } = await save('repair', { title: 'Wheel', price: '10' })
    await save('repair', { price: '12' }, id)
    await save('repair', { title: 'Wheels', price: '20' }, id)
    expect((await read(id)).nodes.map((node) => node.description)).toEqual(['Title and Price', 'Price', null])
    const { nodes, metadata } = await read(id, {}, operator())
    expect(nodes.map((node) => node.description)).toEqual(['Title', null])
    expect(JSON.stringify([nodes, metadata])).not.toMatch(/price/i)
  })

  it('names records that changed references lead to, and the words of formatted texts', async () => {
    const { id } = await save('repair', { title: 'Belt' })
    await save('repair', { mechanic: 1, report: '<p>Long</p>', name: 'Keil' }, id)
    const { nodes } = await read(id)
    expect(nodes[0]!.changes).toEqual([
      { field: 'report', label: 'Report', from: null, to: 'Long' },
      { field: 'mechanic', label: 'Mechanic', from: null, to: { id: 1, title: expect.stringMatching(/\S+ \S+/) } },
      { field: 'name', label: 'Name', from: null, to: 'Keil' },
    ])
  })

  it('pages by a cursor without losing or repeating a node, however many are left out', async () => {
    const { id } = await save('repair', { title: 'Long story' })
    for (let step = 0; step < 45; step += 1) await save('repair', step % 3 === 0 ? { title: `Step ${step}` } : { price: String(step) }, id)
    const whole: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await read(id, cursor ? { cursor } : {})
      expect(page.nodes.length).toBeLessThanOrEqual(20)
      whole.push(...page.nodes.map((node) => node.id))
      cursor = page.metadata.cursor
    } while (cursor)
    expect(whole).toHaveLength(46)
    expect(new Set(whole).size).toBe(46)
    const seen = await read(id, {}, operator())
    expect([seen.nodes.length, seen.metadata.cursor]).toEqual([16, null])
    expect((await read(id, { cursor: 'nonsense' })).body.errors).toHaveProperty('cursor')
    const outside = Buffer.from(JSON.stringify(["2024-13-45 00:00:00'", 1, 1])).toString('base64url')
    expect((await read(id, { cursor: outside })).status).toBe(422)
  })

  it('pages from the oldest entry on in the order that is asked for', async () => {
    const { id } = await save('repair', { title: 'From the start' })
    for (let step = 0; step < 24; step += 1) await save('repair', { title: `Step ${step}` }, id)
    const newest = [...(await read(id)).nodes, ...(await read(id, { cursor: (await read(id)).metadata.cursor! })).nodes]
    const first = await read(id, { order: 'oldest' })
    const second = await read(id, { order: 'oldest', cursor: first.metadata.cursor! })
    expect([first.nodes.length, first.metadata.order, second.nodes.length, second.metadata.cursor]).toEqual([20, 'oldest', 5, null])
    expect([...first.nodes, ...second.nodes]).toEqual(newest.reverse())
    expect((await read(id, { order: 'sideways' })).status).toBe(422)
  })

  it('leads to the record as it was, with marks at what is different now and without protected fields', async () => {
    const { id } = await save('repair', { title: 'Door', price: '10', mechanic: 1 })
    await save('repair', { title: 'Front door', price: '12' }, id)
    await save('repair', { due: '2024-03-01' }, id)
    const { nodes } = await read(id)
    expect(nodes.map(({ version }) => version)).toEqual([undefined, 2, 1])
    const at = (version: number, options = staff()) => server.get('timeline-version', { model: 'repair', id, version }, options)
    const { body } = await at(1)
    expect(body.results).toMatchObject({ id, version: 1, title: 'Door', price: '10', due: null, mechanic: { id: 1 } })
    expect(body.metadata.changed).toEqual(['title', 'price', 'due'])
    const seen = (await at(1, operator())).body
    expect([seen.results.title, seen.metadata.changed]).toEqual(['Door', ['title', 'due']])
    expect(JSON.stringify(seen)).not.toMatch(/price/i)
    expect((await at(4)).body).toMatchObject({ errorCode: 'not-found', userMessage: expect.stringContaining('history has a gap') })
    expect((await at(1, { token: tokens.customer, headers: { 'x-locale': 'en' } })).status).toBe(403)
    expect((await server.get('timeline-version', { model: 'part', id: 1, version: 1 }, staff())).body.errorCode).toBe('not-found')
  })

  it('shows what was done to records that refer to it, several of one request as one node', async () => {
    const { id } = await save('repair', { title: 'Gear' })
    const parts = [
      await save('part', { title: 'Nut', repair: id }),
      await save('part', { title: 'Bolt', repair: id }),
      await save('part', { title: 'Cap', repair: id }),
    ]
    await noteMany(
      'part',
      parts.map((part) => part.id),
      'update',
      'one request',
    )
    await server.delete('destroy', { model: 'part', id: parts[2]!.id }, staff())
    const { nodes } = await read(id)
    expect(nodes).toMatchObject([
      { kind: 'destroyed', of: { model: 'part', type: 'Part', title: 'Cap' } },
      {
        kind: 'changed',
        description: 'Part: 3 changed',
        count: 3,
        rows: [{ title: 'Nut', changes: [{ field: 'count', from: 1, to: 2 }] }, { title: 'Bolt' }, { title: '#' + parts[2]!.id }],
      },
      { kind: 'created', of: { title: '#' + parts[2]!.id } },
      { kind: 'created', of: { title: 'Bolt' } },
      { kind: 'created', of: { title: 'Nut' } },
      { kind: 'created' },
    ])
    expect((await read(id, {}, operator())).nodes).toMatchObject([{ kind: 'created' }])
  })

  it('is declared as the documentation says', async () => {
    const { timeline } = JSON.parse(`{${word}}`) as { timeline: unknown }
    const screen = { name: 'workshop-repair', path: 'workshop/:id', title: '$repair', body: [JSON.parse(block!) as unknown] }
    const documents = workshop(timeline, {
      'screens/workshop-repair.json': screen,
      'endpoints.json': { endpoints: JSON.parse(`[${calls}]`) as unknown },
    })
    const { status, body } = await server.post('publish', { module: 'workshop', documents }, { token: tokens.developer })
    expect([status, body.errors]).toEqual([200, undefined])
    const drawn = (await server.get('screen', { name: 'workshop-repair' }, staff())).body.results.body as unknown
    expect(drawn).toEqual([{ timeline: 'repair', of: '{route.id}', filter: true, order: 'newest' }])
    const { id } = await save('repair', { title: 'Documented' })
    await save('repair', { due: '2024-03-01' }, id)
    expect((await server.get('workshop-timeline', { id }, operator())).body.results).toMatchObject([{ kind: 'created' }])
    await save('repair', { title: 'Once more' }, id)
    const kindsOf = ({ nodes }: Awaited<ReturnType<typeof read>>) => nodes.map((node) => node.kind)
    expect([kindsOf(await read(id)), (await read(id)).metadata.order]).toEqual([['created', 'changed'], 'oldest'])
    expect((await server.get('workshop-timeline', { id, order: 'newest' }, operator())).body.results).toMatchObject([
      { kind: 'changed' },
      { kind: 'created' },
    ])
    // Earlier versions show the fields that the timeline does.
    const { fields } = (await server.get('timeline-version', { model: 'repair', id, version: 1 }, staff())).body.metadata as {
      fields: { key: string }[]
    }
    expect(fields.map(({ key }) => key)).toEqual(['title', 'price', 'mechanic', 'created_at', 'created_by', 'updated_at', 'updated_by'])
    expect((await server.post('workshop-comment', { id, text: 'Done' }, operator())).status).toBe(200)
    const grid = (await server.get('grid', { module: 'workshop', class: 'repair', part: 'repairs', parts: 'grid' }, staff())).body.metadata
      .grid
    expect(grid.quick_view).toMatchObject({ model: 'repair', timeline: true })
  })

  it('is for those who may read the record, and of records without a timeline there is none', async () => {
    const { id } = await save('repair', { title: 'Secret' })
    expect((await read(id, {}, { token: tokens.customer, headers: { 'x-locale': 'en' } })).status).toBe(403)
    expect((await read(999_999)).status).toBe(404)
    expect((await server.get('timeline', { model: 'part', id: 1 }, staff())).body).toMatchObject({
      errorCode: 'not-found',
      userMessage: 'Records of this kind have no timeline.',
    })
    expect((await server.get('timeline', { model: 'repair', id })).status).toBe(401)
  })
})
