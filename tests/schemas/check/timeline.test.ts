import { describe, expect, it } from 'vitest'
import { checkModule, type CheckContext } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'

const context: CheckContext = { modules: {}, locales: ['en'] }
const field = (more: object = {}) => ({ type: 'string', ...more })
const filesWith = (timeline?: unknown, more: Record<string, unknown> = {}): Record<string, string> => {
  const documents: Record<string, unknown> = {
    'module.json': { name: 'workshop', title: '$workshop', version: '1.0.0', permissions: ['workshop.use', 'workshop.staff'] },
    'entities/repair.json': {
      name: 'repair',
      title: '$repair',
      schema: { type: 'object', properties: { title: field(), price: field() } },
      access: { read: 'workshop.use' },
      ...(timeline !== undefined && { timeline }),
    },
    'entities/part.json': {
      name: 'part',
      title: '$part',
      schema: { type: 'object', properties: { title: field(), repair: { type: 'integer', references: 'repair' } } },
    },
    'entities/tool.json': { name: 'tool', title: '$tool', schema: { type: 'object', properties: { title: field() } } },
    'locales/en.json': {
      workshop: 'Workshop',
      repair: 'Repair',
      part: 'Part',
      tool: 'Tool',
      'entities.repair.title': 'Title',
      'entities.repair.price': 'Price',
      'entities.part.title': 'Title',
      'entities.part.repair': 'Repair',
      'entities.tool.title': 'Title',
    },
    ...more,
  }
  return Object.fromEntries(Object.entries(documents).map(([path, document]) => [path, JSON.stringify(document)]))
}
const saidOf = (timeline: unknown, more: Record<string, unknown> = {}) =>
  checkModule(filesWith(timeline, more), context)
    .filter(({ severity, file }) => severity === 'error' || file === 'entities/repair.json')
    .map(({ pointer, message, suggestion }) => ({ pointer, message, ...(suggestion !== undefined && { suggestion }) }))
const whole = { comments: { write: 'workshop.use', private: 'workshop.staff', files: true }, with: ['part'], fields: ['price'] }

describe('the timeline of an entity', () => {
  it('shows fields and records that there are', () => {
    expect(saidOf(whole)).toEqual([])
    expect(saidOf({})).toEqual([])
    expect(saidOf({ fields: ['prise'] })).toMatchObject([{ pointer: '/timeline/fields/0', suggestion: 'price' }])
    expect(saidOf({ with: ['parts'] })).toMatchObject([{ pointer: '/timeline/with/0', suggestion: 'part' }])
    expect(saidOf({ with: ['tool'] })).toMatchObject([
      { pointer: '/timeline/with/0', message: expect.stringContaining('"tool" does not refer to "repair"') },
    ])
    expect(saidOf({ comments: { private: 'workshop.stuff' } })).toMatchObject([{ pointer: '/timeline/comments/private' }])
  })

  it('shows lists of rows of its own', () => {
    const repair = JSON.parse(filesWith({ with: ['lines'] })['entities/repair.json']!) as {
      schema: { properties: Record<string, unknown> }
    }
    repair.schema.properties.lines = { type: 'array', items: { type: 'object' }, rows: 'part' }
    expect(saidOf(undefined, { 'entities/repair.json': repair }).filter(({ pointer }) => pointer.startsWith('/timeline'))).toEqual([])
  })

  it('is read and written by endpoints of its entity', () => {
    const endpoints = (...list: object[]) => ({ 'endpoints.json': { endpoints: list } })
    const read = { name: 'workshop-timeline', method: 'GET', operation: 'timeline', entity: 'repair' }
    const write = { name: 'workshop-comment', method: 'POST', operation: 'comment', entity: 'repair', values: { private: true } }
    expect(saidOf(whole, endpoints(read, write))).toEqual([])
    expect(saidOf({}, endpoints(write))).toMatchObject([{ pointer: '/endpoints/0/operation' }])
    expect(saidOf(undefined, endpoints(read))).toMatchObject([{ pointer: '/endpoints/0/entity' }])
    expect(saidOf(whole, endpoints({ ...write, values: { txt: 'x' } }))).toMatchObject([
      { pointer: '/endpoints/0/values/txt', suggestion: 'text' },
    ])
    expect(saidOf(whole, endpoints({ ...read, method: 'POST' }))).toMatchObject([{ pointer: '/endpoints/0/method' }])
    expect(saidOf(whole, endpoints({ ...write, access: 'guest' }))).toMatchObject([{ pointer: '/endpoints/0/access' }])
  })

  it('is drawn on a page for a record of its entity', () => {
    const screen = (block: object) => ({
      'screens/workshop-repair.json': { name: 'workshop-repair', path: 'workshop/:id', title: '$repair', body: [block] },
    })
    expect(saidOf(whole, screen({ timeline: 'repair', of: '{route.id}', filter: true }))).toEqual([])
    expect(saidOf(whole, screen({ timeline: 'repairs', of: '{route.id}' }))).toMatchObject([
      { pointer: '/body/0/timeline', suggestion: 'repair' },
    ])
    expect(saidOf(whole, screen({ timeline: 'part', of: '{route.id}' }))).toMatchObject([{ pointer: '/body/0/timeline' }])
    expect(saidOf(whole, screen({ timeline: 'repair', of: 'id' }))).toMatchObject([{ pointer: '/body/0/of', suggestion: '{route.id}' }])
    expect(saidOf(whole, screen({ timeline: 'repair', of: '{route.number}' }))).toMatchObject([{ pointer: '/body/0/of' }])
  })
})

describe('a change of a timeline', () => {
  const changes = (before: unknown, after: unknown) =>
    diffModules(parseModule(filesWith(before)), parseModule(filesWith(after))).map(({ level, sentence }) => `${level} ${sentence}`)

  it('that leaves the permission for private comments out is breaking', () => {
    const left = [expect.stringContaining('breaking has no permission for private comments any more')]
    expect(changes(whole, { ...whole, comments: { write: 'workshop.use', files: true } })).toEqual(left)
    expect(changes(whole, { ...whole, comments: undefined })).toEqual([...left, expect.stringContaining('risky takes no comments')])
    expect(changes(whole, undefined)).toEqual([...left, expect.stringContaining('risky is gone')])
  })

  it('that takes nothing from anybody is additive', () => {
    expect(changes(undefined, whole)).toEqual(['additive is new'])
    expect(changes({ comments: {} }, { comments: { private: 'workshop.staff', files: true } })).toEqual([
      'additive has private comments for who has workshop.staff',
      'additive /comments/files is new: true',
    ])
    expect(changes(whole, { ...whole, comments: { ...whole.comments, write: 'workshop.staff' } })).toEqual([
      'breaking needs workshop.staff instead of workshop.use',
    ])
  })
})
