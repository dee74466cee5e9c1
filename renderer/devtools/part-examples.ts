import type { BlockKind } from '#renderer/screen/blocks/block-kinds.ts'
import type { CellKind } from '#renderer/grid/columns/columns.ts'
import type { GridColumn, ScreenBlock } from '#schemas/types/contract.d.ts'

/** Values of each kind of cell, drawn in a column of it. */
export const cellExamples: Record<CellKind, { values: unknown[]; column?: Partial<GridColumn> }> = {
  text: { values: ['A title', 'A text that goes on for so long that a list has to cut it somewhere before its end'] },
  number: { values: [1234567, '0.5'] },
  money: { values: ['1250000', '99.90'], column: { currency: 'IRR' } },
  date: { values: ['2024-03-20', '2025-12-31'] },
  datetime: { values: ['2024-03-20T09:30:00.000Z'] },
  relative: { values: ['2024-03-20T09:30:00.000Z'] },
  time: { values: ['08:30', '17:05:30'] },
  badge: {
    values: ['draft', 'published'],
    column: {
      options: [
        { value: 'draft', title: 'Draft', color: 'warning' },
        { value: 'published', title: 'Published', color: 'success' },
      ],
    },
  },
  words: { values: ['1200000', '12.5'], column: { currency: 'IRR' } },
  boolean: { values: [true, false] },
  image: { values: ['/logo.svg'] },
  link: { values: ['A page of the panel'], column: { to: '/developer-tools/routes' } },
  user: { values: [{ id: 1, name_full: 'Sara Ahmadi' }, 'editor'] },
  tags: { values: [['red', 'green', 'blue', 'white']] },
  color: { values: ['#027a79'] },
  icon: { values: ['book'] },
  progress: { values: [35, 100, 'half'] },
  sparkline: {
    values: [
      [3, 5, 4, 8, 7, 12],
      [9, 6, 6, 2],
    ],
  },
  html: { values: ['<p>A text with <strong>weight</strong>.</p>'] },
  file: {
    values: [
      { url: '/logo.svg', name: 'logo.svg', mime_type: 'image/svg+xml' },
      { url: '/terms.pdf', name: 'terms.pdf' },
    ],
  },
  rows: { values: [[{ title: 'Tea' }, { title: 'Coffee' }], [{ count: 2 }]] },
  qr: { values: ['https://example.org/track/7'] },
  product: { values: [{ id: 1, title: 'A pot of tea', sku: 'TEA-01', price: '1250000' }, 'A title alone'], column: { currency: 'IRR' } },
  mobile: { values: ['+989121000000', '09121000000'] },
  phone: { values: ['02112345678'] },
  identifier: { values: ['6037991100000003', 'IR820540102680020817909002', '0012345679'] },
  code: { values: ['B7F3-9K2M', 'b7f39k2m4c8d1e6a5f0b9c3d7e2a8f4b6c1d5e9a'] },
}

/** A block of each kind, with the data that it is drawn from. */
export const blockExamples: Record<BlockKind, { document: ScreenBlock; data?: Record<string, unknown> }> = {
  rows: {
    document: { rows: 'order.lines', columns: [{ key: 'count', title: 'Count', cell: 'number' }] } as unknown as ScreenBlock,
    data: { order: { lines: [{ count: 2 }, { count: 5 }] } },
  },
  signatures: { document: { signatures: ['Prepared by', 'Approved by'] } as unknown as ScreenBlock },
  columns: {
    document: {
      columns: [
        { span: 12, body: [{ text: 'First column' }] },
        { span: 12, body: [{ text: 'Second column' }] },
      ],
    },
  },
  grid: { document: { grid: 'persons/user/list' } },
  form: {
    document: {
      form: {
        schema: { type: 'object', properties: { title: { type: 'string', rules: 'required|max:40' } } },
        ui: { title: { title: 'Title' } },
      },
    } as unknown as ScreenBlock,
  },
  find: {
    document: {
      find: {
        form: {
          schema: { type: 'object', required: ['q'], properties: { q: { type: 'string', title: 'Name', rules: 'required|max:100' } } },
        },
        name: 'list',
        params: { model: 'user', q: '{form.q}' },
        as: 'users',
      },
      body: [{ text: 'First of them: {users.0.title}' }],
    } as unknown as ScreenBlock,
  },
  timeline: { document: { timeline: 'user', of: '{route.id}' } },
  metric: { document: { metric: 'library/books-by-month' } },
  details: {
    document: {
      details: 'book',
      title: 'Book',
      fields: [
        { key: 'title', title: 'Title' },
        { key: 'price', title: 'Price', cell: 'money', currency: 'IRR' },
      ],
    } as unknown as ScreenBlock,
    data: { book: { id: 1, title: 'The Blind Owl', price: '1250000' } },
  },
  states: {
    document: {
      states: 'order',
      field: 'status',
      title: 'Status',
      options: [
        { value: 'new', title: 'New', color: 'info' },
        { value: 'sent', title: 'Sent', color: 'primary' },
        { value: 'delivered', title: 'Delivered', color: 'success' },
      ],
      steps: ['new', 'sent', 'delivered'],
      locks: [{ in: ['sent'], text: 'Can no longer be changed: lines' }],
      actions: [{ id: 'deliver', type: 'copy', title: 'Deliver', options: { text: 'delivered' } }],
    },
    data: { order: { id: 1, status: 'sent' } },
  },
  tabs: {
    document: {
      tabs: [
        { key: 'one', title: 'One', body: [{ text: 'Under the first tab' }] },
        { key: 'two', title: 'Two', body: [{ text: 'Under the second tab' }] },
      ],
    },
  },
  panel: { document: { panel: 'A panel that folds', body: [{ text: 'What it holds' }] } },
  widget: { document: { widget: 'start-links', props: { links: [{ label: 'Routes', to: '/developer-tools/routes', icon: 'routes' }] } } },
  actions: {
    document: {
      actions: [
        { type: 'copy', title: 'Copy', options: { text: 'A text' } },
        { type: 'navigate', title: 'Routes', options: { to: '/developer-tools/routes' } },
      ],
    } as unknown as ScreenBlock,
  },
  html: { document: { html: '<p>Formatted <strong>text</strong>.</p>' } },
  text: { document: { text: 'A sentence with a tone', tone: 'info' } },
}
