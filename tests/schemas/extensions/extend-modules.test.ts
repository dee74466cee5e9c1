import { describe, expect, it } from 'vitest'
import { emptyModule } from '#schemas/check/parse-module.ts'
import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { extendModules } from '#schemas/extensions/extend-modules.ts'
import type { ExtensionDocument } from '#schemas/types/contract.d.ts'

const shop: ModuleDocuments = {
  ...emptyModule(),
  module: {
    name: 'shop',
    title: 'Shop',
    version: '1.0.0',
    menu: [{ id: 'orders', label: '$orders', order: 10, children: [{ id: 'open', label: 'Open', to: 'open' }] }],
  },
  entities: {
    order: {
      name: 'order',
      title: 'Order',
      schema: { type: 'object', properties: { title: { type: 'string' }, status: { enum: ['new', 'sent'] } } },
      lifecycle: { status: { initial: 'new', transitions: { send: { from: ['new'], to: 'sent' } } } },
      access: { read: 'shop.read', fields: { title: 'shop.titles' } },
    },
    line: { name: 'line', title: 'Line', parent: 'order', schema: { type: 'object', properties: { count: { type: 'integer' } } } },
  },
  grids: { orders: { entity: 'order', columns: ['title', { key: 'status' }], tabs: 'status', row: ['edit', 'trash'] } },
  forms: {
    order: {
      entity: 'order',
      layout: [{ columns: ['title', 'status'] }, { panel: '$more', fields: [{ tabs: [{ title: '$a', fields: [] }] }] }],
    },
    all: { entity: 'order' },
    two: { entity: 'order', fields: ['title', 'status'] },
  },
  screens: {
    'shop-order-edit': {
      name: 'shop-order-edit',
      path: 'shop/:id',
      body: [
        { columns: [{ body: [{ form: 'order' }] }, { body: [{ tabs: [{ key: 'past', title: 'Past', body: [] }] }] }] },
        { details: 'order', title: '$facts' },
      ],
    },
  },
}

const module = (name: string, extensions: Record<string, ExtensionDocument>, more: Partial<ModuleDocuments> = {}, requires = ['shop']) => ({
  ...emptyModule(),
  module: { name, title: name, version: '1.0.0', requires },
  extensions,
  ...more,
})

const extended = (...modules: ModuleDocuments[]) => {
  const { modules: all, ...rest } = extendModules([shop, ...modules])
  return { shop: all[0]!, ...rest }
}
const columnsOf = (documents: ModuleDocuments) =>
  documents.grids.orders!.columns.map((column) => (typeof column === 'string' ? column : column.key))

describe('extending modules', () => {
  it('answers modules that nobody extends as they are', () => {
    const modules = [shop, module('a', {})]
    expect(extendModules(modules).modules).toEqual(modules)
    expect(extendModules(modules).modules[0]).toBe(shop)
  })

  it('puts parts where their anchors are, and never changes what it was given', () => {
    const before = structuredClone(shop)
    const a = module('a', {
      list: {
        extends: 'shop/grids/orders',
        columns: [{ after: 'title', add: ['a__x', 'a__y'] }, { before: 'title', add: ['a__z'] }, { add: ['a__end'] }],
      },
    })
    expect(columnsOf(extended(a).shop)).toEqual(['a__z', 'title', 'a__x', 'a__y', 'status', 'a__end'])
    expect(shop).toEqual(before)
  })

  it('orders extensions by what they require, then by name, also behind one anchor', () => {
    const list = (name: string, anchor = 'title') => ({
      list: { extends: 'shop/grids/orders', columns: [{ after: anchor, add: [`${name}__x`] }] },
    })
    const order = (...modules: ModuleDocuments[]) => columnsOf(extended(...modules).shop)
    const [a, b] = [module('a', list('a')), module('b', list('b'))]
    expect(order(b, a)).toEqual(['title', 'a__x', 'b__x', 'status'])
    expect(order(module('a', list('a'), {}, ['shop', 'b']), b)).toEqual(['title', 'b__x', 'a__x', 'status'])
    expect(order(b, module('a', list('a', 'b__x'), {}, ['c']), module('c', {}, {}, ['b']))).toEqual(['title', 'b__x', 'a__x', 'status'])
    // What stands behind another extension's column does not come between that and its anchor.
    expect(order(a, module('c', list('c', 'a__x'), {}, ['a']), module('d', list('d')))).toEqual(['title', 'a__x', 'c__x', 'd__x', 'status'])
  })

  it('gives an entity properties under permissions and labels of their own, and changes nothing else', () => {
    const a = module(
      'a-b',
      {
        order: {
          extends: 'shop/entities/order',
          access: { read: 'a-b.read', write: 'a-b.write' },
          properties: { a_b__x: { type: 'integer' }, a_b__kind: { enum: ['one', 'two'] } },
          labels: { a_b__x: '$x' },
          options: { a_b__kind: [{ value: 'one', title: '$one' }, { value: 'two' }] },
        },
      },
      { locales: { en: { 'values.two': 'Two' } } },
    )
    const { order } = extended(a).shop.entities
    expect(Object.keys(order!.schema.properties)).toEqual(['title', 'status', 'a_b__x', 'a_b__kind'])
    expect(order!.access).toEqual({
      read: 'shop.read',
      fields: { title: 'shop.titles', a_b__x: 'a-b.read', a_b__kind: 'a-b.read' },
      writes: { a_b__x: 'a-b.write', a_b__kind: 'a-b.write' },
    })
    expect(order!.labels).toEqual({ a_b__x: '$a-b/x', a_b__kind: '$a-b/entities.order.a_b__kind' })
    expect(order!.options).toEqual({
      a_b__kind: [
        { value: 'one', title: '$a-b/one' },
        { value: 'two', title: '$a-b/values.two' },
      ],
    })
    expect(order!.lifecycle).toBe(shop.entities.order!.lifecycle)
  })

  it('lists the tabs of states to stand among them', () => {
    const a = module('a', { list: { extends: 'shop/grids/orders', tabs: [{ after: 'new', add: [{ key: 'late', title: '$late' }] }] } })
    const { grids } = extended(a).shop
    expect((grids.orders!.tabs as { key: string; title?: string }[]).map(({ key, title }) => title ?? key)).toEqual([
      'all',
      'new',
      '$a/late',
      'sent',
      'trashed',
    ])
  })

  it('keeps texts and names those of the module that adds a part', () => {
    const a = module(
      'a',
      {
        list: {
          extends: 'shop/grids/orders',
          row: [
            {
              before: 'trash',
              add: [
                'rate',
                { type: 'modal', title: '$rate', when: { properties: { x: { const: '$no' } } }, options: { modal: 'rate' } },
                'restore',
              ],
            },
          ],
        },
      },
      { modals: { rate: { id: 'rate', title: 'Rate' } } },
    )
    expect(extended(a).shop.grids.orders!.row).toEqual([
      'edit',
      'a/rate',
      { type: 'modal', title: '$a/rate', when: { properties: { x: { const: '$no' } } }, options: { modal: 'a/rate' } },
      'restore',
      'trash',
    ])
  })

  it('puts fields beside rows of columns, into panels and into tabs', () => {
    const a = module('a', {
      form: {
        extends: 'shop/forms/order',
        layout: [
          { after: 'title', add: ['a__x'] },
          { in: '$more', add: ['a__y'] },
          { in: '$a', add: ['a__z'] },
        ],
        ui: { a__x: { title: '$x' } },
      },
    })
    expect(extended(a).shop.forms.order).toEqual({
      entity: 'order',
      layout: [
        { columns: ['title', 'status'] },
        'a__x',
        { panel: '$more', fields: [{ tabs: [{ title: '$a', fields: ['a__z'] }] }, 'a__y'] },
      ],
      ui: { a__x: { title: '$a/x' } },
    })
  })

  it('puts fields into forms that list their fields, or have all of them', () => {
    const form = (name: string): ExtensionDocument => ({ extends: `shop/forms/${name}`, layout: [{ before: 'status', add: ['a__x'] }] })
    const { forms } = extended(module('a', { one: form('all'), two: form('two') })).shop
    expect(forms.all!.layout).toEqual(['title', 'a__x', 'status'])
    expect(forms.two).toMatchObject({ fields: ['title', 'status', 'a__x'], layout: ['title', 'a__x', 'status'] })
  })

  it('finds blocks inside of others, by what they show and by their titles', () => {
    const text = (anchor: object, said: string) => ({ ...anchor, add: [{ text: said }] })
    const a = module('a', {
      edit: {
        extends: 'shop/screens/shop-order-edit',
        body: [
          text({ after: 'form:order' }, '1'),
          text({ in: 'past' }, '2'),
          text({ before: '$facts' }, '3'),
          text({ before: 'details:order' }, '4'),
        ],
      },
    })
    expect(extended(a).shop.screens['shop-order-edit']!.body).toEqual([
      {
        columns: [
          { body: [{ form: 'order' }, { text: '1' }] },
          { body: [{ tabs: [{ key: 'past', title: 'Past', body: [{ text: '2' }] }] }] },
        ],
      },
      { text: '3' },
      { text: '4' },
      { details: 'order', title: '$facts' },
    ])
  })

  it('puts menu entries beside others, with their order, and under them', () => {
    const entry = (id: string, order?: number) => ({ id, label: `$${id}`, to: id, ...(order !== undefined && { order }) })
    const a = module('a', {
      menu: {
        extends: 'shop/module',
        menu: [
          { after: 'orders', add: [entry('x', 99)] },
          { in: 'orders', add: [entry('y', 3)] },
          { before: 'open', add: [entry('z')] },
        ],
      },
    })
    expect(extended(a).shop.module.menu).toEqual([
      {
        id: 'orders',
        label: '$orders',
        order: 10,
        children: [
          { id: 'z', label: '$a/z', to: 'z' },
          { id: 'open', label: 'Open', to: 'open' },
          { id: 'y', label: '$a/y', to: 'y', order: 3 },
        ],
      },
      { id: 'x', label: '$a/x', to: 'x', order: 10 },
    ])
  })

  it('leaves a part whose anchor is gone at the end, says so, and names the nearest', () => {
    const a = module('a', { list: { extends: 'shop/grids/orders', columns: [{ after: 'staus', add: ['a__x'] }] } })
    const { shop: base, faults } = extended(a)
    expect(columnsOf(base)).toEqual(['title', 'status', 'a__x'])
    expect(faults).toEqual([
      {
        module: 'a',
        extension: 'list',
        pointer: '/columns/0/after',
        message: 'there is no column "staus" to stand after',
        allowed: ['title', 'status'],
        suggestion: 'status',
      },
    ])
  })

  it.each<[string, ExtensionDocument, string]>([
    ['a column that is there', { extends: 'shop/grids/orders', columns: [{ add: ['title'] }] }, 'the column "title" is there already'],
    [
      'a field that is there',
      { extends: 'shop/forms/order', layout: [{ add: [{ panel: 'P', fields: ['status'] }] }] },
      'the field "status" is there already',
    ],
    [
      'a property that is there',
      { extends: 'shop/entities/order', properties: { title: { type: 'string' } } },
      'the entity "order" has a field "title" already',
    ],
    [
      'properties of rows',
      { extends: 'shop/entities/line', properties: { a__x: {} } },
      'the records of "line" are rows of "order": extend the record that they belong to',
    ],
    ['a grid that is not there', { extends: 'shop/grids/order', columns: [{ add: ['a__x'] }] }, 'the module "shop" has no grid "order"'],
    ['a module that is not there', { extends: 'shopp/module', menu: [{ add: [{ label: 'X', to: 'x' }] }] }, 'there is no module "shopp"'],
    ['an import that is not there', { extends: 'shop/grids/orders', import: ['a__x'] }, 'this grid takes no files: it has no "import"'],
  ])('leaves out %s, and says so', (_, extension, message) => {
    const { shop: base, faults } = extended(module('a', { one: extension }))
    expect(faults.map((fault) => fault.message)).toEqual([message])
    expect({ ...base.grids.orders, tabs: 'status' }).toEqual(shop.grids.orders)
    expect(base.entities).toEqual(shop.entities)
  })

  it('knows where each part stands', () => {
    const a = module('a', { list: { extends: 'shop/grids/orders', columns: [{ before: 'title', add: ['a__x'] }], import: ['a__x'] } })
    const withImport = { ...shop, grids: { orders: { ...shop.grids.orders!, import: { fields: ['title'] } } } }
    const { parts, modules } = extendModules([withImport, a])
    expect(parts.map(({ from, to }) => [from, to])).toEqual([
      ['/columns/0/add/0', '/columns/0'],
      ['/import/0', '/import/fields/1'],
    ])
    expect(modules[0]!.grids.orders!.import).toEqual({ fields: ['title', 'a__x'] })
  })
})
