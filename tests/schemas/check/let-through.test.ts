import { beforeAll, describe, expect, it } from 'vitest'
import { checkModule, type CheckContext, type Problem } from '#schemas/check/check-module.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'

let files: Record<string, string>
const persons = parseModule({
  'module.json': JSON.stringify({
    name: 'persons',
    title: 'P',
    version: '1.0.0',
    permissions: ['persons.read'],
    grants: { operator: ['library.write'] },
  }),
  'entities/user.json': JSON.stringify({
    name: 'user',
    title: 'U',
    display: '{name_full}',
    schema: { type: 'object', properties: { name_full: { type: 'string' } } },
  }),
  'grids/people.json': JSON.stringify({ entity: 'user', columns: ['name_full'] }),
  'screens/persons-list.json': JSON.stringify({ name: 'persons-list', path: 'persons/:role/:tab?', body: [] }),
})
const context: CheckContext = {
  modules: { persons },
  endpoints: { single: { method: 'GET' }, list: { method: 'GET' }, save: { method: 'POST' } },
  locales: ['fa', 'en'],
}

beforeAll(() => {
  files = readModuleFolder('tests/fixtures/library')
})

const said = (problems: Problem[]): string[] =>
  problems.map(
    ({ severity, file, line, pointer, message, suggestion }) =>
      `${severity} ${file}:${line} ${pointer} ${message}${suggestion === undefined ? '' : ` [${suggestion}]`}`,
  )
/** What is said of the library when pieces of its files are replaced and others are added. */
function check(changes: [file: string, from: string, to: string][], added: Record<string, unknown> = {}): string[] {
  const changed = { ...files, ...Object.fromEntries(Object.entries(added).map(([path, value]) => [path, JSON.stringify(value)])) }
  for (const [file, from, to] of changes) {
    expect(changed[file]).toContain(from)
    changed[file] = changed[file]!.replace(from, () => to)
  }
  return said(checkModule(changed, context))
}
const book = (from: string, to: string) => check([['entities/book.json', from, to]])
const isbn = '"isbn": { "type": "string", "pattern": "^97[89][0-9]{10}$", "rules": "required" }'
const opening = (id: string, modal: string) => ({
  id,
  title: id,
  body: { schema: { type: 'object', properties: {} } },
  buttons: [{ id: 'next', title: 'Next', action: { type: 'modal', options: { modal } } }],
})

describe('modals that open each other', () => {
  it('in a circle are named once, with the way round', () => {
    const found = check([], { 'modals/first.json': opening('first', 'second'), 'modals/second.json': opening('second', 'first') })
    expect(found.filter((line) => line.includes('opens itself'))).toEqual([
      expect.stringContaining(
        'error modals/first.json:1 /buttons/0/action/options/modal the modal "first" opens itself (first → second → first)',
      ),
    ])
  })
  it('over the form of one, which makes a new choice by it', () =>
    expect(
      check([], {
        'modals/again.json': { id: 'again', title: 'Again', body: 'again' },
        'forms/again.json': { entity: 'book', fields: ['author'], ui: { author: { create: { modal: 'again' } } } },
      }),
    ).toContainEqual(expect.stringContaining('error modals/again.json:1 /body the modal "again" opens itself (again → again)')))
  it('one after the other are right', () =>
    expect(check([], { 'modals/first.json': opening('first', 'lend') }).join('\n')).not.toContain('opens itself'))
})

describe('rules', () => {
  it('length:60,5 has its bounds in the wrong order', () =>
    expect(book('"rules": "required|max:200"', '"rules": "required|length:60,5"')).toContainEqual(
      expect.stringContaining('/schema/properties/title/rules the rule length has its bounds in the wrong order: write 5,60'),
    ))
  it.each([
    ['{ "type": "boolean", "rules": "max:5" }', 'the rule max is about text or a list, and this is true or false'],
    [
      '{ "type": "integer", "rules": "max_value:pric" }',
      'the rule max_value names the field "pric", which is not there; did you mean "price"?',
    ],
    ['{ "type": "integer", "rules": "min_value:published_at" }', 'the rule min_value names "published_at", which holds no number'],
    ['{ "type": "integer", "rules": "max_value:4 x" }', 'the rule max_value takes a number or the name of a field'],
    ['{ "type": "integer", "rules": "max:200" }', 'the rule max is about text or a list, and this is a number [max_value]'],
    [
      '{ "type": "array", "items": { "type": "string" }, "rules": "min_value:2" }',
      'the rule min_value is about a number or text, and this is a list [min]',
    ],
    ['{ "type": "object", "rules": "email" }', 'the rule email is about text or a list, and this is an object'],
    ['{ "enum": [1, 2], "rules": "after:today" }', 'the rule after is about text, and this is a number [min_value]'],
    [
      '{ "type": ["integer", "null"], "rules": "size:500" }',
      'the rule size is about an object or a list, and this is a number [max_value]',
    ],
  ])('that do not fit the type of the field: %s', (field, message) =>
    expect(book(isbn, `"isbn": ${field}`)).toContainEqual(expect.stringContaining(`/schema/properties/isbn/rules ${message}`)),
  )
  it('that fit one of the types are right', () =>
    expect(book(isbn, '"isbn": { "type": ["string", "null"], "rules": "max:20|regex:^[0-9]+$" }').join('\n')).not.toContain('the rule'))
})

describe('the where of a reference', () => {
  const loan = (where: unknown, field: object = { type: 'integer', references: 'book' }) =>
    check([], {
      'entities/loan.json': { name: 'loan', title: 'Loan', schema: { type: 'object', properties: { of: { ...field, where } } } },
    })
  it.each([
    [{ nothing: 'x' }, /of\/where\/nothing there is no field "nothing"/],
    [{ price: 3 }, /of\/where\/price not a value of "price"/],
    [{ title: [] }, /of\/where\/title not a value of "title"/],
    ['city', /of\/where cannot be read at character 5/],
    [7, /of\/where/],
  ])('%j is refused', (where, message) => expect(loan(where)).toContainEqual(expect.stringMatching(message)))
  it('needs a reference, and says which records it may be to', () => {
    expect(loan({ title: 'x' }, { type: 'integer' })).toContainEqual(expect.stringContaining('has no "references"'))
    expect(loan({ title: ['A', 'B'] }).filter((text) => text.includes('/where'))).toEqual([])
  })
})

describe('keywords', () => {
  it.each([
    ['{ "type": "string", "minimum": 5 }', 'minimum "minimum" is about a number or a decimal number, and this is text'],
    ['{ "type": "string", "format": "date", "maximum": 5 }', 'write "formatMaximum"'],
    ['{ "type": "integer", "maxLength": 5 }', 'so it has no effect; write "maximum"'],
    ['{ "type": "array", "items": { "type": "string" }, "minLength": 1 }', 'so it has no effect; write "minItems"'],
    ['{ "type": "integer", "formatMinimum": "2024-03-20" }', 'formatMinimum "formatMinimum" is about text'],
    ['{ "type": "string", "format": "decimal", "formatMinimum": "2024-03-20" }', 'must be a decimal number as text'],
    ['{ "type": "string", "format": "date", "formatMinimum": "100" }', 'must be a day such as'],
    ['{ "type": "integer", "format": "national-code" }', 'format "national-code" is a format of texts'],
  ])('that can never hold or fail for the values of a field: %s', (field, message) =>
    expect(book(isbn, `"isbn": ${field}`)).toContainEqual(expect.stringMatching(new RegExp(`^error .*/isbn/.*${message}`))),
  )
  const condition = (properties: object) =>
    check([], { 'forms/lend.json': { entity: 'book', fields: ['isbn', 'price'], ui: { price: { required: { properties } } } } })
  it.each([
    [{ title: { minimum: 3 } }, 'title/minimum "minimum" is about'],
    [{ title: { not: { exclusiveMaximum: 3 } } }, 'title/not/exclusiveMaximum "exclusiveMaximum" is about'],
    [{ lent_to_id: { minLength: 3 } }, 'lent_to_id/minLength "minLength" is about'],
    [{ price: { formatMaximum: '2024-03-20' } }, 'price/formatMaximum must be a decimal number'],
  ])('that a condition asks of a field in vain: %j', (properties, message) =>
    expect(condition(properties)).toContainEqual(expect.stringContaining(message)),
  )
  it('that compare a decimal are right, and need no format in a condition', () =>
    expect(condition({ price: { minimum: 0, formatMaximum: '99.5', const: '7' } }).join('\n')).not.toMatch(/properties\/price/))
})

describe('an embedded grid', () => {
  const screen = (params: object) => ({
    'screens/library-shelf.json': { name: 'library-shelf', path: 'library/shelf/:id', body: [{ grid: 'books', embedded: true, params }] },
  })
  it('takes no parameter that its document does not offer', () =>
    expect(check([], screen({ auther: '{route.id}' }))).toContainEqual(
      expect.stringContaining(
        'error screens/library-shelf.json:1 /body/0/params/auther the grid "books" takes no parameter "auther": name the field',
      ),
    ))
  it('takes its filters, its params and the keys of its address', () =>
    expect(
      check(
        [['grids/books.json', '"sort":', '"params": { "writer": "author" }, "sort":']],
        screen({ writer: 1, status: 'draft', tab: 'all' }),
      ).join('\n'),
    ).not.toContain('takes no parameter'))
  it.each([
    ['nosuch', /params\/status "nosuch" is no value of "status", so the grid would show nothing/],
    ['draft,publishd', /params\/status "publishd" is no value of "status".*\[published\]/],
    [7, /params\/status "7" is no value of "status"/],
  ])('takes no value that its field cannot have: %j', (status, message) =>
    expect(check([], screen({ status }))).toContainEqual(expect.stringMatching(message)),
  )
  it('takes no value that the field of a param cannot have', () =>
    expect(
      check([['grids/books.json', '"sort":', '"params": { "state": "status" }, "sort":']], screen({ state: 'nosuch' })),
    ).toContainEqual(expect.stringContaining('/body/0/params/state "nosuch" is no value of "status"')))
  it.each(['draft', 'draft,published', '{route.id}', null])('takes %j of its field', (status) =>
    expect(check([], screen({ status })).filter((line) => line.includes('/params/status'))).toEqual([]),
  )
})

describe('calls.save', () => {
  const saved = (payload: object) =>
    check([
      ['entities/book.json', '"access":', '"calls": { "save": "library-save" }, "access":'],
      [
        'endpoints.json',
        '"endpoints": [',
        `"endpoints": [${JSON.stringify({ name: 'library-save', method: 'POST', operation: 'save', entity: 'book', access: 'library.write', payload })},`,
      ],
    ])
  it('whose payload is closed takes no fields of a form', () =>
    expect(saved({ type: 'object', additionalProperties: false, properties: { id: { type: 'integer' } } })).toContainEqual(
      expect.stringMatching(
        /^error entities\/book\.json:\d+ \/calls\/save the payload of "library-save" is closed and does not take "version", "data"/,
      ),
    ))
  it('whose data is closed names the fields that would be lost', () =>
    expect(
      saved({
        type: 'object',
        additionalProperties: false,
        properties: {
          id: {},
          version: {},
          data: { type: 'object', additionalProperties: false, properties: { title: {}, isbn: {}, author_id: {}, price: {}, status: {} } },
        },
      }),
    ).toContainEqual(expect.stringContaining('does not take "published_at"')))
  it('that takes id, version and data is right', () =>
    expect(
      saved({ type: 'object', additionalProperties: false, properties: { id: {}, version: {}, data: { type: 'object' } } }).join('\n'),
    ).not.toContain('is closed'))
})

describe('what is required', () => {
  it('in a branch of an entity names a field', () =>
    expect(
      book(
        '"required": ["title", "isbn"],',
        '"required": ["title", "isbn"], "if": { "properties": { "status": { "const": "published" } } }, "then": { "required": ["publishd_at"] },',
      ),
    ).toContainEqual(
      expect.stringMatching(
        /^error entities\/book\.json:\d+ \/schema\/then\/required\/0 "publishd_at" is required but is not among the properties \[published_at\]/,
      ),
    ))
  it('in a condition of a form names a field', () =>
    expect(check([['forms/book.json', '"ui": {', '"ui": { "author": { "visible": { "required": ["pric"] } },']])).toContainEqual(
      expect.stringContaining('/ui/author/visible/required/0 there is no field "pric" in the entity "book" [price]'),
    ))
  it('may be named by its entity, a branch or a reference', () =>
    expect(
      book(
        '"required": ["title", "isbn"],',
        '"required": ["title", "isbn"], "allOf": [{ "if": { "required": ["price"] }, "then": { "required": ["author_id", "published_at"] } }],',
      ).join('\n'),
    ).not.toContain('is required but'))
})

describe('requires', () => {
  it('names the modules whose entities are used', () =>
    expect(check([['module.json', '"requires": ["persons"],', '']])).toContainEqual(
      expect.stringMatching(
        /^error entities\/book\.json:\d+ \/schema\/properties\/lent_to\/references the entity "user" is of the module "persons": add it to "requires" in module\.json/,
      ),
    ))
})

describe('a limit', () => {
  it.each([
    ['date', 'formatMinimum', '2024-02-31'],
    ['date', 'formatMaximum', '2024-13-01'],
    ['date-time', 'formatMaximum', '2024-02-30T10:00:00Z'],
    ['time', 'formatMinimum', '25:61'],
  ])('of a %s that the calendar or the clock does not have is an error', (format, keyword, limit) =>
    expect(book(isbn, `${isbn}, "lent": { "type": "string", "format": "${format}", "${keyword}": "${limit}" }`)).toContainEqual(
      expect.stringMatching(/^error .*\/schema\/properties\/lent\/format(Min|Max)imum must be a day such as 2024-01-31/),
    ),
  )
})

describe('requires, of what a page shows', () => {
  it.each([
    [{ body: [{ timeline: 'user', of: '{route.id}' }] }, '/body/0/timeline the entity "user" is of the module "persons"'],
    [
      {
        body: [{ form: { schema: { properties: { a: { type: 'string' } } }, ui: { a: { widget: 'remote-select', combo: 'user.role' } } } }],
      },
      '/body/0/form/ui/a/combo the entity "user" is of the module "persons"',
    ],
    [{ body: [{ grid: 'persons/user/people' }] }, '/body/0/grid the grid "persons/user/people" is of the module "persons"'],
    [
      { load: { reader: { name: 'single', params: { model: 'user', id: '{route.id}' } } }, body: [] },
      '/load/reader/params/model the entity "user" is of the module "persons"',
    ],
  ])('names the module of %j', (more, message) =>
    expect(
      check([['module.json', '"requires": ["persons"],', '']], {
        'screens/library-reader.json': { name: 'library-reader', path: 'library/readers/:id', ...more },
      }),
    ).toContainEqual(expect.stringContaining(`error screens/library-reader.json:1 ${message}: add it to "requires"`)),
  )
})

describe('a document', () => {
  it('called constructor is refused', () =>
    expect(check([], { 'modals/constructor.json': { id: 'constructor', title: 'C' } })).toContainEqual(
      expect.stringContaining('error modals/constructor.json:1 /id nothing can be called "constructor"'),
    ))
})

describe('modules', () => {
  it('that require each other in a circle are named with the way round', () => {
    const requiring = (name: string, ...requires: string[]) =>
      parseModule({ 'module.json': JSON.stringify({ name, title: name, version: '1.0.0', requires }) })
    const modules = { persons, shop: requiring('shop', 'stock'), stock: requiring('stock', 'library') }
    const text = files['module.json']!.replace('["persons"]', '["persons", "shop"]')
    expect(said(checkModule({ ...files, 'module.json': text }, { ...context, modules }))).toContainEqual(
      expect.stringContaining('/requires/1 "shop" requires "library" itself (library → shop → stock → library)'),
    )
  })
})

describe('the path of a screen', () => {
  it.each([
    ['api/books', 'the address "/api" is the server\'s own'],
    ['files/:id', 'the address "/files" is the server\'s own'],
    ['health', 'the address "/health" is the server\'s own'],
    ['grid/library/book/books', 'are those of grids'],
    ['grid/:a/:b/:c', 'are those of grids'],
    ['persons/:id', 'already that of the screen "persons-list" of the module "persons"'],
    ['persons/:id/:part', 'already that of the screen "persons-list" of the module "persons"'],
    ['library/books/create/:copy?', 'already that of the screen "library-book-create"'],
    [
      'persons/operator',
      'the path "persons/operator" meets "persons/:role/:tab\\?", that of the screen "persons-list" of the module "persons"',
    ],
    ['persons/5/edit', 'meets "persons/:role/:tab\\?"'],
    [':module/:id', 'meets "persons/:role/:tab\\?"'],
    ['grid/content', 'addresses that begin with "grid" are those of grids'],
    ['grid-print/content/content_post/posts', 'addresses that begin with "grid-print" are those of grids'],
    [':x', 'the path ":x" meets addresses of the server'],
    [':a/:b/:c/:d', 'the path ":a/:b/:c/:d" meets addresses of the server'],
  ])("%s is another's", (path, message) =>
    expect(check([['screens/library-book-edit.json', 'library/books/:id/edit', path]])).toContainEqual(
      expect.stringMatching(new RegExp(`^error screens/library-book-edit\\.json:4 /path .*${message.replaceAll('"', '"')}`)),
    ),
  )
  it('of a module whose name is reserved begins with another word', () =>
    expect(
      check([
        ['module.json', '"name": "library"', '"name": "api"'],
        ['screens/library-book-edit.json', 'library/books/:id/edit', 'api/books/:id/edit'],
      ]),
    ).toContainEqual(
      expect.stringContaining(
        'the address "/api" is the server\'s own, so no screen is shown there: begin it with another word, e.g. "api-pages/books/:id/edit"',
      ),
    ))
  it.each(['library/books/:other', 'persons', 'persons-of/:id', 'libraries', ':shelf/books/:id', ':shelf/create'])(
    '%s meets no other',
    (path) =>
      expect(
        check([['screens/library-book-edit.json', 'library/books/:id/edit', path]]).filter((line) => line.includes(' /path ')),
      ).toEqual([]),
  )
})

describe('choices', () => {
  it('that are no value of their field cannot be stored', () =>
    expect(book('"value": "published", "title"', '"value": "gone", "title"')).toContainEqual(
      expect.stringMatching(
        /^error entities\/book\.json:\d+ \/options\/status\/1\/value "gone" is no value of "status", so it could be chosen/,
      ),
    ))
  it('of a form are values of the field', () =>
    expect(check([['forms/book.json', '"ui": {', '"ui": { "status": { "options": [{ "value": "gone", "title": "G" }] },']])).toContainEqual(
      expect.stringContaining('error forms/book.json'),
    ))
  it('that the server computes are only shown', () =>
    expect(
      book('"options": {\n    "status": [', '"options": {\n    "status": [{ "value": "gone", "title": "G", "computed": true },').join('\n'),
    ).not.toContain('is no value of'))
})

describe('a field', () => {
  it.each(['constructor', 'prototype', 'valueof'.replace('of', 'Of'), 'hasOwnProperty', '__proto__'])('called %s is refused', (name) =>
    expect(check([['modals/lend.json', '"properties": {', `"properties": { "${name}": { "type": "string" },`]])).toContainEqual(
      expect.stringContaining(`a field cannot be called "${name}"`),
    ),
  )
  it('of an entity called constructor is refused', () =>
    expect(book('"lent_to":', '"constructor": { "type": "string" }, "lent_to":')).toContainEqual(
      expect.stringMatching(
        /^error entities\/book\.json:\d+ \/schema\/properties\/constructor a field cannot be called "constructor".*\[constructor_value\]/,
      ),
    ))
  it('too many of them are told', () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`f${index}`, { type: 'string' }]))
    expect(
      check([], { 'entities/wide.json': { name: 'wide', title: 'W', display: '{f0}', schema: { type: 'object', properties: many } } }),
    ).toContainEqual(
      expect.stringContaining('error entities/wide.json:1 /schema/properties at most 500 fields stand in one object, these are 3000'),
    )
  })
})

describe('a screen for visitors', () => {
  const screen = (more: object) =>
    check([], { 'screens/library-hall.json': { name: 'library-hall', path: 'library/hall', body: [], ...more } })
  it.each([[{ guest: 'yes' }], [{ guest: 'only', layout: 'default' }]])('%j has menus that nobody gives them', (more) =>
    expect(screen(more)).toContainEqual(expect.stringContaining('the layout "default" has menus, which a visitor')),
  )
  it('in another layout is right', () => expect(screen({ guest: 'yes', layout: 'auth' }).join('\n')).not.toContain('a visitor'))
})

describe('a role that may write', () => {
  const asked = '"isbn": { "check": { "endpoint": "library-isbn-free" },'
  const endpoint = (access: string) =>
    `"endpoints": [${JSON.stringify({ name: 'library-isbn-free', method: 'GET', operation: 'list', entity: 'book', access, params: { type: 'object', properties: { value: {} } } })},`
  it('and may not call what a field needs is named', () =>
    expect(
      check([
        ['forms/book.json', '"isbn": {', asked],
        ['endpoints.json', '"endpoints": [', endpoint('library.lent')],
        ['module.json', '"library.lend"]', '"library.lend", "library.lent"]'],
      ]),
    ).toContainEqual(
      expect.stringMatching(
        /^warning forms\/book\.json:\d+ \/ui\/isbn\/check\/endpoint the role "operator" may write "book" \(library\.write\) and may not call "library-isbn-free".*grant "library\.lent" too/,
      ),
    ))
  it('and may not read what a field chooses from is named', () =>
    expect(
      check([
        ['entities/author.json', '"read": "library.read"', '"read": "library.lent"'],
        ['module.json', '"library.lend"]', '"library.lend", "library.lent"]'],
      ]),
    ).toContainEqual(
      expect.stringMatching(
        /^warning forms\/book\.json:3 \/entity the role "operator" may write "book" \(library\.write\) and may not read "author"/,
      ),
    ))
  it('and may call it is right', () =>
    expect(
      check([
        ['forms/book.json', '"isbn": {', asked],
        ['endpoints.json', '"endpoints": [', endpoint('library.read')],
      ]).join('\n'),
    ).not.toContain('may not call'))
})

describe('conditions of a form', () => {
  const chain = (length: number, first?: string) => ({
    'forms/chain.json': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length }, (_, index) => [`f${index}`, { type: 'boolean', title: 'F' }])),
      },
      ui: Object.fromEntries(
        Array.from({ length }, (_, index): [string, object] => [
          `f${index}`,
          { visible: { properties: { [index === 0 ? (first ?? 'f1') : `f${index - 1}`]: { const: true } } } },
        ]).slice(first === undefined ? 1 : 0),
      ),
    },
  })
  it('may be a chain of 200 fields', () => expect(check([], chain(200)).join('\n')).not.toContain('go in a circle'))
  it('that end in a circle of 200 fields are named once', () =>
    expect(check([], chain(200, 'f199')).filter((line) => line.includes('go in a circle'))).toEqual([
      expect.stringContaining(
        'error forms/chain.json:1 /ui/f0/visible "f0" is shown depending on itself: the conditions go in a circle (f0 → f199 → f198',
      ),
    ]))
  it.each([
    ['"ui": { "title": { "value": [{ "set": true }] },', '/ui/title/value/0/set true is no value of "title", which is a text'],
    ['"ui": { "status": { "value": [{ "set": "gone" }] },', '/ui/status/value/0/set "gone" is no value of "status"'],
    [
      '"ui": { "author": { "value": [{ "set": 1, "when": { "properties": { "title": { "const": 5 } } } }] },',
      '/ui/author/value/0/when/properties/title/const 5 is no value of "title", which is a text',
    ],
  ])('set and ask for values that the field can have: %s', (ui, message) =>
    expect(check([['forms/book.json', '"ui": {', ui]])).toContainEqual(expect.stringContaining(message)),
  )
})

describe('permissions', () => {
  it('belong to one module', () =>
    expect(check([['module.json', '"permissions": [', '"permissions": ["persons.read", ']])).toContainEqual(
      expect.stringMatching(/^error module\.json:\d+ \/permissions\/0 the permission "persons\.read" belongs to the module "persons"/),
    ))
})

describe('roles', () => {
  it('are granted permissions of another module with a warning', () => {
    const found = check([['module.json', '"grants": {', '"grants": { "editor": ["persons.read"],']])
    expect(found).toContainEqual(
      expect.stringMatching(
        /^warning module\.json:\d+ \/grants\/editor\/0 grants permissions of the module "persons": write "persons\.read"/,
      ),
    )
    expect(check([]).join('\n')).not.toContain('grants permissions')
  })
  it('of the product are not declared anew', () =>
    expect(check([['module.json', '"permissions"', '"roles": { "editor": "E" }, "permissions"']])).toContainEqual(
      expect.stringContaining('error module.json:7 /roles/editor the role "editor" is one of the product'),
    ))
})

it('names the toman as a currency', () => {
  const toman = check([['grids/books.json', '"currency": "IRR"', '"currency": "IRT"']])
  expect(toman.filter((line) => line.includes('currency'))).toEqual([])
})

describe('a save that an action names', () => {
  const saving = (data: unknown) =>
    check([], {
      'modals/give-back.json': {
        id: 'give-back',
        title: 'Give back',
        buttons: [
          {
            id: 'save',
            title: 'Save',
            action: { type: 'call', options: { name: 'save', method: 'POST', payload: { model: 'book', id: '{row.id}', data } } },
          },
        ],
      },
    }).filter((line) => line.includes('/payload/data'))
  it.each([
    [{ prize: '1' }, '/payload/data/prize there is no field "prize" in the entity "book" [price]'],
    [{ status: 'gone' }, '/payload/data/status "gone" is no value of "status"'],
    ['draft', '/payload/data "data" is an object of fields of the entity "book", or "{form}"'],
  ])('of %j is refused', (data, message) => expect(saving(data)).toContainEqual(expect.stringContaining(message)))
  it.each([[{ status: 'draft', lent_to_id: null }], ['{form}'], [{ author: '{row.author_id}' }]])('of %j is taken', (data) =>
    expect(saving(data)).toEqual([]),
  )
})

describe('a screen for visitors', () => {
  const screen = (more: object) =>
    check([], {
      'screens/library-door.json': { name: 'library-door', path: 'library/door', guest: 'yes', layout: 'print', body: [], ...more },
    })
  it('asks for nothing that visitors are not answered', () => {
    expect(screen({ load: { book: { name: 'single', params: { model: 'book', id: 1 } } } })).toContainEqual(
      expect.stringContaining('/load/book/name "single" does not answer visitors who are not signed in'),
    )
    expect(screen({ body: [{ grid: 'books' }] })).toContainEqual(
      expect.stringContaining('/body/0/grid a list does not answer visitors who are not signed in'),
    )
    expect(screen({}).filter((line) => line.startsWith('error'))).toEqual([])
  })
})
