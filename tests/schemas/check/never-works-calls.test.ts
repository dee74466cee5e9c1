import { describe, expect, it } from 'vitest'
import { checkModule, type CheckContext } from '#schemas/check/check-module.ts'

const context: CheckContext = { modules: {}, locales: ['en'] }
const text = { type: 'string', title: 'T' }
const id = { id: { type: 'integer' } }

interface Parts {
  entity?: object
  endpoints?: object[]
  form?: object
  grid?: object
  modal?: object
}

/** Errors of a small module with an entity `crate`, as `file pointer message`. */
function faultsOf(properties: object, { entity = {}, endpoints = [], form, grid, modal }: Parts = {}): string[] {
  const { schema = {}, ...rest } = entity as { schema?: object }
  const files = {
    'module.json': JSON.stringify({ name: 'depot', title: 'Depot', version: '1.0.0' }),
    'entities/crate.json': JSON.stringify({
      name: 'crate',
      title: 'Crate',
      display: '{id}',
      schema: { type: 'object', properties, ...schema },
      ...rest,
    }),
    'endpoints.json': JSON.stringify({ endpoints }),
    ...(form && { 'forms/crate.json': JSON.stringify({ entity: 'crate', ...form }) }),
    ...(modal && { 'modals/crate-edit.json': JSON.stringify(modal) }),
    ...(grid && { 'grids/crates.json': JSON.stringify({ entity: 'crate', title: 'Crates', columns: ['id'], ...grid }) }),
  }
  return checkModule(files, context)
    .filter(({ severity }) => severity === 'error')
    .map(({ file, pointer, message }) => `${file} ${pointer} ${message}`)
}
const call = (more: object) => ({ name: 'depot-pack', method: 'POST', access: 'user', entity: 'crate', ...more })
const setter = (more: object) => call({ operation: 'set', values: { label: 'x' }, payload: { type: 'object', properties: id }, ...more })

describe('a field that is required and only read', () => {
  const field = { ...text, readOnly: true }
  const schema = { required: ['label'] }
  const fault = 'entities/crate.json /schema/properties/label/readOnly "label" is required and only read'
  it('is an error without a default and a call that sets it', () => {
    expect(faultsOf({ label: field }, { entity: { schema } })).toEqual([expect.stringContaining(fault)])
    expect(faultsOf({ label: { ...field, rules: 'required' } })).toEqual([expect.stringContaining(fault)])
  })
  it('is an error where only a `set` writes it, which changes records that are there', () => {
    expect(faultsOf({ label: field }, { entity: { schema }, endpoints: [setter({})] })).toContainEqual(expect.stringContaining(fault))
  })
  it('is right with either, and where the records come from elsewhere', () => {
    expect(faultsOf({ label: { ...field, default: 'x' } }, { entity: { schema } })).toEqual([])
    expect(faultsOf({ label: field }, { entity: { schema }, endpoints: [setter({ operation: 'create' })] })).toEqual([])
    expect(faultsOf({ label: field }, { entity: { schema, generic: 'read' } })).toEqual([])
  })
})

describe('a branch of a record', () => {
  const properties = { label: text, state: { ...text, enum: ['new', 'old'] }, count: { type: 'integer', title: 'C' } }
  const branch = (schema: object) => faultsOf(properties, { entity: { schema } })
  const when = (condition: object) => ({ allOf: [{ if: { properties: condition }, then: { required: ['label'] } }] })
  const place = 'entities/crate.json /schema'
  it.each([
    [when({ state: { const: 'nosuch' } }), '/allOf/0/if/properties/state/const "nosuch" is no value of "state"'],
    [when({ state: { enum: ['new', 'nosuch'] } }), '/allOf/0/if/properties/state/enum/1 "nosuch" is no value of "state"'],
    [when({ label: { const: true } }), '/allOf/0/if/properties/label/const true is no value of "label", which is a text'],
    [{ if: { not: { properties: { count: { const: 'a' } } } } }, '/if/not/properties/count/const "a" is no value of "count"'],
    [{ dependencies: { label: { properties: { state: { const: 'x' } } } } }, '/dependencies/label/properties/state/const "x"'],
  ])('that never holds is an error: %j', (schema, fault) => expect(branch(schema)).toEqual([expect.stringContaining(place + fault)]))
  it.each([
    [{ if: { required: ['label'] }, then: { properties: { nosuch: { minLength: 1 } } } }, '/then/properties/nosuch'],
    [{ allOf: [{ else: { properties: { nosuch: {} } }, if: {} }] }, '/allOf/0/else/properties/nosuch'],
    [{ dependencies: { nosuch: ['label'] } }, '/dependencies/nosuch'],
    [{ dependencies: { label: { properties: { nosuch: {} } } } }, '/dependencies/label/properties/nosuch'],
  ])('that names no field is an error: %j', (schema, fault) =>
    expect(branch(schema)).toEqual([expect.stringContaining(`${place}${fault} there is no field "nosuch" in this entity`)]),
  )
  it.each([
    when({ state: { const: 'new' }, count: { const: 3 }, label: { enum: ['a', null] } }),
    { dependencies: { label: ['count'], state: { properties: { count: { minimum: 1 } } } } },
    { if: { properties: { id: { const: 1 } } }, then: { properties: { label: { minLength: 1 } } } },
  ])('that asks for what a record can have is right: %j', (schema) => expect(branch(schema)).toEqual([]))
})

describe('values of a tree', () => {
  const tree = [
    { value: 'a', children: [{ value: 'c', title: 'C' }] },
    { value: 'z', disabled: true },
  ]
  const drawn = (field: object, more: object = {}) =>
    faultsOf({ label: field }, { form: { fields: ['label'], ui: { label: { widget: 'tree-select', tree, ...more } } } })
  it('that their field does not have are errors', () => {
    expect(drawn({ ...text, enum: ['a', 'b'] })).toEqual(['forms/crate.json /ui/label/tree/0/children/0/value "c" is no value of "label"'])
    expect(drawn({ type: 'array', title: 'T', items: { type: 'string', enum: ['c'] } })).toEqual([
      'forms/crate.json /ui/label/tree/0/value "a" is no value of "label"',
    ])
  })
  it('are right where they are values, or cannot be chosen', () => {
    expect(drawn({ ...text, enum: ['a', 'c'] })).toEqual([])
    expect(drawn({ ...text, enum: ['c'] }, { leaves_only: true })).toEqual([])
  })
})

describe('the call that saves records', () => {
  const saved = (more: object, grid?: object) =>
    faultsOf(
      { label: text },
      { entity: { calls: { save: 'depot-pack' } }, endpoints: [call({ operation: 'save', ...more })], ...(grid && { grid }) },
    ).filter((fault) => fault.startsWith('entities/crate.json'))
  const properties = { ...id, version: { type: 'integer' }, data: { type: 'object' } }
  it('is a POST', () =>
    expect(saved({ method: 'PUT', payload: { properties } })).toEqual([expect.stringContaining('"depot-pack" is called by PUT')]))
  it('needs nothing that is not sent', () => {
    expect(saved({ payload: { properties: { ...properties, label: text }, required: ['data', 'label'] } })).toEqual([
      expect.stringContaining('needs "label", which forms, cells and imports never send'),
    ])
    expect(saved({ payload: { properties, required: ['data'] } })).toEqual([])
    const shelf = { properties: { ...properties, shelf: text }, required: ['shelf'] }
    expect(saved({ payload: shelf }, { params: { shelf: 'label' } })).toEqual([])
  })
  it.each([{}, { type: 'object' }])('and takes nothing, as its payload is %j, is an error', (payload) =>
    expect(saved({ payload })).toEqual([
      expect.stringContaining('the payload of "depot-pack" is closed and does not take "id", "version", "data"'),
    ]),
  )
  it('is closed to what its payload does not name, and may be open', () => {
    expect(saved({ payload: { type: 'object', properties: id } })).toEqual([expect.stringContaining('does not take "version", "data"')])
    const data = { type: 'object', properties: { other: text } }
    expect(saved({ payload: { properties: { ...properties, data } } })).toEqual([expect.stringContaining('does not take "label"')])
    expect(saved({ payload: { type: 'object', additionalProperties: true } })).toEqual([])
  })
  it('takes the id as a number', () =>
    expect(saved({ payload: { properties: { ...properties, id: text } } })).toEqual([expect.stringContaining('"id" in the payload of')]))
})

describe('a call that writes fields', () => {
  const fault = (operation: string) =>
    expect.stringContaining(`endpoints.json /endpoints/0 the operation "${operation}" takes no fields`) as string
  it.each(['save', 'create'])('%s with a closed payload is an error, without one it takes the fields of the entity', (operation) => {
    expect(faultsOf({ label: text }, { endpoints: [call({ operation })] })).toEqual([])
    expect(faultsOf({ label: text }, { endpoints: [call({ operation, payload: { type: 'object' } })] })).toEqual([fault(operation)])
  })
  it('may have fixed values instead', () =>
    expect(faultsOf({ label: text }, { endpoints: [call({ operation: 'create', values: { label: 'x' } })] })).toEqual([]))
})

describe('a payload that a call writes itself', () => {
  const warnings = (payload: object | undefined) =>
    checkModule(
      {
        'module.json': JSON.stringify({ name: 'depot', title: 'Depot', version: '1.0.0' }),
        'entities/crate.json': JSON.stringify({
          name: 'crate',
          title: 'Crate',
          display: '{id}',
          schema: { type: 'object', properties: { label: text, weight: text } },
        }),
        'endpoints.json': JSON.stringify({ endpoints: [call({ operation: 'create', payload })] }),
      },
      context,
    ).filter(({ severity, file }) => severity === 'warning' && file === 'endpoints.json')
  it('takes less than the entity has: a warning names what cannot be sent', () => {
    expect(warnings({ type: 'object', properties: { label: text } })).toMatchObject([
      { message: expect.stringContaining('"weight" cannot be sent') },
    ])
    expect(warnings({ type: 'object', properties: { label: text, weight: text } })).toEqual([])
    expect(warnings(undefined)).toEqual([])
  })
})

describe('a call about one record', () => {
  it.each([
    ['set', { payload: { type: 'object', properties: { version: { type: 'integer' } } } }],
    ['single', { method: 'GET', payload: undefined, values: undefined, params: { type: 'object', properties: { slug: text } } }],
  ])('%s needs an id: %j', (operation, more) =>
    expect(faultsOf({ label: text }, { endpoints: [setter({ operation, ...more })] })).toEqual([
      expect.stringContaining(`endpoints.json /endpoints/0 the operation "${operation}" needs the id of a record`),
    ]),
  )
  it('takes the id where it writes no schema', () =>
    expect(faultsOf({ label: text }, { endpoints: [setter({ payload: undefined })] })).toEqual([]))
  it('may name a unique field in its place', () => {
    const unique = { storage: { unique: [['label']] } }
    const named = (by: unknown, entity: object = unique) =>
      faultsOf({ label: text, count: text }, { entity, endpoints: [setter({ payload: undefined, values: { count: 'x' }, by })] })
    expect(named('label')).toEqual([])
    expect(named({ label: '{payload.code}' })).toEqual([])
    expect(named('lable')).toEqual([expect.stringContaining('endpoints.json /endpoints/0/by there is no field "lable"')])
    expect(named('count')).toEqual([expect.stringContaining('"count" may be those of several records')])
    expect(named(['count', 'label'])).toEqual([])
    const numbered = { label: { ...text, sequence: { random: 6 } }, count: text }
    expect(faultsOf(numbered, { endpoints: [setter({ payload: undefined, values: { count: 'x' }, by: 'label' })] })).toEqual([])
  })
  it('names its record once: "by" has no effect on a list', () =>
    expect(faultsOf({ label: text }, { endpoints: [call({ operation: 'list', method: 'GET', by: 'label' })] })).toEqual([
      expect.stringContaining('"by" has no effect on the operation "list"'),
    ]))
  it('answers fields that are there', () =>
    expect(faultsOf({ label: text }, { endpoints: [call({ operation: 'single', method: 'GET', fields: ['id', 'lable'] })] })).toEqual([
      expect.stringContaining('endpoints.json /endpoints/0/fields/1 there is no field "lable"'),
    ]))
  it('inserts from a body only where it has one', () =>
    expect(
      faultsOf({ label: text }, { endpoints: [call({ operation: 'list', method: 'GET', where: { label: '{payload.label}' } })] }),
    ).toEqual([expect.stringContaining('a GET has no body: write "{params.label}"')]))
  it('may have it in its params, or be open', () => {
    expect(faultsOf({ label: text }, { endpoints: [setter({ payload: undefined, params: { type: 'object', properties: id } })] })).toEqual(
      [],
    )
    expect(faultsOf({ label: text }, { endpoints: [setter({ payload: { type: 'object', additionalProperties: true } })] })).toEqual([])
  })
  it.each(['created_by', 'deleted_at', 'version', 'id'])('does not set "%s"', (name) =>
    expect(faultsOf({ label: text }, { endpoints: [setter({ values: { [name]: null } })] })).toEqual([
      expect.stringContaining(`endpoints.json /endpoints/0/values/${name} the server itself sets "${name}"`),
    ]),
  )
})

it('an "if" of a record about a field that it does not have is an error', () => {
  const then = { required: ['label'] }
  const wrong = { if: { properties: { stats: { const: 'x' } } }, then }
  const fault = 'properties/stats there is no field "stats" in this entity'
  expect(faultsOf({ label: text }, { entity: { schema: wrong } })).toEqual([`entities/crate.json /schema/if/${fault}`])
  expect(faultsOf({ label: text }, { entity: { schema: { allOf: [wrong] } } })).toEqual([`entities/crate.json /schema/allOf/0/if/${fault}`])
  expect(faultsOf({ label: text }, { entity: { schema: { if: { properties: { label: { const: 'x' } } }, then } } })).toEqual([])
})

describe('limits of a field in a form', () => {
  const properties = { day: { ...text, format: 'date' }, count: { type: 'integer', title: 'C' } }
  const limited = (ui: object) => faultsOf(properties, { form: { fields: ['day', 'count'], ui } })
  it('with a smallest value after the largest are an error', () => {
    expect(limited({ day: { widget: 'date', min: '2025-02-01', max: '2025-01-01' } })).toEqual([
      'forms/crate.json /ui/day/min nothing fits: "min" 2025-02-01 is after "max" 2025-01-01',
    ])
    expect(limited({ day: { widget: 'date', min: '2025-01-01', max: '2025-01-01' } })).toEqual([])
  })
})

describe('bounds that are spread over an allOf', () => {
  it('are an error where no value is left', () => {
    expect(faultsOf({ count: { type: 'integer', title: 'C', allOf: [{ minimum: 5 }, { maximum: 3 }] } })).toEqual([
      'entities/crate.json /schema/properties/count/allOf nothing fits: minimum 5 is more than maximum 3',
    ])
    expect(faultsOf({ count: { type: 'integer', title: 'C', allOf: [{ minimum: 3 }, { maximum: 5 }] } })).toEqual([])
  })
})

it('an import key that an importer may not read is told with his role', () => {
  const files = {
    'module.json': JSON.stringify({
      name: 'depot',
      title: 'Depot',
      version: '1.0.0',
      permissions: ['depot.write', 'depot.codes'],
      roles: { clerk: 'Clerk', keeper: 'Keeper' },
      grants: { clerk: ['depot.write'], keeper: ['depot.write', 'depot.codes'] },
    }),
    'entities/crate.json': JSON.stringify({
      name: 'crate',
      title: 'Crate',
      display: '{code}',
      schema: { type: 'object', properties: { code: text } },
      access: { read: 'depot.write', write: 'depot.write', fields: { code: 'depot.codes' } },
    }),
    'grids/crates.json': JSON.stringify({ entity: 'crate', title: 'Crates', columns: ['code'], import: { key: 'code' } }),
  }
  const told = checkModule(files, context).filter(({ pointer }) => pointer === '/import/key')
  expect(told.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', expect.stringContaining('the role "clerk" may import here (depot.write) and may not read "code"')],
  ])
})

it('the action "edit" of a list is an error where no call saves a record', () => {
  const modal = { id: 'crate-edit', title: 'Edit', body: [{ text: 'x' }] }
  const parts = { grid: { row: ['edit'] }, modal }
  const save = call({ operation: 'save' })
  expect(faultsOf({ label: text }, { ...parts, entity: { generic: 'read' } })).toEqual([
    expect.stringContaining('grids/crates.json /row/0 nobody may edit here: the generic "save" does not answer the entity "crate"'),
  ])
  expect(faultsOf({ label: text }, { ...parts, entity: { generic: 'read', calls: { save: 'depot-pack' } }, endpoints: [save] })).toEqual([])
  expect(faultsOf({ label: text }, parts)).toEqual([])
})

it.each([
  ['a word that there is not', { storage: { unique: [['label']], indx: [] } }],
  ['a unique list that is none', { storage: { unique: 'label' } }],
  ['a schema that is none', { schema: { properties: [] } }],
  ['no field of the name', { schema: { properties: { label: 'string' } } }],
])('an entity with %s is what is wrong, not the calls about it', (_, entity) => {
  const calls = ['single', 'exists'].map((operation) => ({
    ...call({ method: 'GET', operation, by: 'label' }),
    name: `depot-${operation}`,
  }))
  const faults = faultsOf({ label: text }, { entity, endpoints: [...calls, setter({})] })
  expect(faults[0]).toMatch(/^entities\/crate\.json/)
})

describe('a call for visitors', () => {
  const visitors = (more: object) => faultsOf({ label: text }, { endpoints: [{ ...call({ method: 'GET', access: 'guest' }), ...more }] })
  const fault = expect.stringContaining('endpoints.json /endpoints/0/access would answer no visitor')
  it('reads the public fields of one record', () => {
    expect(visitors({ operation: 'single', fields: ['label'] })).toEqual([])
    expect(visitors({ operation: 'single' })).toContainEqual(fault)
  })
  it.each(['list', 'exists', 'timeline'])('is an error as %s, which answers nobody who is not signed in', (operation) =>
    expect(visitors({ operation, ...(operation === 'exists' && { by: 'label' }) })).toContainEqual(fault),
  )
  it.each([
    ['that need a permission', { rows: [{ permission: 'depot.pack' }] }],
    ['that compare with the user', { rows: [{ where: { created_by: '{session.user.id}' } }] }],
    ['that compare with the user in a text', { rows: [{ where: 'label:is(x),or(created_by:any_of({session.user.id}))' }] }],
    ['of the writer alone', { scope: 'own' }],
    ['of which none is for reading', { rows: [{ kinds: ['write'] }] }],
  ])('is an error over record rules %s', (_, access) =>
    expect(
      faultsOf(
        { label: text },
        { entity: { access }, endpoints: [{ ...call({ method: 'GET', access: 'guest' }), operation: 'single', fields: ['label'] }] },
      ),
    ).toContainEqual(fault),
  )
  it.each([
    ['for all', { rows: [{ permission: 'depot.pack' }, {}] }],
    ['by a value of its own', { rows: [{ where: { label: 'public' } }] }],
    ['by either of two conditions', { rows: [{ where: 'or(label:is(public),created_by:any_of({session.user.id}))' }] }],
  ])('is right over a record rule %s', (_, access) =>
    expect(
      faultsOf(
        { label: text },
        { entity: { access }, endpoints: [{ ...call({ method: 'GET', access: 'guest' }), operation: 'single', fields: ['label'] }] },
      ),
    ).not.toContainEqual(fault),
  )
})

it('words of a list, and the fields that it is sorted by, are those of the operation and of the entity', () => {
  const list = call({ method: 'GET', operation: 'list', sort: '-label,id', page_size: 5, texts: 'all' })
  expect(faultsOf({ label: text }, { endpoints: [list] })).toEqual([])
  expect(faultsOf({ label: text }, { endpoints: [{ ...list, sort: 'lable' }] })).toEqual([
    expect.stringContaining('/endpoints/0/sort there is no field "lable" in the entity "crate"'),
  ])
  const trash = call({ method: 'DELETE', operation: 'trash', page_size: 5, texts: 'all' })
  expect(faultsOf({ label: text }, { endpoints: [trash] })).toEqual(
    ['page_size', 'texts'].map((word) => expect.stringContaining(`"${word}" has no effect on the operation "trash"`) as unknown),
  )
})
