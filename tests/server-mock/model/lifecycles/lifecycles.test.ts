import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disabledTextAt } from '#schemas/rules/conditions/form-conditions.ts'
import { createUser } from '#server/features/persons/store.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { takeDueTransitions } from '#server/model/lifecycles/due-transitions.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { repair } from './repair.ts'

let server: TestServer
let clerk: string
let chief: string
let developer: string

beforeAll(async () => {
  server = await startTestServer()
  developer = await server.signIn('developer')
  const { status, body } = await server.post('publish', { module: 'repair', documents: repair() }, { token: developer })
  const problems = (body.metadata?.problems ?? []) as { message: string }[]
  expect([status, problems.map(({ message }) => message).filter((message) => !message.startsWith('there are no texts'))]).toEqual([200, []])
  for (const name of ['clerk', 'chief']) await createUser(server.database, { username: `the-${name}`, password: demoPassword, role: name })
  clerk = await server.signIn('the-clerk')
  chief = await server.signIn('the-chief')
})
afterAll(() => server.close())

const as = (token = clerk) => ({ token, headers: { 'x-locale': 'en' } })
const create = async (data: object = {}): Promise<number> => {
  const { body } = await server.post('save', { model: 'ticket', data: { title: 'A phone', ...data } }, as())
  return body.results.id as number
}
const step = (id: number, transition: string, more: object = {}, token = clerk) =>
  server.post('transition', { model: 'ticket', id, transition, ...more }, as(token))
const read = async (id: number, model = 'ticket') => (await server.get('single', { model, id }, as(developer))).body.results
/** A ticket in a state, by the transitions that lead there. */
const inState = async (path: readonly string[], data: object = {}): Promise<number> => {
  const id = await create({ price: '10', ...data })
  for (const transition of path)
    expect((await step(id, transition, transition === 'cancel' ? { note: 'so' } : {})).status, transition).toBe(200)
  return id
}

describe('a state', () => {
  it('begins as the lifecycle says, and is written by nothing but transitions', async () => {
    const id = await create()
    expect(await read(id)).toMatchObject({ status: 'new', on_hold: false })
    for (const data of [{ status: 'repaired' }, { on_hold: true }]) {
      const [field] = Object.keys(data)
      const errors = { [field!]: ['The status changes only by its own actions.'] }
      expect(await server.post('save', { model: 'ticket', id, data }, as(developer))).toMatchObject({ status: 422, body: { errors } })
      expect(await server.post('save', { model: 'ticket', data: { title: 'x', ...data } }, as())).toMatchObject({
        status: 422,
        body: { errors },
      })
    }
    const whole = await read(id)
    expect((await server.post('save', { model: 'ticket', id, version: whole.version, data: { ...whole, title: 'B' } }, as())).status).toBe(
      200,
    )
  })

  it('is changed by a transition, which the history keeps with both states', async () => {
    const id = await create()
    const { status, body } = await step(id, 'check')
    expect([status, body.results]).toMatchObject([200, { id, status: 'checking', version: 2, can_check: false, can_repair: true }])
    const rows = await server.database.read((trx) =>
      trx
        .selectFrom('pishkhan.audit')
        .select(['action', 'details', 'version'])
        .where('entity', '=', 'ticket')
        .where('record_id', '=', id)
        .orderBy('id', 'desc')
        .execute(),
    )
    expect(rows[0]).toEqual({ action: 'check', version: 2, details: { field: 'status', from: 'new', to: 'checking' } })
  })

  it('is offered by flags to those who have the right, in the states from which it starts', async () => {
    const id = await inState(['check', 'order_part'])
    expect((await server.get('single', { model: 'ticket', id }, as())).body.results).toMatchObject({
      can_repair: true,
      can_cancel: false,
      can_reopen: false,
      can_ping: true,
    })
    expect((await server.get('single', { model: 'ticket', id }, as(chief))).body.results).toMatchObject({ can_cancel: true })
    expect((await read(id)).can_expire).toBeUndefined()
  })
})

describe('a transition is refused', () => {
  it('where there is none of that name, with those that there are', async () => {
    const { status, body } = await step(await create(), 'ship')
    expect(status).toBe(422)
    expect(body.errors.transition[0]).toContain('check, order_part, repair')
    expect((await step(await create(), 'expire')).status).toBe(422)
  })

  it('where it does not start in the present state, at the field of the state', async () => {
    expect(await step(await create(), 'repair')).toMatchObject({
      status: 422,
      body: { errors: { status: ['“To repair” is not possible while the status is “NEW”.'] }, metadata: { lifecycle: 'status' } },
    })
  })

  it('by a guard, with its sentence', async () => {
    const id = await create()
    await step(id, 'check')
    expect(await step(id, 'repair')).toMatchObject({ status: 422, body: { errors: { status: ['Say what it costs first.'] } } })
    expect(await read(id)).toMatchObject({ status: 'checking' })
  })

  it('without its permission, also where that depends on the state', async () => {
    const id = await inState(['check', 'order_part'])
    expect((await step(id, 'cancel', { note: 'x' })).status).toBe(403)
    expect((await step(id, 'cancel', { note: 'x' }, chief)).status).toBe(200)
    expect((await step(id, 'reopen')).status).toBe(403)
    expect((await step(id, 'check', {}, await server.signIn('customer'))).status).toBe(403)
  })

  it('without the note and the fields that it asks for, or with wrong ones', async () => {
    const id = await create()
    expect(await step(id, 'cancel')).toMatchObject({ status: 422, body: { errors: { note: ['Reason is required.'] } } })
    expect(await step(id, 'cancel', { note: ' ' })).toMatchObject({ status: 422 })
    expect(await step(id, 'cancel', { note: 'x'.repeat(4001) })).toMatchObject({ status: 422 })
    const done = await inState(['check', 'repair'])
    expect(await step(done, 'return', {}, chief)).toMatchObject({ status: 422, body: { errors: { tracking: [expect.any(String)] } } })
    expect(await step(done, 'return', { data: { tracking: 'x'.repeat(21) } }, chief)).toMatchObject({
      status: 422,
      body: { errors: { tracking: [expect.any(String)] } },
    })
    expect(await read(done)).toMatchObject({ status: 'repaired', tracking: null })
    expect((await step(done, 'return', { data: { tracking: 'T1' } }, chief)).body.results).toMatchObject({
      status: 'returned',
      tracking: 'T1',
    })
  })

  it('to the person whose eyes do not count', async () => {
    const id = await inState(['check', 'repair'])
    expect((await server.get('single', { model: 'ticket', id }, as())).body.results).toMatchObject({ can_return: false })
    expect(await step(id, 'return', { data: { tracking: 'T' } })).toMatchObject({
      status: 403,
      body: { userMessage: 'Somebody else has to do this.' },
    })
  })

  it('in the trash, with a stale version, and for a record that is not there', async () => {
    const id = await create()
    expect((await step(id, 'check', { version: 7 })).body.errorCode).toBe('stale-version')
    expect((await step(999_999, 'check')).status).toBe(404)
    await server.delete('trash', { model: 'ticket', id }, as())
    expect(await step(id, 'check')).toMatchObject({ status: 409, body: { errorCode: 'precondition-failed' } })
  })

  it('to a state that is none of its targets', async () => {
    const id = await create()
    expect(await step(id, 'choose', {}, chief)).toMatchObject({ status: 422, body: { errors: { to: [expect.any(String)] } } })
    expect(await step(id, 'choose', { to: 'returned' }, chief)).toMatchObject({
      status: 422,
      body: { errors: { to: [expect.any(String)] } },
    })
    expect((await step(id, 'choose', { to: 'waiting' }, chief)).body.results).toMatchObject({ status: 'waiting' })
  })

  it('with fields that are not of its form, for whoever may not write', async () => {
    const id = await create()
    expect((await step(id, 'check', { data: { title: 'New name' } })).body.results).toMatchObject({ status: 'checking', title: 'New name' })
    const other = await create()
    expect(await step(other, 'check', { data: { status: 'returned' } })).toMatchObject({ status: 422 })
    expect(await step(other, 'check', { data: { nothing: 1 } })).toMatchObject({
      status: 422,
      body: { errors: { nothing: [expect.any(String)] } },
    })
    expect(await read(other)).toMatchObject({ status: 'new' })
  })
})

describe('a lock', () => {
  it('keeps fields at their values, and takes back what is stored', async () => {
    const id = await inState(['check', 'repair'])
    const { version } = await read(id)
    expect(await server.post('save', { model: 'ticket', id, data: { price: '11' } }, as())).toMatchObject({
      status: 422,
      body: { errors: { price: ['This can no longer be changed while the status is “REPAIRED”.'] } },
    })
    expect((await server.post('save', { model: 'ticket', id, version, data: { price: '10.0', title: 'C' } }, as())).status).toBe(200)
  })

  it('of all fields also stops the trash', async () => {
    const id = await inState(['check', 'repair'])
    await step(id, 'return', { data: { tracking: 'T1' } }, chief)
    expect((await read(id)).can_trash).toBe(false)
    expect(await server.delete('trash', { model: 'ticket', id }, as())).toMatchObject({ status: 409 })
    expect((await server.post('save', { model: 'ticket', id, data: { title: 'D' } }, as())).status).toBe(422)
  })

  it('of one lifecycle stops the transitions of the others', async () => {
    const id = await create()
    await step(id, 'hold')
    expect((await server.get('single', { model: 'ticket', id }, as())).body.results).toMatchObject({ can_check: false, can_release: true })
    expect(await step(id, 'check')).toMatchObject({ status: 422, body: { errors: { on_hold: [expect.any(String)] } } })
    await step(id, 'release')
    expect((await step(id, 'check')).status).toBe(200)
  })

  it('is told at the fields of a form: with its own reason, else with a general one', async () => {
    const text = JSON.stringify({ entity: 'ticket', layout: ['title', 'price', 'status'] })
    const { body } = await server.post('publish-try', { module: 'repair', path: 'forms/ticket.json', text }, as(developer))
    const { ui } = (body.results as { answer: { ui: Record<string, Record<string, unknown>> } }).answer
    expect(ui.title).toMatchObject({ disabled_text: 'It is with its owner.' })
    expect(ui.price).toMatchObject({ disabled_text: 'In the present state this cannot be changed.' })
    expect(ui.status).toMatchObject({ disabled: true })
    // Two locks hold the price, each with its own reason; in a state without a lock there is nothing to tell.
    const said = ['repaired', 'returned', 'new'].map((status) => disabledTextAt({ ui }, ui.price!, { status }, ['price']))
    const general = 'In the present state this cannot be changed.'
    expect(said).toEqual([general, 'It is with its owner.', undefined])
  })
})

describe('what follows from a transition', () => {
  it('sets values, and takes records of other entities along', async () => {
    const id = await inState(['check'])
    const part = (await server.post('save', { model: 'part', data: { title: 'Screen', ticket: id } }, as())).body.results.id
    const { body } = await step(id, 'repair')
    expect(body.results).toMatchObject({ status: 'repaired', done_by: { title: expect.any(String) }, done_at: expect.any(String) })
    expect(await read(part, 'part')).toMatchObject({ state: 'used' })
  })

  it('happens whole or not at all; the refusal names the record', async () => {
    const id = await inState(['check'])
    const parts: number[] = []
    for (const title of ['Screen', 'Battery'])
      parts.push((await server.post('save', { model: 'part', data: { title, ticket: id } }, as())).body.results.id as number)
    await server.post('transition', { model: 'part', id: parts[1], transition: 'break' }, as())
    const { status, body } = await step(id, 'repair')
    expect([status, body.userMessage]).toEqual([
      422,
      'Battery: “Use” is not possible while the state is “Broken”.'.replace('the state', 'the status'),
    ])
    expect(await read(id)).toMatchObject({ status: 'checking', done_by: null })
    expect(await read(parts[0]!, 'part')).toMatchObject({ state: 'here' })
  })

  it('is taken by itself once a condition holds', async () => {
    const id = await inState(['check', 'order_part'])
    const { body } = await server.post('save', { model: 'ticket', id, data: { parts_left: 0 } }, as())
    expect(body.results).toMatchObject({ status: 'checking', parts_left: 0 })
  })

  it('is only a mark in the history where the state stays', async () => {
    const id = await inState(['check', 'order_part'])
    const { version } = await read(id)
    expect((await step(id, 'ping')).body.results).toMatchObject({ version, status: 'waiting' })
    const count = await server.database.read((trx) =>
      sql<{
        n: number
      }>`select count(*)::int as n from pishkhan.audit where entity = 'ticket' and record_id = ${id} and action = 'ping'`.execute(trx),
    )
    expect(count.rows[0]!.n).toBe(1)
    expect((await server.post('save', { model: 'ticket', id, version, data: { title: 'after a mark' } }, as())).status).toBe(200)
  })
})

describe('a moment that has come', () => {
  const due = (now: Date) =>
    server.database.transaction(async (trx) => takeDueTransitions(trx, await createRegistries(server.config).current(trx), now))

  it('takes its transition, oldest first, but not in the trash', async () => {
    const at = (minutes: number) => new Date(Date.UTC(2030, 0, 1, 0, minutes)).toISOString()
    const [early, late, trashed] = [
      await create({ expires_at: at(1) }),
      await create({ expires_at: at(50) }),
      await create({ expires_at: at(1) }),
    ]
    await server.delete('trash', { model: 'ticket', id: trashed }, as())
    expect(await due(new Date(at(10)))).toBe(1)
    expect([(await read(early)).status, (await read(late)).status]).toEqual(['cancelled', 'new'])
    await server.patch('restore', { model: 'ticket', id: trashed }, as())
    expect(await due(new Date(at(10)))).toBe(1)
    expect((await read(trashed)).status).toBe('cancelled')
  })
})

describe('calls of a document', () => {
  it('choose the transition that starts here, and tell faults under their own names', async () => {
    const id = await create()
    const set = (more: object, token = clerk) => server.post('repair-ticket-status', { id, ...more }, as(token))
    expect(await set({ status: 'cancelled' })).toMatchObject({ status: 422, body: { errors: { description: [expect.any(String)] } } })
    expect(await set({ status: 'nowhere' })).toMatchObject({ status: 422, body: { errors: { status: [expect.any(String)] } } })
    expect((await set({ status: 'cancelled', description: 'no part' })).body.results).toMatchObject({ status: 'cancelled' })
    expect((await set({ status: 'new' }, chief)).body.results).toMatchObject({ status: 'new' })
  })

  it('tell what is possible, and why the rest is not', async () => {
    const id = await create()
    const { body } = await server.get('transitions', { model: 'ticket', id }, as(chief))
    expect(body.metadata).toMatchObject({ status: 'new', status_title: 'NEW' })
    expect(body.results[0]).toMatchObject({ name: 'check', possible: true, reason: null, to: [{ value: 'checking', title: 'CHECKING' }] })
    expect(body.results.find(({ name }: { name: string }) => name === 'repair')).toMatchObject({
      possible: false,
      reason: '“To repair” is not possible while the status is “NEW”.',
    })
    const form = (await server.get('repair-ticket-status-form', { id }, as(chief))).body.metadata.form
    expect(form.ui.status.options).toMatchObject(form.schema.properties.status.enum.map((value: string) => ({ value })))
    const possible = form.ui.status.options.filter(({ disabled }: { disabled?: boolean }) => disabled !== true)
    expect(possible).toMatchObject([{ value: 'cancelled' }])
    expect(form.ui.description.required).toEqual({ properties: { status: { enum: ['cancelled'] } } })
  })
})

describe('what the panel is told', () => {
  it('a tab for each state, and the buttons that this reader ever may press', async () => {
    const { body } = await server.get('grid', { module: 'repair', class: 'ticket', part: 'tickets' }, as())
    const { grid, modals } = body.metadata
    expect(grid.tabs.map(({ key }: { key: string }) => key)).toEqual([
      'all',
      'new',
      'checking',
      'waiting',
      'repaired',
      'returned',
      'cancelled',
      'trashed',
    ])
    expect(grid.tabs[1]).toMatchObject({ title: 'NEW', count: expect.any(Number) })
    expect(grid.row.map(({ id }: { id: string }) => id)).toEqual([
      'check',
      'order_part',
      'repair',
      'return',
      'cancel',
      'ping',
      'hold',
      'release',
    ])
    expect(grid.row[0]).toMatchObject({
      flag: 'can_check',
      type: 'call',
      options: { name: 'transition', payload: { model: 'ticket', id: '{row.id}', transition: 'check' } },
    })
    const titles = ({ id, buttons }: { id: string; buttons: { title: string }[] }) => [id, ...buttons.map(({ title }) => title)]
    expect(modals.map(titles), 'no two buttons are called "Cancel"').toEqual([
      ['ticket-return-step', 'Cancel', 'To return'],
      ['ticket-cancel-step', 'Close', 'Cancel'],
    ])
    expect(grid.bulk.map(({ id }: { id: string }) => id)).toEqual(['check', 'order_part', 'repair', 'ping', 'hold', 'release'])
  })

  it('where a record stands on its page, with the chain of its states', async () => {
    const { body } = await server.get('screen', { name: 'repair-ticket-view', id: 1 }, as())
    const [states, , actions] = body.results.body
    expect(states).toMatchObject({ states: 'ticket', field: 'status', title: 'STATUS', steps: ['new', 'checking', 'repaired', 'returned'] })
    expect(states.locks).toEqual([
      { in: ['repaired'], text: 'Can no longer be changed: PRICE' },
      { in: ['returned'], text: 'It is with its owner.' },
    ])
    expect(actions.actions[0]).toMatchObject({ id: 'check', options: { payload: { id: '{ticket.id}' } } })
  })
})

describe('two at once', () => {
  it('press different buttons: one wins', async () => {
    const id = await create()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => step(id, at % 2 ? 'check' : 'cancel', at % 2 ? {} : { note: 'x' })),
    )
    const won = replies.filter(({ status }) => status === 200)
    expect(won.length).toBeGreaterThanOrEqual(1)
    expect(replies.filter(({ status }) => ![200, 422].includes(status))).toEqual([])
    const audits = await server.database.read((trx) =>
      sql<{
        n: number
      }>`select count(*)::int as n from pishkhan.audit where entity = 'ticket' and record_id = ${id} and action in ('check', 'cancel')`.execute(
        trx,
      ),
    )
    expect(audits.rows[0]!.n).toBe(won.length)
  })
})

describe('a publication', () => {
  it('that leaves out a state which records have is refused, with their number', async () => {
    await inState(['check', 'order_part'])
    const documents = repair((ticket) => {
      const { status } = (ticket as unknown as { lifecycle: { status: { transitions: Record<string, { from: string[] }> } } }).lifecycle
      for (const name of ['order_part', 'choose', 'ping', 'finish']) delete status.transitions[name]
      status.transitions.repair!.from = ['checking']
      status.transitions.cancel!.from = ['new', 'checking']
      Object.assign(status.transitions.cancel!, { access: 'repair.work' })
    })
    const { status, body } = await server.post('publish', { module: 'repair', documents }, { token: developer })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toMatch(/[0-9]+ in \\"waiting\\"/)
  })

  it('that is taken back is refused in words of its own while records are in a state that the former version lacks', async () => {
    const documents = repair((ticket) => {
      const { schema, options, lifecycle } = ticket as unknown as {
        schema: { properties: { status: { enum: string[] } } }
        options: { status: object[] }
        lifecycle: { status: { transitions: Record<string, object> } }
      }
      schema.properties.status.enum = [...schema.properties.status.enum, 'sold']
      options.status = [...options.status, { value: 'sold', title: 'Sold' }]
      lifecycle.status.transitions.sell = { title: 'Sell', from: ['new'], to: 'sold', access: 'repair.work' }
      lifecycle.status.transitions.buy_back = { title: 'Buy back', from: ['sold'], to: 'new', access: 'repair.work' }
    })
    expect((await server.post('publish', { module: 'repair', documents }, as(developer))).status).toBe(200)
    await inState(['sell'])
    const { status, body } = await server.post('publish-rollback', { module: 'repair' }, as(developer))
    expect([status, body.userMessage]).toEqual([422, expect.stringMatching(/^Version 1 was not made current again: what is stored/)])
    expect(JSON.stringify(body.errors)).toMatch(/1 in \\"sold\\"/)
  })
})
