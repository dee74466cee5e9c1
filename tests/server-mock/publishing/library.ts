/** A small module as an integrator would write it. */
export const library = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  'module.json': {
    name: 'library',
    title: '$library',
    version: '1.0.0',
    permissions: ['library.read', 'library.write', 'library.lend'],
    grants: { operator: ['library.read'], staff: ['library.lend'] },
  },
  'entities/book.json': {
    name: 'book',
    title: '$book',
    schema: {
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string', rules: 'required|max:200' }, lent_to: { type: ['string', 'null'] } },
    },
    storage: { search: ['title'] },
    access: { read: 'library.read', write: 'library.write' },
  },
  'grids/books.json': { entity: 'book', columns: ['title', 'lent_to'] },
  'endpoints.json': {
    endpoints: [
      {
        name: 'library-lend',
        method: 'POST',
        access: 'library.lend',
        operation: 'set',
        entity: 'book',
        values: { lent_to: '{payload.reader}' },
        only_if: { properties: { lent_to: { const: null } } },
        payload: {
          type: 'object',
          required: ['id', 'reader'],
          properties: { id: { type: 'integer' }, version: { type: 'integer' }, reader: { type: 'string' } },
        },
      },
      { name: 'library-books', method: 'GET', access: 'library.read', operation: 'grid', grid: 'book/books' },
      { name: 'library-shelf', method: 'GET', access: 'library.read', operation: 'list', entity: 'book' },
    ],
  },
  'locales/fa.json': { library: 'کتابخانه', book: 'کتاب', 'entities.book.title': 'عنوان', 'entities.book.lent_to': 'امانت‌گیرنده' },
  'locales/en.json': { library: 'Library', book: 'Book', 'entities.book.title': 'Title', 'entities.book.lent_to': 'Lent to' },
  ...changes,
})
