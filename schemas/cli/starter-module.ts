/** Where a server serves the schemas for completion and checks in editors. */
const schemas = 'http://127.0.0.1:4600/schemas'

/**
 * The files of a small module that can be published: one entity with its list, its form, and pages to create and to edit
 * a record, in Persian and English. `name` is the module's name, e.g. `notes` or `book-club`.
 */
export function starterModule(name: string): Record<string, unknown> {
  const entity = `${name.replaceAll('-', '_')}_item`
  const [list, create, edit] = [`grid/${name}/${entity}/items`, `${name}-item-create`, `${name}-item-edit`]
  const [read, write] = [`${name}.read`, `${name}.write`]
  const crumb = { title: '$items', to: list }
  return {
    'module.json': {
      $schema: `${schemas}/module.json`,
      name,
      title: '$module',
      version: '0.1.0',
      permissions: [read, write],
      grants: { staff: [read], operator: [read, write] },
      menu: [{ id: name, label: '$module', icon: 'file-text', to: list, order: 60, access: read }],
    },
    [`entities/${entity}.json`]: {
      $schema: `${schemas}/entity.json`,
      name: entity,
      title: '$item',
      display: '{title}',
      schema: {
        type: 'object',
        required: ['title'],
        properties: {
          title: { type: 'string', rules: 'required|max:200' },
          status: { enum: ['open', 'done'], default: 'open' },
          due: { type: ['string', 'null'], format: 'date' },
          note: { type: ['string', 'null'], rules: 'max:2000' },
        },
      },
      options: {
        status: [
          { value: 'open', title: '$status.open', color: 'info' },
          { value: 'done', title: '$status.done', color: 'success' },
        ],
      },
      storage: { search: ['title'] },
      access: { read, write },
    },
    'grids/items.json': {
      $schema: `${schemas}/grid.json`,
      entity,
      title: '$items',
      sort: '-created_at',
      columns: [{ key: 'title', cell: 'link', to: edit, sortable: true }, 'status', { key: 'due', cell: 'date', sortable: true }],
      filters: ['status', { key: 'due', kind: 'date-range' }],
      toolbar: [{ type: 'navigate', title: '$item_create', icon: 'plus', primary: true, access: write, options: { to: create } }],
      row: [
        { type: 'navigate', title: '$edit', icon: 'edit', access: write, options: { to: { name: edit, params: { id: '{row.id}' } } } },
        'trash',
        'restore',
      ],
      bulk: ['trash'],
      tabs: [
        { key: 'all', title: '$items' },
        { key: 'trash', title: '$trash', trashed: true },
      ],
      empty: { title: '$empty_title', text: '$empty_text' },
    },
    'forms/item.json': {
      $schema: `${schemas}/form.json`,
      entity,
      layout: ['title', { columns: ['status', 'due'] }, 'note'],
      ui: { note: { widget: 'textarea' } },
    },
    [`screens/${create}.json`]: {
      $schema: `${schemas}/screen.json`,
      name: create,
      path: `${name}/items/create`,
      title: '$item_create',
      access: write,
      breadcrumbs: [crumb, { title: '$item_create' }],
      body: [
        {
          form: 'item',
          submit: {
            type: 'call',
            title: '$save',
            primary: true,
            options: {
              name: 'save',
              payload: { model: entity, data: '{form}' },
              success: { redirect: { name: edit, params: { id: '{results.id}' } } },
            },
          },
        },
      ],
    },
    [`screens/${edit}.json`]: {
      $schema: `${schemas}/screen.json`,
      name: edit,
      path: `${name}/items/:id/edit`,
      title: '{item.title}',
      access: write,
      breadcrumbs: [crumb, { title: '{item.title}' }],
      load: { item: { name: 'single', params: { model: entity, id: '{route.id}' } } },
      body: [{ form: 'item', data: 'item', submit: 'save' }],
    },
    'locales/en.json': { ...texts.en, module: titleOf(name), ...labelsOf(entity, texts.en) },
    'locales/fa.json': { ...texts.fa, module: titleOf(name), ...labelsOf(entity, texts.fa) },
  }
}

const texts = {
  en: {
    item: 'Item',
    items: 'Items',
    item_create: 'New item',
    edit: 'Edit',
    save: 'Save',
    trash: 'Trash',
    'status.open': 'Open',
    'status.done': 'Done',
    empty_title: 'No items yet',
    empty_text: 'Add the first item; it then stands here.',
  },
  fa: {
    item: 'مورد',
    items: 'موردها',
    item_create: 'مورد تازه',
    edit: 'ویرایش',
    save: 'ذخیره',
    trash: 'زباله‌دان',
    'status.open': 'باز',
    'status.done': 'انجام‌شده',
    empty_title: 'هنوز موردی نیست',
    empty_text: 'نخستین مورد را بیفزایید تا این‌جا دیده شود.',
  },
}

const labels = { title: ['Title', 'عنوان'], status: ['Status', 'وضعیت'], due: ['Due', 'سررسید'], note: ['Note', 'یادداشت'] } as const

const labelsOf = (entity: string, locale: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).map(([field, [english, persian]]) => [`entities.${entity}.${field}`, locale === texts.en ? english : persian]),
  )

/** `book-club` becomes `Book club`. */
const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
