import { describe, expect, it } from 'vitest'
import { checkModule, type Problem } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const library = parseModule(readModuleFolder('tests/fixtures/library'))
const club = readModuleFolder('tests/fixtures/club')
const offline = offlineContext()
const context = { ...offline, locales: ['en', 'fa'], modules: { ...offline.modules, library } }

const check = (changes: Record<string, unknown> = {}): Problem[] =>
  checkModule(
    { ...club, ...Object.fromEntries(Object.entries(changes).map(([file, document]) => [file, JSON.stringify(document)])) },
    context,
  )
const errors = (changes: Record<string, unknown>): Problem[] => check(changes).filter(({ severity }) => severity === 'error')
const json = (file: string) => JSON.parse(club[file]!) as Record<string, unknown>
const grid = (more: object) => ({ 'extensions/more.json': { extends: 'library/grids/books', ...more } })
const entity = (more: object) => ({ 'extensions/book.json': { ...json('extensions/book.json'), ...more } })

describe('checking extensions', () => {
  it('finds nothing in the example', () => expect(check()).toEqual([]))

  it.each<[string, Record<string, unknown>, Partial<Problem>]>([
    [
      'a document that is not there, with the nearest',
      { 'extensions/more.json': { extends: 'library/grids/book', columns: [{ add: ['club__rating'] }] } },
      { pointer: '/extends', message: 'the module "library" has no grid "book"', suggestion: 'library/grids/books' },
    ],
    [
      'a module that is not required',
      { 'module.json': { ...json('module.json'), requires: [] } },
      {
        pointer: '/extends',
        message: 'extends a document of the module "library": add it to "requires" in module.json ("requires": ["library"])',
      },
    ],
    [
      'a document of its own',
      { 'extensions/more.json': { extends: 'club/module', menu: [{ add: [{ label: '$club', to: 'x' }] }] } },
      { pointer: '/extends' },
    ],
    [
      'an anchor that is not there, with the nearest',
      grid({ columns: [{ after: 'staus', add: ['author'] }] }),
      { pointer: '/columns/0/after', message: 'there is no column "staus" to stand after', suggestion: 'status' },
    ],
    ['two anchors', grid({ columns: [{ after: 'status', before: 'price', add: ['author'] }] }), { pointer: '/columns/0/before' }],
    [
      'a name that is there',
      grid({ columns: [{ add: ['price'] }] }),
      { pointer: '/columns/0/add/0', message: 'the column "price" is there already' },
    ],
    [
      'a field that is not there',
      grid({ columns: [{ add: ['club__ratng'] }] }),
      { pointer: '/columns/0/add/0', suggestion: 'club__rating' },
    ],
    [
      'a filter that does not fit',
      grid({ filters: [{ add: [{ key: 'club__read_on', kind: 'boolean' }] }] }),
      { pointer: '/filters/0/add/0/kind' },
    ],
    [
      'a tab about nothing',
      grid({ tabs: [{ add: [{ key: 'x', title: '$club', where: { nothing: 1 } }] }] }),
      { pointer: '/tabs/0/add/0/where/nothing' },
    ],
    [
      'an insertion into a text of its own that inserts nothing',
      {
        ...grid({ row: [{ add: [{ type: 'navigate', title: '$rating_hint', options: { to: 'home' } }] }] }),
        'locales/en.json': { ...json('locales/en.json'), rating_hint: '{row.nothing}' },
      },
      { file: 'locales/en.json', pointer: '/rating_hint' },
    ],
    [
      'a modal that is not there',
      grid({ row: [{ add: [{ type: 'modal', title: '$rate', options: { modal: 'raet' } }] }] }),
      { pointer: '/row/0/add/0/options/modal' },
    ],
    [
      'a text that is not there',
      grid({ row: [{ add: [{ type: 'refresh', title: '$lovd' }] }] }),
      { pointer: '/row/0/add/0/title', suggestion: '$loved' },
    ],
    ['words of another kind of document', grid({ layout: [{ add: ['club__rating'] }] }), { pointer: '/layout' }],
    [
      'a block that shows nothing',
      { 'extensions/edit.json': { ...json('extensions/edit.json'), body: [{ add: [{ details: 'bok' }] }] } },
      { pointer: '/body/0/add/0/details' },
    ],
    [
      'transitions',
      entity({ lifecycle: {} }),
      { pointer: '/lifecycle', message: expect.stringContaining('changes no states and transitions') as string },
    ],
    ['rules', entity({ rules: {} }), { pointer: '/rules', message: expect.stringContaining('changes no rules') as string }],
    [
      'access',
      entity({ access: { read: 'club.read', scope: 'own' } }),
      { pointer: '/access/scope', message: expect.stringContaining('changes no access') as string },
    ],
    [
      'a permission of another module',
      entity({ access: { read: 'library.read' } }),
      { pointer: '/access/read', allowed: ['club.read', 'club.write'] },
    ],
    ['properties without a permission', entity({ access: undefined }), { pointer: '/properties' }],
    [
      'a property that is not called after the module',
      entity({ properties: { rating: { type: 'integer', title: 'Rating' } } }),
      { pointer: '/properties/rating', suggestion: 'club__rating' },
    ],
    [
      'a required property',
      entity({ properties: { club__rating: { type: 'integer', rules: 'required' } } }),
      { pointer: '/properties/club__rating/rules' },
    ],
    [
      'a list of rows',
      entity({ properties: { club__rating: { type: 'array', rows: 'author' } } }),
      { pointer: '/properties/club__rating/rows' },
    ],
    ['a property without a label', entity({ properties: { club__new: { type: 'integer' } } }), { pointer: '/properties/club__new' }],
    [
      'a property with a type that there is none of',
      entity({ properties: { club__rating: { type: 'intger' } } }),
      { pointer: '/properties/club__rating/type' },
    ],
    [
      'looks of a field of the form',
      { 'extensions/form.json': { ...json('extensions/form.json'), ui: { title: { title: '$club' } } } },
      { pointer: '/ui/title' },
    ],
    [
      'a field that a form of another module requires',
      { 'extensions/form.json': { ...json('extensions/form.json'), ui: { club__rating: { required: true } } } },
      { pointer: '/ui/club__rating/required' },
    ],
  ])('refuses %s', (_, changes, problem) => {
    expect(errors(changes)).toContainEqual(expect.objectContaining({ severity: 'error', ...problem }))
  })

  it('lets other documents of the module use its properties', () => {
    const own = { entity: 'book', columns: ['title', 'club__rating'], title: '$club' }
    expect(errors({ 'grids/ratings.json': own })).toEqual([])
    expect(errors({ 'grids/ratings.json': { ...own, columns: ['club__ratin'] } })).toMatchObject([{ suggestion: 'club__rating' }])
  })

  it('does not let the extended module rely on what is added to it', () => {
    const documents = readModuleFolder('tests/fixtures/library')
    const books = JSON.parse(documents['grids/books.json']!) as { columns: unknown[] }
    const files = { ...documents, 'grids/books.json': JSON.stringify({ ...books, columns: ['club__rating'] }) }
    const problems = checkModule(files, { ...context, modules: { ...offline.modules, club: parseModule(club) } })
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([{ file: 'grids/books.json', pointer: '/columns/0' }])
  })

  it('is told by the diff: what is added, moved and gone', () => {
    const sentences = (before: Record<string, string> | undefined, after: Record<string, string>) =>
      diffModules(before && parseModule(before), parseModule(after)).map(
        ({ level, subject, sentence }) => `${level} ${subject} ${sentence}`,
      )
    const added = sentences(undefined, club)
    expect(added).toContain('additive extension of library/entities/book: club__rating is new')
    expect(added).toContain('additive extension of library/grids/books: column club__rating is new, after "status"')
    expect(added).toContain('additive extension of library/screens/library-book-edit: block details:book is new, after "details:book"')
    expect(added.filter((sentence) => !sentence.startsWith('additive'))).toEqual([])
    const changed = {
      ...club,
      'extensions/book.json': JSON.stringify({
        ...json('extensions/book.json'),
        access: { read: 'club.write' },
        properties: { club__rating: { type: 'integer', minimum: 1, maximum: 5 } },
      }),
      'extensions/books.json': JSON.stringify({
        ...json('extensions/books.json'),
        columns: [{ before: 'price', add: ['club__rating'] }],
        tabs: undefined,
      }),
    }
    expect(sentences(club, changed)).toEqual(
      expect.arrayContaining([
        'breaking extension of library/entities/book: club__read_on is gone; its values stay in the database but are neither read nor written',
        'breaking extension of library/entities/book: club__rating needs club.write instead of club.read',
        'additive extension of library/grids/books: column club__rating stands before "price" instead of after "status"',
        'risky extension of library/grids/books: tab loved is no longer shown',
      ]),
    )
  })
})
