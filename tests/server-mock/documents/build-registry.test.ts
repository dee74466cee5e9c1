import { describe, expect, it } from 'vitest'
import type { EntityDocument, GridDocument } from '#schemas/types/contract.d.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { moduleOf } from './sample-modules.ts'

const book: EntityDocument = { name: 'book', title: 'Book', schema: { type: 'object', properties: { title: { type: 'string' } } } }
const books: GridDocument = { entity: 'book', columns: ['title'] }

describe('buildRegistry', () => {
  it('finds documents by the names under which calls ask for them', () => {
    const registry = buildRegistry(
      [
        moduleOf('library', {
          entities: { book },
          grids: { books, shelf: { ...books, class: 'reading', part: 'room' } },
          screens: { lend: { name: 'library-lend', path: 'library/lend', body: [] } },
          endpoints: [
            { name: 'library-lend', method: 'POST' },
            { name: 'library-lend', method: 'POST', version: 2 },
          ],
          module: { name: 'library', title: 'Library', version: '1.0.0', grants: { operator: ['library.read'] } },
        }),
      ],
      7,
      undefined,
    )
    expect(registry.publication).toBe(7)
    expect(registry.entities.get('book')).toMatchObject({ module: 'library', document: book })
    expect([...registry.grids.keys()]).toEqual(['library/book/books', 'library/reading/room'])
    expect(registry.screens.get('library-lend')?.document.path).toBe('library/lend')
    expect([...registry.endpoints.keys()]).toEqual(['1/library-lend', '2/library-lend'])
    expect(registry.grants.get('operator')?.has('library.read')).toBe(true)
  })

  it('leaves out switchable modules that are not enabled, and only those', () => {
    const modules = ['panel', 'content', 'stock', 'library'].map((name) => moduleOf(name))
    expect([...buildRegistry(modules, 1, ['stock']).modules.keys()]).toEqual(['panel', 'stock', 'library'])
    expect([...buildRegistry(modules, 1, undefined).modules.keys()]).toEqual(['panel', 'content', 'stock', 'library'])
  })

  it('leaves of a needed module that is off the pages of one’s own account, and all its data', () => {
    const screen = (path: string, grid: string) => ({ name: path.replace('/', '-'), path, body: [{ grid }] })
    const persons = moduleOf('persons', {
      module: {
        name: 'persons',
        title: 'Users',
        version: '1.0.0',
        menu: [{ id: 'users', label: 'Users', to: 'persons-list' }],
        create: [{ label: 'User', to: 'persons-list' }],
      },
      entities: { book },
      grids: { books, mine: books },
      screens: { list: screen('persons/list', 'books'), own: screen('profile/mine', 'mine') },
      endpoints: [{ name: 'login-form', method: 'GET' }],
    })
    const off = buildRegistry([persons], 1, ['auth'])
    expect([...off.screens.keys(), ...off.grids.keys(), ...off.entities.keys(), ...off.endpoints.keys()]).toEqual([
      'profile-mine',
      'persons/book/mine',
      'book',
      '1/login-form',
    ])
    expect(off.modules.get('persons')!.module).toEqual({ name: 'persons', title: 'Users', version: '1.0.0' })
    expect([...buildRegistry([persons], 1, ['persons']).screens.keys()]).toEqual(['persons-list', 'profile-mine'])
  })

  it.each([
    ['module', [moduleOf('a'), moduleOf('a')]],
    ['entity', [moduleOf('a', { entities: { book } }), moduleOf('b', { entities: { book } })]],
    [
      'screen',
      [
        moduleOf('a', { screens: { x: { name: 'x', path: 'a', body: [] } } }),
        moduleOf('b', { screens: { x: { name: 'x', path: 'b', body: [] } } }),
      ],
    ],
    [
      'path',
      [
        moduleOf('a', { screens: { x: { name: 'x', path: 'a/:id', body: [] } } }),
        moduleOf('b', { screens: { y: { name: 'y', path: 'a/:slug', body: [] } } }),
      ],
    ],
    [
      'endpoint',
      [moduleOf('a', { endpoints: [{ name: 'x', method: 'GET' }] }), moduleOf('b', { endpoints: [{ name: 'x', method: 'POST' }] })],
    ],
    ['grid', [moduleOf('a', { entities: { book }, grids: { one: { ...books, part: 'all' }, two: { ...books, part: 'all' } } })]],
  ])('refuses a %s that is there twice and names both modules', (kind, modules) => {
    expect(() => buildRegistry(modules, 1, undefined)).toThrow(
      new RegExp(`^${kind} ".*" is defined by module "a" and again by module "[ab]"$`),
    )
  })

  it('looks for forms and modals inside the module, then in the panel, then where the name says', () => {
    const registry = buildRegistry(
      [
        moduleOf('panel', { modals: { trash: { id: 'trash', title: 'Panel' }, info: { id: 'info', title: 'Info' } } }),
        moduleOf('a', { modals: { trash: { id: 'trash', title: 'A' } }, forms: { book: { entity: 'book' } } }),
        moduleOf('b'),
      ],
      1,
      undefined,
    )
    expect(registry.modal('a', 'trash')).toEqual({ module: 'a', document: { id: 'trash', title: 'A' } })
    expect(registry.modal('a', 'info')?.module).toBe('panel')
    expect(registry.modal('b', 'a/trash')?.document.title).toBe('A')
    expect(registry.form('b', 'book')).toBeUndefined()
    expect(registry.form('a', '__proto__')).toBeUndefined()
    expect(registry.form('a', 'nowhere/book')).toBeUndefined()
  })

  it('falls back from the module to the panel, from the locale to English, and to the key', () => {
    const registry = buildRegistry(
      [
        moduleOf('panel', { locales: { fa: { save: 'ذخیره' }, en: { save: 'Save', confirm: 'Move the {type} of {row.title}?' } } }),
        moduleOf('a', { locales: { fa: { own: 'خودی' }, en: { own: 'Own', only_en: 'Only' } } }),
      ],
      1,
      undefined,
    )
    expect(registry.message('a', 'fa', 'own')).toBe('خودی')
    expect(registry.message('a', 'fa', 'save')).toBe('ذخیره')
    expect(registry.message('a', 'fa', 'only_en')).toBe('Only')
    expect(registry.message('a', 'fa', 'missing')).toBe('missing')
    expect(registry.message('a', '__proto__', 'toString')).toBe('toString')
    expect(registry.message('a', 'en', 'confirm', { type: 'book' })).toBe('Move the book of {row.title}?')
  })
})
