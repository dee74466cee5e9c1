import type { EntityDocument, GridDocument } from '#schemas/types/contract.d.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { ApiError, type FieldErrors } from '#server/errors.ts'
import type { ModelContext } from '#server/model/model.ts'

/** A small library: enough entities and grids to try everything that the model does. */
export const entities: EntityDocument[] = [
  {
    name: 'user',
    title: 'User',
    display: '{name_full}',
    schema: { type: 'object', required: ['name_full'], properties: { name_full: { type: 'string' }, mobile: { type: 'string' } } },
    storage: { search: ['name_full'] },
    access: { read: 'persons.read', write: 'persons.write', fields: { mobile: 'persons.contact' } },
  },
  {
    name: 'author',
    title: 'Author',
    display: '{name_full}',
    schema: {
      type: 'object',
      required: ['name_full'],
      properties: {
        name_full: { type: 'string', rules: 'required|max:100' },
        born: { type: 'string', format: 'date' },
        user: { type: 'integer', references: 'user' },
      },
    },
    storage: { search: ['name_full'] },
    access: { read: 'library.read', write: 'library.write' },
  },
  {
    name: 'book',
    title: '$book',
    display: '{title}',
    schema: {
      type: 'object',
      required: ['title', 'isbn'],
      properties: {
        title: { type: 'string', rules: 'required|max:200' },
        isbn: { type: 'string', pattern: '^97[89][0-9]{10}$' },
        price: { type: 'string', format: 'decimal' },
        weight: { type: 'number', minimum: 0 },
        pages: { type: 'integer', minimum: 1 },
        author: { type: 'integer', references: 'author' },
        status: { enum: ['draft', 'published'], default: 'draft' },
        published_at: { type: 'string', format: 'date-time' },
        bought_on: { type: 'string', format: 'date' },
        lent: { type: 'boolean', default: false },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
        related: { type: 'array', items: { type: 'integer', references: 'book' } },
        address: { type: 'object', properties: { city: { type: 'string', rules: 'required|max:30' } } },
        secret: { type: 'string' },
      },
    },
    storage: { unique: [['isbn']], search: ['title', 'isbn', 'secret'], active: 'lent' },
    access: { read: 'library.read', write: 'library.write', destroy: 'library.destroy', fields: { secret: 'library.secret' } },
  },
  {
    name: 'genre',
    title: 'Genre',
    display: '{name}',
    schema: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', rules: 'required|max:20' }, slug: { type: 'string' } },
    },
    storage: { translate: ['name', 'slug'], search: ['name'], unique: [['slug']], trash: false },
    access: { read: 'library.read', write: 'library.write' },
  },
  {
    name: 'page',
    title: 'Page',
    schema: { type: 'object', required: ['title'], properties: { title: { type: 'string' }, slug: { type: 'string' } } },
    storage: { sisters: true, unique: [['locale', 'slug']] },
    access: { read: 'library.read', write: 'library.write' },
  },
  {
    name: 'note',
    title: 'Note',
    display: '{text}',
    schema: { type: 'object', properties: { text: { type: 'string' } } },
    access: { read: 'user', write: 'user', scope: 'own' },
  },
  {
    name: 'ledger',
    title: 'Ledger',
    schema: { type: 'object', properties: { title: { type: 'string' } } },
    access: { read: 'library.read' },
    generic: 'read',
  },
]

export const grids: Record<string, GridDocument> = {
  books: {
    entity: 'book',
    params: { by: 'author.name_full' },
    columns: [
      { key: 'title', sortable: true },
      { key: 'author.name_full', sortable: true },
      { key: 'price', sortable: true },
      'status',
      { key: 'published_at', sortable: true },
      'address.city',
      'secret',
      { key: 'isbn', access: 'library.isbn', sortable: true },
    ],
    filters: [
      'title',
      'status',
      'author',
      'lent',
      'price',
      'published_at',
      'bought_on',
      'tags',
      'secret',
      { key: 'writer', field: 'author.name_full', kind: 'text' },
    ],
    tabs: [
      { key: 'all', count: true },
      { key: 'drafts', where: { status: 'draft' }, count: true },
      { key: 'mine', where: { created_by: '{session.user.id}' }, count: true },
      { key: 'trash', trashed: true, count: true },
    ],
  },
  genres: { entity: 'genre', sort: 'name', columns: [{ key: 'name', sortable: true }], filters: ['name'], search: true },
}

export function libraryRegistry(changed: EntityDocument[] = entities, more: Record<string, GridDocument> = {}): DocumentRegistry {
  return buildRegistry(
    [
      {
        module: { name: 'library', title: 'Library', version: '1.0.0' },
        entities: Object.fromEntries(changed.map((entity) => [entity.name, entity])),
        grids: { ...grids, ...more },
        forms: {},
        modals: {},
        metrics: {},
        ledgers: {},
        notifications: {},
        screens: {},
        endpoints: [],
        extensions: {},
        locales: {
          en: { book: 'Book', 'entities.book.title': 'Title of the book' },
          fa: { book: 'کتاب', 'entities.book.title': 'نام کتاب' },
        },
      },
    ],
    1,
    undefined,
  )
}

export const documentsOf = (list: EntityDocument[]) => new Map(list.map((entity) => [entity.name, entity]))
export const migrate = (database: Database, list: EntityDocument[] = entities) =>
  database.transaction((trx) =>
    migrateEntities(
      trx,
      new Map(),
      documentsOf(list),
      Object.values(grids).filter((grid) => list.some((entity) => entity.name === grid.entity)),
    ),
  )

export const caller = (changes: Partial<Caller> = {}): Caller => ({
  user: { id: 1, username: 'sara', name_full: 'Sara' },
  sessionId: 's',
  roles: [],
  isAdmin: false,
  isDeveloper: false,
  permissions: new Set(['library.read', 'library.write', 'library.destroy']),
  locale: 'fa',
  timezone: 'Asia/Tehran',
  requestId: 'r1',
  ...changes,
})

/** Runs a call in a transaction of its own. */
export const run = <T>(
  database: Database,
  registry: DocumentRegistry,
  work: (context: ModelContext) => Promise<T>,
  as: Caller = caller(),
  now = new Date(),
): Promise<T> => database.transaction((trx) => work({ trx, registry, caller: as, now }))

/** The refusal that a call ends with, its messages as keys. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ code: string; errors: Record<string, string[]>; metadata?: Record<string, unknown> }> {
  const error = await call.then(
    (value) => {
      throw new Error(`not refused: ${JSON.stringify(value)}`)
    },
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw error
  return { code: error.code, errors: keysOf(error.errors ?? {}), metadata: error.metadata }
}
const keysOf = (errors: FieldErrors) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [
      path,
      messages.map((message) => (typeof message === 'string' ? message : message.key)),
    ]),
  )
