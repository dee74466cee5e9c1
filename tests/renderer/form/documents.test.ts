import { describe, expect, it } from 'vitest'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { checkForm, nearest } from '#renderer/form/validation/check-form.ts'
import { humanise } from '#renderer/form/schema/label.ts'
import { normaliseSchema } from '#renderer/form/schema/normalise-schema.ts'
import { secretFields } from '#renderer/form/data/secret-fields.ts'
import { buildUiTree, uiOf } from '#renderer/form/schema/ui-schema.ts'
import { choicesOf, widgetNameOf } from '#renderer/form/schema/widget-name.ts'

describe('a form document', () => {
  it('points at a schema that is none', () => {
    expect(checkForm({})).toMatchObject([{ pointer: '/schema' }])
    expect(checkForm({ schema: { type: 'string' } })).toMatchObject([{ pointer: '/schema/type', values: { type: 'string' } }])
    expect(checkForm(null)).toHaveLength(1)
  })
  it('points at a layout entry that names no field, with the name that was meant', () => {
    const form = {
      schema: { type: 'object', properties: { title: {}, address: { properties: { city: {} } } } },
      layout: [{ columns: ['title', 'titel'] }, 'address.city', 7],
    }
    expect(checkForm(form)).toMatchObject([
      { pointer: '/layout/0/columns/1', values: { field: 'titel', near: 'title' } },
      { pointer: '/layout/2' },
    ])
  })
  it('offers no name that is far away', () => expect(nearest('price', ['synopsis', 'author'])).toBeUndefined())
})

describe('a schema for drawing', () => {
  it('gets a type where it has none', () => {
    const { properties } = normaliseSchema({
      properties: { a: { enum: ['x'] }, b: { items: {} }, c: { rules: 'required' }, d: { const: 3 } },
    })
    expect([properties?.a?.type, properties?.b?.type, properties?.c?.type, properties?.d?.type]).toEqual([
      'string',
      'array',
      'string',
      'integer',
    ])
  })
  it('turns anchors, ids and references to references into local references, and what leads nowhere into JSON', () => {
    const schema = {
      $id: 'https://example.com/a',
      definitions: {
        place: { $id: '#place', type: 'string' },
        other: { $id: 'other', definitions: { n: { type: 'number' } } },
        one: { $ref: '#/definitions/two' },
        two: { $ref: '#/definitions/one' },
        step: { title: 'Step', $ref: '#place' },
      },
      properties: {
        a: { $ref: '#place', maxLength: 1 },
        b: { $ref: '#/definitions/none' },
        c: { $ref: 'other#/definitions/n' },
        d: { $ref: '#/definitions/one' },
        e: { $ref: '#/definitions/step' },
        self: { $ref: '#' },
      },
    }
    const { properties, definitions } = normaliseSchema(schema) as {
      properties: Record<string, FieldSchema>
      definitions: Record<string, FieldSchema>
    }
    const target = (name: string) => definitions[String(properties[name]?.$ref).replace('#/definitions/', '')]
    expect([target('a'), target('c'), target('e')]).toEqual([{ type: 'string' }, { type: 'number' }, { type: 'string' }])
    expect([properties.a?.maxLength, properties.e?.title, properties.b, properties.d]).toEqual([
      undefined,
      'Step',
      { type: 'object', undrawn: { key: 'form.problem.no_target', values: { reference: '#/definitions/none' } } },
      expect.objectContaining({ type: 'object', undrawn: expect.anything() as unknown }),
    ])
    expect(target('self')?.properties).toHaveProperty('self')
  })
  it('gives up on what leads back to itself about one value, and on what may be an object or not', () => {
    const { definitions, properties } = normaliseSchema({
      definitions: { a: { allOf: [{ $ref: '#/definitions/a' }] } },
      properties: {
        a: { $ref: '#/definitions/a' },
        b: { type: ['object', 'string'] },
        c: { type: ['string', 'integer', 'null'] },
        d: true as never,
        e: false as never,
      },
    }) as { definitions: Record<string, FieldSchema>; properties: Record<string, FieldSchema> }
    expect(Object.values(definitions)).toEqual([{ type: 'object', undrawn: { key: 'form.problem.as_json' } }])
    expect(properties).toMatchObject({ b: { type: 'object' }, c: { type: 'string' }, d: { type: 'object' } })
    expect(properties).not.toHaveProperty('e')
  })
  it('has one row in a list that may not be empty', () =>
    expect(
      normaliseSchema({ properties: { rows: { type: 'array', rules: 'required', items: { properties: { a: {} } } } } }).properties?.rows
        ?.minItems,
    ).toBe(1))
  it('leaves what was given as it was', () => {
    const given = Object.freeze({ properties: Object.freeze({ a: Object.freeze({ enum: ['x'] }) }) })
    expect(() => normaliseSchema(given as never)).not.toThrow()
  })
})

describe('the widget of a field', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', maxLength: 2000 }, 'textarea'],
    [{ type: 'string', format: 'decimal' }, 'number'],
    [{ type: 'string', format: 'date-time' }, 'date-time'],
    [{ type: 'boolean' }, 'switch'],
    [{ enum: ['a'] }, 'select'],
    [{ type: 'integer', references: 'user' }, 'remote-select'],
    [{ type: 'array', items: { enum: ['a'] } }, 'multi-select'],
    [{ type: 'array', items: { type: 'string' } }, 'tags'],
    [{ type: 'object' }, 'json'],
    [{}, 'json'],
    [{ type: ['null', 'integer'] }, 'number'],
  ])('%j is drawn by %s', (schema, name) => expect(widgetNameOf(schema, {})).toBe(name))
  it('is none for fields inside a field', () => {
    expect(widgetNameOf({ type: 'object', properties: { a: {} } }, {})).toBeUndefined()
    expect(widgetNameOf({ type: 'array', items: { type: 'object', properties: {} } }, {})).toBeUndefined()
  })
  it('is the one that the document names', () => expect(widgetNameOf({ type: 'string' }, { widget: 'slug' })).toBe('slug'))
  it('has the titles of constants as choices', () =>
    expect(choicesOf({ oneOf: [{ const: 1, title: 'One' }] }, {})).toEqual([{ value: 1, title: 'One' }]))
})

describe('looks by path', () => {
  it('reach fields inside rows and groups', () => {
    const tree = buildUiTree({ 'rows[].count': { title: 'Count' }, 'address.city': { title: 'City' } }) as Record<string, unknown>
    expect(uiOf((tree.rows as { items: { count: unknown } }).items.count).title).toBe('Count')
    expect(uiOf((tree.address as { city: unknown }).city).title).toBe('City')
  })
  it('do not reach a prototype', () => {
    buildUiTree(JSON.parse('{"__proto__.x": {"title": "bad"}}') as never)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
  it('name a field by its key when nothing else does', () => expect(humanise('first_name')).toBe('First name'))
})

it('knows which fields are never kept in the browser', () => {
  const form = {
    schema: {
      type: 'object',
      properties: {
        title: { type: 'string' },
        password: { type: 'string', format: 'password' },
        keys: { type: 'object', properties: { secret: { type: 'string', writeOnly: true } } },
        pin: { type: 'string' },
      },
    },
    ui: { pin: { widget: 'password' } },
  }
  expect([...secretFields(form)].sort()).toEqual(['keys', 'password', 'pin'])
})
