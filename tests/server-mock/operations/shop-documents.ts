const labels = {
  market: ['title', 'slug'],
  ware: ['title', 'code', 'state', 'stock', 'order', 'market', 'cost', 'buyer'],
  sale_settings: ['market', 'rate'],
  shop_settings: ['greeting', 'rate'],
  bookmark: ['user', 'ware'],
}
export const texts = {
  shop: 'Shop',
  keeper: 'Keeper',
  wares: 'Wares',
  ware_unknown: 'We have no such ware.',
  ...Object.fromEntries(Object.keys(labels).map((name) => [name, name])),
  ...Object.fromEntries(
    Object.entries(labels).flatMap(([entity, fields]) => fields.map((field) => [`entities.${entity}.${field}`, field.toUpperCase()])),
  ),
}
const access = { read: 'shop.use', write: 'shop.use' }
const string = { type: 'string' }
const entity = (name: string, properties: object, more: object = {}) => ({
  [`entities/${name}.json`]: { name, title: `$${name}`, display: '{id}', schema: { type: 'object', properties }, access, ...more },
})
export const call = (name: string, method: string, operation: string, more: object = {}) => ({
  name: `shop-${name}`,
  method,
  access: 'shop.use',
  operation,
  ...more,
})

/** A shop whose calls are declared in one line each. */
export const shopDocuments = (endpoints: readonly object[], more: object = {}): Record<string, unknown> => ({
  'module.json': {
    name: 'shop',
    title: '$shop',
    version: '1.0.0',
    requires: ['persons'],
    permissions: ['shop.use', 'shop.secret'],
    roles: { keeper: '$keeper' },
    grants: { keeper: ['shop.use'] },
  },
  ...entity('market', { title: string, slug: string }, { display: '{title}', storage: { unique: [['slug']] } }),
  ...entity(
    'ware',
    {
      title: { type: 'string', rules: 'required|max:20' },
      code: string,
      state: { enum: ['new', 'sold'], default: 'new' },
      stock: { type: 'integer', default: 0, minimum: 0 },
      order: { type: 'integer' },
      market: { type: 'integer', references: 'market' },
      buyer: { type: 'integer', references: 'user' },
      cost: string,
    },
    {
      display: '{title}',
      storage: { unique: [['code']] },
      access: { ...access, fields: { cost: 'shop.secret' } },
      options: {
        state: [
          { value: 'new', title: 'New' },
          { value: 'sold', title: 'Sold' },
        ],
      },
    },
  ),
  ...entity(
    'bookmark',
    { user: { type: 'integer', references: 'user' }, ware: { type: 'integer', references: 'ware' } },
    { storage: { unique: [['user', 'ware']], trash: false } },
  ),
  ...entity(
    'sale_settings',
    { market: { type: 'integer', references: 'market' }, rate: { type: 'integer', default: 9 } },
    { storage: { single: ['market'] } },
  ),
  ...entity(
    'shop_settings',
    { greeting: { type: 'string', default: 'Welcome' }, rate: { type: 'integer' } },
    { storage: { single: true } },
  ),
  'grids/wares.json': { entity: 'ware', class: 'ware', part: 'list', title: '$wares', columns: ['title', 'code', 'state', 'order'] },
  'endpoints.json': { endpoints },
  'locales/en.json': texts,
  'locales/fa.json': texts,
  ...more,
})

export const shopForms = {
  'forms/ware.json': { entity: 'ware', fields: ['title', 'code', 'state', 'stock', 'market'] },
  'forms/settings.json': { entity: 'shop_settings', fields: ['greeting'] },
}
