import type { EntityDocumentRecordRule } from '#schemas/types/contract.d.ts'

/** Record rules of every kind, each with the role that has it. */
export const rules: readonly EntityDocumentRecordRule[] = [
  { permission: 'desk.all' },
  { permission: 'desk.kept', where: { keeper: '{session.user.id}' } },
  { permission: 'desk.north', where: { 'region.code': 'north' } },
  { permission: 'desk.open', where: 'status:any_of(open),sum:between(10,)' },
  { permission: 'desk.looks', where: { 'region.code': 'north' }, kinds: ['read'] },
  { permission: 'desk.looks', where: { keeper: '{session.user.id}' }, kinds: ['write'] },
]
export const roles = {
  nobody: [],
  everything: ['desk.all'],
  keeper: ['desk.kept'],
  northerner: ['desk.north'],
  opener: ['desk.open'],
  both: ['desk.kept', 'desk.open'],
  looker: ['desk.looks'],
} as const

const labels = ['title', 'code', 'region', 'status', 'keeper', 'sum', 'place', 'above', 'active', 'ticket', 'text']
const texts = {
  desk: 'Desk',
  ...Object.fromEntries(Object.keys(roles).map((role) => [role, role])),
  ...Object.fromEntries(['region', 'ticket', 'memo'].flatMap((entity) => labels.map((name) => [`entities.${entity}.${name}`, name]))),
  ...Object.fromEntries(['open', 'closed'].map((status) => [`entities.ticket.status.${status}`, status])),
}
const call = (name: string, operation: string, more: object = {}) => ({
  name,
  method: ['single', 'list', 'exists'].includes(operation) ? 'GET' : 'POST',
  access: 'desk.use',
  entity: 'ticket',
  operation,
  ...more,
})
const of = (properties: object) => ({ type: 'object', properties })
const id = { id: { type: 'integer' } }

export const desk = {
  'module.json': {
    name: 'desk',
    title: '$desk',
    version: '1.0.0',
    requires: ['persons'],
    permissions: ['desk.use', 'desk.all', 'desk.kept', 'desk.north', 'desk.open', 'desk.looks'],
    roles: Object.fromEntries(Object.keys(roles).map((role) => [role, `$${role}`])),
    grants: Object.fromEntries(Object.entries(roles).map(([role, held]) => [role, ['desk.use', ...held]])),
    menu: [
      {
        id: 'desk-tickets',
        label: '{record.title}',
        icon: 'book',
        each: { entity: 'ticket' },
        to: { name: 'desk-ticket', params: { id: '{record.id}' } },
        access: 'desk.use',
      },
    ],
  },
  'screens/desk-ticket.json': { name: 'desk-ticket', path: 'desk/tickets/:id', title: '$desk', body: [] },
  'entities/region.json': {
    name: 'region',
    title: '$desk',
    schema: of({ title: { type: 'string' }, code: { type: 'string' } }),
    access: { read: 'desk.use', write: 'desk.use' },
  },
  'entities/ticket.json': {
    name: 'ticket',
    title: '$desk',
    schema: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string' },
        region: { type: 'integer', references: 'region' },
        status: { enum: ['open', 'closed'], default: 'open' },
        keeper: { type: 'integer', references: 'user' },
        sum: { type: 'integer' },
        place: { type: 'integer' },
        above: { type: 'integer', references: 'ticket' },
        active: { type: 'boolean', default: false },
      },
    },
    storage: { unique: [['title']], search: ['title'], active: 'active' },
    access: { read: 'desk.use', write: 'desk.use', rows: rules },
  },
  'entities/memo.json': {
    name: 'memo',
    title: '$desk',
    display: '{text}',
    schema: of({ text: { type: 'string' }, ticket: { type: 'integer', references: 'ticket' } }),
    access: { read: 'desk.use', write: 'desk.use' },
  },
  'grids/tickets.json': {
    entity: 'ticket',
    class: 'ticket',
    part: 'list',
    title: '$desk',
    sort: 'place',
    reorder: 'place',
    columns: ['title', { key: 'sum', summary: 'sum' }, { key: 'place', sortable: true }],
    filters: ['title', 'status'],
    tabs: [
      { key: 'all', title: '$desk', count: true },
      { key: 'closed', title: '$desk', where: { status: 'closed' }, count: true },
      { key: 'north', title: '$desk', where: { 'region.code': 'north' }, count: true },
      { key: 'trash', title: '$desk', trashed: true, count: true },
    ],
    export: true,
    import: { key: 'title' },
  },
  'grids/tree.json': {
    entity: 'ticket',
    class: 'ticket',
    part: 'tree',
    title: '$desk',
    sort: 'place',
    columns: ['title'],
    tree: { parent: 'above' },
  },
  'grids/memos.json': {
    entity: 'memo',
    class: 'memo',
    part: 'list',
    title: '$desk',
    columns: ['text', { key: 'ticket.title', sortable: true }, { key: 'ticket.sum', sortable: true }],
    filters: ['ticket.title', { key: 'sum', field: 'ticket.sum' }],
    params: { of: 'ticket.title' },
  },
  'endpoints.json': {
    endpoints: [
      call('desk-single', 'single', { params: of(id) }),
      call('desk-list', 'list', { where: 'title:filled' }),
      call('desk-exists', 'exists', { by: { title: '{params.title}' }, params: of({ title: { type: 'string' } }) }),
      call('desk-close', 'set', { values: { status: 'closed' }, payload: of(id) }),
      call('desk-close-big', 'set', { values: { status: 'closed' }, only_if: { properties: { sum: { minimum: 1 } } }, payload: of(id) }),
      call('desk-trash', 'trash', { payload: of(id) }),
    ],
  },
  'locales/en.json': texts,
  'locales/fa.json': texts,
}
