import type { Reader } from '#server/documents/expansion.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import type { DocumentRegistry, ModuleDocuments } from '#server/documents/registry.ts'

type Part = Partial<Omit<ModuleDocuments, 'module'>> & { module?: Partial<ModuleDocuments['module']> }

/** A module with nothing but its name, for tests that add what they are about. */
export const moduleOf = (name: string, part: Part = {}): ModuleDocuments => ({
  entities: {},
  grids: {},
  forms: {},
  modals: {},
  metrics: {},
  ledgers: {},
  notifications: {},
  screens: {},
  endpoints: [],
  extensions: {},
  locales: {},
  ...part,
  module: { name, title: name, version: '1.0.0', ...part.module },
})

/** Somebody signed in with these permissions, who reads English. */
export const readerOf = (...permissions: string[]): Reader => ({
  user: { id: 1, username: 'sara', name_full: 'Sara' },
  roles: [],
  isAdmin: false,
  isDeveloper: false,
  permissions: new Set(permissions),
  locale: 'en',
  locales: ['fa', 'en'],
})

export const administrator: Reader = { ...readerOf(), isAdmin: true }
export const developer: Reader = { ...readerOf(), isDeveloper: true }
export const visitor: Reader = { ...readerOf(), user: null }

/** A small library with the panel's texts, as an integrator would write it. */
export const library = (part: Part = {}): ModuleDocuments =>
  moduleOf('library', {
    entities: {
      author: {
        name: 'author',
        title: 'Author',
        display: '{name}',
        schema: { type: 'object', properties: { name: { type: 'string' } } },
        access: { read: 'library.read' },
      },
      book: {
        name: 'book',
        title: '$book',
        schema: {
          type: 'object',
          required: ['title', 'author'],
          properties: {
            title: { type: 'string', rules: 'required|max:200' },
            summary: { type: 'string', rules: 'max:500' },
            price: { type: 'string', format: 'decimal' },
            pages: { type: 'integer' },
            author: { type: 'integer', references: 'author' },
            status: { type: 'string', enum: ['draft', 'published'], default: 'draft' },
            lent: { type: 'boolean' },
            cost: { type: 'string', format: 'decimal' },
            published_at: { type: 'string', format: 'date-time' },
            size: { type: 'object', required: ['height'], properties: { height: { type: 'integer' }, width: { type: 'integer' } } },
          },
        },
        options: {
          status: [
            { value: 'draft', title: '$draft', color: 'warning' },
            { value: 'published', title: 'Published', color: 'success' },
          ],
        },
        storage: { search: ['title'], translate: ['summary'] },
        access: { read: 'library.read', write: 'library.write', fields: { cost: 'library.cost' } },
      },
    },
    locales: {
      en: {
        book: 'Book',
        draft: 'Draft',
        books: 'Books',
        'entities.book.title': 'Title',
        'entities.book.author': 'Author',
        sale: 'Sale',
        lend: 'Lend',
      },
      fa: { book: 'کتاب', 'entities.book.title': 'عنوان' },
    },
    ...part,
    module: { title: '$books', ...part.module },
  })

const panel = moduleOf('panel', {
  locales: {
    en: {
      'fields.created_at': 'Created at',
      'form.choose': 'Choose {type}',
      'form.withheld': 'You may not change this.',
      'tabs.all': 'All',
      'tabs.trash': 'Trash',
      'actions.cancel': 'Cancel',
      'actions.edit.title': 'Edit',
      'actions.view.title': 'View',
      'actions.activate.title': 'Activate',
      'actions.activate.confirm': 'Activate the {type}?',
      'actions.activate.named_confirm': 'Activate the {type} “{name}”?',
      'actions.activate.success': 'The {type} has been activated.',
      'actions.activate.named_error': 'A problem occurred in activating the {type} “{name}”',
      'actions.activate.error': 'A problem occurred in activating the {type}',
      'actions.trash.title': 'Move to trash',
      'actions.trash.full_confirm': 'Move the {type} to the trash?',
      'actions.trash.named_confirm': 'Move the {type} “{name}” to the trash?',
      'actions.trash.selection_confirm': 'Move {selection.count_text} × {type} to the trash?',
      'actions.trash.success': 'The {type} has been moved.',
      'actions.trash.named_success': 'the {type} “{name}” has been moved.',
      'actions.trash.named_error': 'A problem occurred in moving the {type} “{name}” to trash',
      'actions.trash.error': 'A problem occurred in moving the {type} to trash',
    },
  },
})

export const registryOf = (...modules: ModuleDocuments[]): DocumentRegistry => buildRegistry([panel, ...modules], 3, undefined)
