import { beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '#server/features/persons/store.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import { repair } from './repair.ts'

const { server, tokens } = sharedServer(['developer'])
let chief: string
const now = new Date('2030-01-01T10:00:00.000Z')
const soon = '2030-01-01T10:02:00.000Z'

type Ticket = { lifecycle: { status: { holds: object[]; transitions: Record<string, Record<string, unknown>> } } }

beforeAll(async () => {
  const documents = repair(
    (given) => {
      const { status } = (given as unknown as Ticket).lifecycle
      status.holds = [
        {
          in: ['waiting'],
          is: { properties: { expires_at: { format: 'date-time', formatExclusiveMinimum: '{now}' } } },
          else: '$price_missing',
          at: 'expires_at',
        },
        { in: ['checking'], is: { required: ['price'] }, at: 'price' },
      ]
      Object.assign(status.transitions.check!, { else: '$price_missing', confirm: '$price_missing' })
      status.transitions.choose = {
        from: ['new', 'checking', 'waiting'],
        to: ['new', 'checking', 'waiting'],
        access: 'repair.manage',
        set: { tracking: { when: { properties: { status: { const: 'waiting' } } }, value: null } },
      }
    },
    { 'grids/tickets.json': { entity: 'ticket', columns: ['title', 'status'], row: ['check', 'repair'], bulk: ['check'] } },
  )
  const texts = { ...(documents['locales/en.json'] as Record<string, string>), price_missing: 'Is “{record.title}” ready?' }
  const { status, body } = await server.post(
    'publish',
    { module: 'repair', documents: { ...documents, 'locales/en.json': texts, 'locales/fa.json': texts } },
    { token: tokens.developer },
  )
  expect(status, JSON.stringify(body.metadata)).toBe(200)
  await createUser(server.database, { username: 'the-chief', password: demoPassword, role: 'chief' })
  server.setClock(now)
  chief = await server.signIn('the-chief')
})

const as = () => ({ token: chief, headers: { 'x-locale': 'en' } })
const create = async (data: object = {}): Promise<number> =>
  (await server.post('save', { model: 'ticket', data: { title: 'A phone', price: '1', ...data } }, as())).body.results.id as number
const step = (id: number, transition: string, more: object = {}) =>
  server.post('transition', { model: 'ticket', id, transition, ...more }, as())
const save = (id: number, data: object) => server.post('save', { model: 'ticket', id, data }, as())

describe('what holds in a state', () => {
  it('is asked when a record comes there, and told at its field', async () => {
    const id = await create({ price: null })
    expect(await step(id, 'check')).toMatchObject({ status: 422, body: { errors: { price: [expect.stringContaining('required')] } } })
    expect((await step(id, 'check', { data: { price: '2' } })).body.results).toMatchObject({ status: 'checking', price: '2' })
    expect(await step(id, 'choose', { to: 'waiting' })).toMatchObject({
      status: 422,
      body: { errors: { expires_at: [expect.stringContaining('ready?')] } },
    })
    expect((await step(id, 'choose', { to: 'waiting', data: { expires_at: soon } })).status).toBe(200)
  })

  it('is asked again when a field that it names changes, and not of what time has made of it', async () => {
    const id = await create({ expires_at: soon })
    await step(id, 'choose', { to: 'waiting' })
    expect((await save(id, { expires_at: now.toISOString() })).body.errors).toHaveProperty('expires_at')
    server.setClock(new Date('2030-01-01T10:03:00.000Z'))
    expect((await save(id, { title: 'Another phone', expires_at: soon })).status).toBe(200)
    server.setClock(now)
  })
})

describe('a transition', () => {
  it('sets a value only where the record was as its condition says', async () => {
    const id = await create({ tracking: 'T1', expires_at: soon })
    expect((await step(id, 'choose', { to: 'waiting' })).body.results.tracking).toBe('T1')
    expect((await step(id, 'choose', { to: 'new' })).body.results.tracking).toBeNull()
  })

  it('says its own sentence where it does not start', async () => {
    const id = await create()
    await step(id, 'check')
    expect((await step(id, 'check')).body.errors.status).toEqual([expect.stringContaining('ready?')])
  })

  it('is a button by its name, and its question names the record', async () => {
    const { grid } = (await server.get('grid', { module: 'repair', class: 'ticket', part: 'tickets' }, as())).body.metadata
    expect(grid.row.map(({ id }: { id: string }) => id)).toEqual(['check', 'repair'])
    expect(grid.bulk.map(({ id }: { id: string }) => id)).toEqual(['check'])
    expect(grid.row[0].confirm).toBe('Is “{row.title}” ready?')
  })
})
