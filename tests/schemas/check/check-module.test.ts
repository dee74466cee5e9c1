import Ajv from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkModule, type CheckContext, type Problem } from '#schemas/check/check-module.ts'
import { checkContract } from '#schemas/check/schema/contract-check.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { nearest } from '#schemas/check/problem.ts'
import { readSource } from '#schemas/check/source.ts'
import { readContractSchemas } from '#schemas/cli/contract-bundle.ts'
import { readModuleFolder } from '#schemas/cli/module-folder.ts'

let files: Record<string, string>
const person = parseModule({
  'module.json': JSON.stringify({ name: 'persons', title: 'P', version: '1.0.0', permissions: ['persons.read'] }),
  'entities/user.json': JSON.stringify({
    name: 'user',
    title: 'U',
    display: '{name_full}',
    schema: { type: 'object', properties: { name_full: { type: 'string' } } },
  }),
  'screens/persons-list.json': JSON.stringify({ name: 'persons-list', path: 'persons/:id', body: [] }),
})
const context: CheckContext = {
  modules: { persons: person },
  endpoints: { single: { method: 'GET' }, list: { method: 'GET' }, save: { method: 'POST' } },
  widgets: {
    timeline: {
      name: 'timeline',
      kind: 'block',
      title: 'T',
      props: {
        type: 'object',
        additionalProperties: false,
        required: ['model'],
        properties: { model: { type: 'string' }, size: { enum: ['sm', 'lg'] } },
      },
    },
    textarea: { name: 'textarea', kind: 'field', title: 'T', props: { type: 'object', properties: { rows: { type: 'integer' } } } },
    onoff: { name: 'onoff', kind: 'field', title: 'O', value: { type: 'boolean' } },
    sparkline: { name: 'sparkline', kind: 'cell', title: 'S' },
  },
  locales: ['fa', 'en'],
  features: ['library-handled'],
}

beforeAll(() => {
  files = readModuleFolder('tests/fixtures/library')
})

const check = (changed: Record<string, string>, other: Partial<CheckContext> = {}): Problem[] =>
  checkModule({ ...files, ...changed }, { ...context, ...other })
/** The module with one piece of one file's text replaced. */
const replaced = (file: string, from: string, to: string): Problem[] => {
  expect(files[file]).toContain(from)
  return check({ [file]: files[file]!.replace(from, () => to) })
}
const said = (problems: Problem[]): string =>
  problems
    .map(
      (problem) =>
        `${problem.severity} ${problem.file}:${problem.line}:${problem.column} ${problem.pointer} ${problem.message}${problem.suggestion ? ` [${problem.suggestion}]` : ''}`,
    )
    .join('\n')

describe('the example module', () => {
  it('has no problems', () => expect(said(check({}))).toBe(''))
  it('uses the texts that name its permissions', () =>
    expect(said(replaced('locales/en.json', '"sale": "Sale"', '"sale": "Sale", "permissions.library.lend": "Lend books"'))).toBe(''))
  it('is told which locales it leaves out', () =>
    expect(said(check({}, { locales: ['fa', 'en', 'de'] }))).toContain('warning module.json:1:1  there are no texts for de'))
})

describe('what is right', () => {
  const right = (file: string, from: string, to: string) => said(replaced(file, from, to))
  it('a reference to a place, by its pointer or its name, also to itself a step further down', () =>
    expect(
      right(
        'modals/lend.json',
        '"schema": {',
        '"schema": { "$defs": { "a": { "$id": "#tree", "properties": { "more": { "$ref": "#tree" } } }, "b": { "$ref": "#/$defs/a" } },',
      ),
    ).not.toContain('$ref'))
  it('a rule of a form about a field of its entity', () =>
    expect(
      right(
        'forms/book.json',
        '"data": {',
        '"schema": { "properties": { "price": { "type": "string", "rules": "required_if:status,published" } } }, "data": {',
      ),
    ).toBe(''))
  it('what a call in a row answers', () =>
    expect(
      right(
        'grids/books.json',
        '"refresh": "row" }',
        '"refresh": "row", "redirect": { "name": "library-book-edit", "params": { "id": "{results.id}" } } }',
      ),
    ).toBe(''))
  it('a value whose title is a text for all fields', () => {
    const entity = files['entities/book.json']!.replace('["draft", "published"]', '["draft", "published", "waiting"]')
    const titled = (locale: string) => ({
      [`locales/${locale}.json`]: files[`locales/${locale}.json`]!.replace('{', '{ "values.waiting": "W",'),
    })
    expect(said(check({ 'entities/book.json': entity, ...titled('fa'), ...titled('en') }))).not.toContain('waiting')
  })
  it('what a modal inserts of a row that a screen gives it', () => {
    const screen = JSON.parse(files['screens/library-book-edit.json']!) as { modals?: string[] }
    expect(
      said(
        check({
          'modals/lend.json': files['modals/lend.json']!.replace('{row.version}', '{row.other}'),
          'screens/library-book-edit.json': JSON.stringify({ ...screen, modals: ['lend'] }),
        }),
      ),
    ).not.toContain('row.other')
  })
})

it('says of an empty file that it is empty', () =>
  expect(said(check({ 'forms/book.json': ' \n' }))).toBe(
    'error forms/book.json:1:1  the file is empty: a document is a JSON object, at least {}',
  ))
it('knows the roles that a module declares, and no others', () => {
  const granted = files['module.json']!.replace('"operator"', '"librarian"')
  expect(said(check({ 'module.json': granted }))).toContain('error module.json:8:15 /grants/librarian there is no role "librarian"')
  expect(said(check({ 'module.json': granted.replace('"grants"', '"roles": { "librarian": "$reader" }, "grants"') }))).toBe('')
})
it('checks what a module says of its gate', () => {
  const gated = (gate: string) => said(check({ 'module.json': files['module.json']!.replace('"grants"', `"gate": ${gate}, "grants"`) }))
  expect(gated('{ "roles": ["operator"], "locales": ["fa"], "maxNodes": 1.2, "states": ["many"], "axe": "A" }')).toBe('')
  expect(gated('{ "roles": ["operatr"] }')).toContain('/gate/roles/0 there is no role "operatr" among those that are known')
  expect(gated('{ "maxNodes": 0.5 }')).toContain('/gate/maxNodes')
  expect(gated('{ "states": ["full"] }')).toContain('/gate/states/0')
})
it('suggests no name that is far from the one written', () => {
  expect(['stave_all', 'shelve', 'sav', 'save', 'saev'].map((name) => nearest(name, ['save']))).toEqual([
    undefined,
    undefined,
    'save',
    undefined,
    'save',
  ])
})

describe('a form with a schema of its own', () => {
  const form = (document: object) =>
    said(
      check({ 'forms/trial.json': JSON.stringify(document) }).filter(
        ({ file, severity }) => file === 'forms/trial.json' && severity === 'error',
      ),
    )
  const withField = (field: object) => form({ schema: { type: 'object', properties: { a: field } } })
  it.each([
    [{ type: 'integer', default: 'abc' }, 'the default "abc" is not a value of this field (type)'],
    [{ enum: ['x', 'y'], default: 'z' }, 'the default "z" is not a value of this field (enum)'],
    [{ type: 'string', format: 'date', default: 'not a date' }, 'the default "not a date" is not a value of this field (format)'],
    [{ type: 'object', properties: { b: {} }, default: 5 }, 'the default 5 is not a value of this field (type)'],
    [{ type: 'integer', minimum: 3, maximum: 2 }, 'nothing fits: minimum 3 is more than maximum 2'],
  ])('is told that %j does not fit itself', (field, sentence) => expect(withField(field)).toContain(sentence))
  it('may give a part of a group as its default, also where it is reached by a reference', () => {
    expect(
      withField({
        type: 'object',
        required: ['b', 'c'],
        properties: { b: { type: 'string' }, c: { type: 'string' } },
        default: { b: 'x' },
      }),
    ).toBe('')
    expect(
      form({
        schema: {
          type: 'object',
          properties: { a: { $ref: '#/definitions/whole' } },
          definitions: { whole: { type: 'integer', default: 'abc' } },
        },
      }),
    ).toContain('/schema/definitions/whole/default the default "abc"')
  })
  it('may have a field with a dot in its name', () =>
    expect(form({ schema: { type: 'object', properties: { 'a.b': { type: 'string' } } }, data: { 'a.b': 'x' } })).toBe(''))
  it('is told of names that would turn a sentence in a way that shows them', () => {
    const sentence = form({ schema: { type: 'object', properties: { a: {} } }, data: { 'b\u202ec': 'x' } })
    expect(sentence).toContain('there is no field "b\\u202ec"')
  })
  it('hides nothing that its entity requires, with a step, a tab or a panel neither', () => {
    const visible = { properties: { status: { const: 'published' } } }
    const sentence = 'the entity "book" requires "title" also while it is hidden here'
    expect(
      form({ entity: 'book', layout: [{ steps: [{ title: '$sale', fields: [{ columns: ['title', 'isbn'] }], visible }] }] }),
    ).toContain(`/layout/0/steps/0/visible ${sentence}`)
    expect(form({ entity: 'book', layout: [{ panel: '$sale', fields: ['title'], visible }] })).toContain(`/layout/0/visible ${sentence}`)
    expect(form({ entity: 'book', ui: { price: { visible, required: true } } })).not.toContain('requires')
  })
})

describe('one mistake is one problem, at its place', () => {
  const book = 'entities/book.json',
    grid = 'grids/books.json',
    form = 'forms/book.json',
    modal = 'modals/lend.json',
    screen = 'screens/library-book-edit.json',
    calls = 'endpoints.json',
    root = 'module.json'
  const cases: [what: string, file: string, from: string, to: string, expected: string][] = [
    ['syntax', grid, '"page_size": 50,', '"page_size": 50', 'error grids/books.json:7:3  a comma is expected'],
    [
      'a trailing comma',
      root,
      '"order": 40 }]\n}',
      '"order": 40 }],\n}',
      'error module.json:11:1  a property name in double quotes is expected',
    ],
    [
      'a property twice',
      grid,
      '"page_size": 50,',
      '"page_size": 50, "page_size": 20,',
      'error grids/books.json:6:20  the property "page_size" is there twice',
    ],
    [
      'an unknown property',
      grid,
      '"page_size"',
      '"pagesize"',
      'error grids/books.json:6:3 /pagesize "pagesize" is not a property here [page_size]',
    ],
    [
      'a wrong type',
      grid,
      '"page_size": 50',
      '"page_size": "50"',
      'error grids/books.json:6:16 /page_size must be a whole number, is "50"',
    ],
    ['a missing property', grid, '"entity": "book",', '', 'error grids/books.json:1:1  the property "entity" is missing'],
    [
      'a value out of a list',
      modal,
      '"size": "md"',
      '"size": "medium"',
      'error modals/lend.json:5:11 /size "medium" is not one of sm, md, lg, xl, full, drawer',
    ],
    ['a modal headed by a blank', modal, '"title": "$lend_title"', '"title": " "', 'error modals/lend.json:4:12 /title'],
    [
      'an unknown action type',
      modal,
      '"type": "call"',
      '"type": "cal"',
      'error modals/lend.json:17:17 /buttons/1/action/type "cal" is not one of call, modal, navigate, refresh, download, print, copy [call]',
    ],
    [
      'an unknown block',
      screen,
      '"details": "book", "title": "$book", "fields"',
      '"detail": "book", "fields"',
      'must have one of the properties',
    ],
    [
      'a property of another block',
      screen,
      '"form": "book", "data"',
      '"form": "book", "dat"',
      '/body/0/columns/0/body/0/dat "dat" is not a property here [data]',
    ],
    [
      'an unknown column',
      grid,
      '"key": "price"',
      '"key": "prize"',
      '/columns/2/key there is no field "prize" in the entity "book" [price]',
    ],
    [
      'a column through a reference',
      grid,
      '"author.name_full"',
      '"author.name"',
      '/columns/1 there is no field "author.name" in the entity "book"',
    ],
    [
      'a field of another record edited here',
      grid,
      '"author.name_full"',
      '{ "key": "author.name_full", "editable": true }',
      '/columns/1/editable "author.name_full" cannot be edited here: it is no field of the entity "book" itself',
    ],
    ['a way of saving that is none', grid, '"page_size": 50', '"page_size": 50, "edit": { "save": "later" }', '/edit/save'],
    [
      'an order by what is no number',
      grid,
      '"page_size": 50',
      '"page_size": 50, "reorder": "status"',
      '/reorder rows cannot be moved by "status"',
    ],
    ['an order that no list can show', grid, '"page_size": 50', '"page_size": 50, "reorder": "lent_to"', '/reorder'],
    [
      'an unknown sort field',
      grid,
      '"-created_at"',
      '"-create_at"',
      '/sort there is no field "create_at" in the entity "book" [created_at]',
    ],
    ['an unknown filter', grid, '"filters": ["status"', '"filters": ["state"', '/filters/0 there is no field "state"'],
    [
      'a reserved filter key',
      grid,
      '"filters": ["status"',
      '"filters": [{ "key": "page", "field": "status" }',
      '/filters/0/key "page" has a meaning of its own',
    ],
    [
      'a tab of a value that is none',
      grid,
      '{ "status": "draft" }',
      '{ "status": "drafted" }',
      '/tabs/1/where/status "drafted" is no value of "status"',
    ],
    [
      'a tab of an unknown field',
      grid,
      '{ "status": "draft" }',
      '{ "statuss": "draft" }',
      '/tabs/1/where/statuss there is no field "statuss" in the entity "book" [status]',
    ],
    [
      'an unknown action of the toolbar, with the way to open a page',
      grid,
      '"toolbar": [',
      '"toolbar": ["create", ',
      '/toolbar/0 "create" is no modal; a screen is opened by { "type": "navigate", "title": …, "options": { "to": "library-book-create" } }',
    ],
    ['an unknown row action', grid, '"edit",', '"edti",', '/row/0 "edti" is neither a generic action'],
    ['an unknown modal', grid, '"modal": "lend"', '"modal": "land"', '/row/1/options/modal there is no modal "land" [lend]'],
    [
      'an unknown screen',
      grid,
      '"to": "library-book-edit"',
      '"to": "library-book-edti"',
      '/columns/0/to "library-book-edti" is neither a screen nor a path of one [library-book-edit]',
    ],
    ['an unknown cell', grid, '"cell": "money"', '"cell": "mony"', '/columns/2/cell there is no cell widget "mony" [money]'],
    [
      'an unknown grid in the menu',
      root,
      'grid/library/book/books',
      'grid/library/book/boks',
      '/menu/0/to there is no grid "library/book/boks" [grid/library/book/books]',
    ],
    [
      'a menu entry without its parameter',
      root,
      '"to": "library-book-create"',
      '"to": "library-book-edit"',
      '/create/0/to the screen "library-book-edit" (library/books/:id/edit) needs the parameter "id"',
    ],
    [
      'an unknown permission',
      screen,
      '"library.write"',
      '"library.wirte"',
      '/access no module defines the permission "library.wirte" [library.write]',
    ],
    ['an unknown required module', root, '["persons"]', '["person"]', '/requires/0 there is no module "person" [persons]'],
    [
      'an unknown reference',
      book,
      '"references": "author"',
      '"references": "auther"',
      '/schema/properties/author/references there is no entity "auther" [author]',
    ],
    ['an unknown unique field', book, '[["isbn"]]', '[["isnb"]]', '/storage/unique/0/0 there is no field "isnb" in this entity [isbn]'],
    [
      'an unknown search field',
      book,
      '["title", "isbn"] }',
      '["titel", "isbn"] }',
      '/storage/search/0 there is no field "titel" in this entity [title]',
    ],
    [
      'a required field that is none',
      book,
      '"required": ["title", "isbn"]',
      '"required": ["title", "isb"]',
      '/schema/required/1 "isb" is required but is not among the properties [isbn]',
    ],
    ['an unknown rule', book, '"required|max:200"', '"required|maxx:200"', '/schema/properties/title/rules there is no rule "maxx" [max]'],
    [
      'a rule without its number',
      book,
      '"required|max:200"',
      '"required|max:many"',
      '/schema/properties/title/rules the rule max takes a number',
    ],
    [
      'a dangerous pattern',
      book,
      '"^97[89][0-9]{10}$"',
      '"^([0-9]+)+$"',
      '/schema/properties/isbn/pattern this regular expression cannot be used',
    ],
    [
      'a dangerous regex rule',
      book,
      '"min_value:0"',
      '"regex:^(a|a)*$"',
      '/schema/properties/price/rules the rule regex is refused: this regular expression cannot be used',
    ],
    [
      'a keyword that is none',
      book,
      '"format": "decimal"',
      '"formt": "decimal"',
      '/schema/properties/price/formt "formt" is not a keyword of JSON Schema [format]',
    ],
    [
      'a schema that is none',
      book,
      '"type": "string", "format": "decimal"',
      '"type": "strin", "format": "decimal"',
      '/schema/properties/price/type not a JSON Schema',
    ],
    [
      'a field of every record',
      book,
      '"status": {',
      '"created_at": {',
      '/schema/properties/created_at every record has "created_at" already',
    ],
    [
      'an unknown field in a layout',
      form,
      '"columns": ["title"',
      '"columns": ["titel"',
      '/layout/0/columns/0 there is no field "titel" in the entity "book" [title]',
    ],
    ['an unknown field in ui', form, '"price": {', '"prize": {', '/ui/prize there is no field "prize" in the entity "book" [price]'],
    [
      'an unknown field in a condition',
      form,
      '"status": { "const"',
      '"state": { "const"',
      '/ui/published_at/visible/properties/state there is no field "state"',
    ],
    [
      'an unknown field of an inline form',
      modal,
      '"ui": { "user"',
      '"ui": { "usr"',
      '/body/ui/usr there is no field "usr" in the schema [user]',
    ],
    [
      'an unknown widget',
      form,
      '"currency": "IRR"',
      '"widget": "textarae"',
      '/ui/price/widget there is no field widget "textarae" [textarea]',
    ],
    [
      'a widget of another kind',
      form,
      '"currency": "IRR"',
      '"widget": "timeline"',
      '/ui/price/widget the widget "timeline" is a block, here a field is expected',
    ],
    [
      'a prop of a wrong type',
      form,
      '"currency": "IRR"',
      '"widget": "textarea", "rows": "x"',
      '/ui/price/rows the widget "textarea" refuses this value',
    ],
    [
      'an unknown endpoint',
      modal,
      '"name": "library-lend"',
      '"name": "library-land"',
      '/buttons/1/action/options/name there is no endpoint "library-land" [library-lend]',
    ],
    [
      'a wrong method',
      modal,
      '"name": "library-lend"',
      '"name": "library-lend", "method": "PUT"',
      '/buttons/1/action/options/method "library-lend" is called by POST',
    ],
    [
      'an argument that is not taken',
      modal,
      '"user": "{form.user}"',
      '"usr": "{form.user}", "user": 1',
      '/buttons/1/action/options/payload/usr "library-lend" does not take "usr" [user]',
    ],
    ['an argument that is missing', modal, ', "user": "{form.user}"', '', '/buttons/1/action/options/payload "library-lend" needs "user"'],
    [
      'a load by POST',
      screen,
      '"name": "single"',
      '"name": "save"',
      '/load/book/name "save" is called by POST, but only GET is possible here',
    ],
    [
      'data that is not loaded',
      screen,
      '"data": "book"',
      '"data": "bok"',
      '/body/0/columns/0/body/0/data nothing is loaded under the name "bok" [book]',
    ],
    [
      'a parameter that the path lacks',
      screen,
      '{route.id}',
      '{route.idd}',
      'error screens/library-book-edit.json:8:76 /load/book/params/id {route.idd} inserts nothing: "route" has no "idd" here [route.id]',
    ],
    [
      'an insertion of nothing',
      screen,
      '"title": "{book.title}",',
      '"title": "{bok.title}",',
      'error screens/library-book-edit.json:5:12 /title {bok.title} inserts nothing: there is no "bok" here [book]',
    ],
    [
      'an insertion of no field of what is loaded',
      screen,
      '"title": "{book.title}",',
      '"title": "{book.titel}",',
      '/title {book.titel} inserts nothing: "book" has no "titel" here [book.title]',
    ],
    [
      'an insertion of no field of a reference',
      screen,
      '"title": "{book.title}",',
      '"title": "{book.author.name_ful}",',
      '/title {book.author.name_ful} inserts nothing: "book" has no "author.name_ful" here [book.author.name_full]',
    ],
    [
      'an insertion of no field of the row',
      grid,
      '"{row.version}"',
      '"{row.vershion}"',
      '/row/2/options/payload/version {row.vershion} inserts nothing: "row" has no "vershion" here [row.version]',
    ],
    [
      'an insertion that is not closed',
      grid,
      '"{row.version}"',
      '"{row.version"',
      '/row/2/options/payload/version the insertion "{row.version" is not closed',
    ],
    [
      'an insertion of no field of the form',
      modal,
      '"{form.user}"',
      '"{form.usr}"',
      '/buttons/1/action/options/payload/user {form.usr} inserts nothing: "form" has no "usr" here [form.user]',
    ],
    [
      'an insertion of no field of the payload',
      calls,
      '"{payload.user}"',
      '"{payload.usr}"',
      '/endpoints/0/values/lent_to {payload.usr} inserts nothing: "payload" has no "usr" here [payload.user]',
    ],
    [
      'an insertion of no field in a text of locales',
      'locales/fa.json',
      '«{row.title}» پس',
      '«{row.titel}» پس',
      'error locales/fa.json:18:21 /return_confirm {row.titel} inserts nothing: "row" has no "titel" here (grids/books.json shows this text) [row.title]',
    ],
    [
      'an insertion of no root in a text of locales',
      'locales/en.json',
      'The book is back.',
      'The book of {reader.name} is back.',
      '/returned {reader.name} inserts nothing: there is no "reader" here (grids/books.json shows this text)',
    ],
    [
      'an insertion of no root of a call',
      calls,
      '"{payload.user}"',
      '"{form.user}"',
      '/endpoints/0/values/lent_to {form.user} inserts nothing: there is no "form" here',
    ],
    [
      'a field where a cell is expected',
      grid,
      '"cell": "money"',
      '"cell": "textarea"',
      '/columns/2/cell the widget "textarea" is a field, here a cell is expected',
    ],
    [
      'the time of day of a text',
      grid,
      '{ "key": "price", "cell": "money"',
      '{ "key": "isbn", "cell": "time"',
      '/columns/2/cell the cell "time" cannot draw "isbn", which is a text',
    ],
    ['a cell that is none', grid, '"cell": "date"', '"cell": "dats"', '/columns/4/cell there is no cell widget "dats" [date]'],
    [
      'money of a text',
      grid,
      '{ "key": "price", "cell": "money"',
      '{ "key": "isbn", "cell": "money"',
      '/columns/2/cell the cell "money" cannot draw "isbn", which is a text',
    ],
    [
      'a currency that is none',
      grid,
      '"currency": "IRR"',
      '"currency": "IRX"',
      '/columns/2/currency "IRX" is no currency of ISO 4217 [IRR]',
    ],
    [
      'an icon that is none',
      grid,
      '"icon": "user"',
      '"icon": "usr"',
      'warning grids/books.json:32:50 /row/1/icon there is no icon "usr": a dot is drawn [user]',
    ],
    [
      'a condition on no field of the row',
      grid,
      '"title": "$lend", "icon"',
      '"title": "$lend", "when": { "properties": { "statu": { "const": "draft" } } }, "icon"',
      '/row/1/when/properties/statu there is no field "statu" in the entity "book" [status]',
    ],
    [
      'a setting of a column that nothing reads',
      grid,
      '"sortable": true, "freeze"',
      '"sortabel": true, "freeze"',
      'warning grids/books.json:8:66 /columns/0/sortabel "sortabel" has no effect here [sortable]',
    ],
    [
      'a summary that does not fit',
      grid,
      '{ "key": "title", ',
      '{ "key": "title", "summary": "sum", ',
      '/columns/0/summary "title" is a text, which has no sum',
    ],
    [
      'a filter with a key of the address',
      grid,
      '"key": "published_at", "kind": "date-range"',
      '"key": "where", "field": "published_at", "kind": "date-range"',
      '/filters/2/key "where" has a meaning of its own in a grid\'s address; give the filter another key and name its "field"',
    ],
    [
      'a filter that does not fit',
      grid,
      '"key": "published_at", "kind": "date-range"',
      '"key": "price", "kind": "date-range"',
      '/filters/2/kind a date-range cannot compare "price", which is a number',
    ],
    [
      'a default that is no value',
      book,
      '"default": "draft"',
      '"default": "drafted"',
      '/schema/properties/status/default the default "drafted" is not a value of this field (enum)',
    ],
    [
      'bounds in the wrong order',
      book,
      '"format": "decimal", "rules": "min_value:0"',
      '"format": "decimal", "rules": "min_value:9|max_value:2"',
      '/schema/properties/price/rules nothing fits: min_value:9 is more than max_value:2',
    ],
    [
      'rules that exclude each other',
      book,
      '"required|max:200"',
      '"required|email|alpha"',
      '/schema/properties/title/rules no value passes both email and alpha',
    ],
    [
      'a search in no text',
      book,
      '"search": ["title", "isbn"]',
      '"search": ["title", "published_at", "price"]',
      '/storage/search/2 "price" is no text, so it cannot be searched',
    ],
    [
      'a translation of no text',
      book,
      '"storage": {',
      '"storage": { "translate": ["price"],',
      '/storage/translate/0 "price" is no text, so it cannot be translated',
    ],
    [
      'a choice twice',
      book,
      '"value": "published", "title"',
      '"value": "draft", "title"',
      '/options/status/1/value the value "draft" is there twice',
    ],
    [
      'a choice that is no value',
      book,
      '"value": "published", "title"',
      '"value": "publishd", "title"',
      'error entities/book.json:22:18 /options/status/1/value "publishd" is no value of "status"',
    ],
    [
      'a reference that is text',
      book,
      '"type": "integer", "references": "author"',
      '"type": "string", "references": "author"',
      '/schema/properties/author/type a reference is the number of a record: its type is "integer"',
    ],
    ['a pattern that is none', book, '"^97[89][0-9]{10}$"', '"^97[89"', '/schema/properties/isbn/pattern this is no regular expression'],
    [
      'a label that is missing',
      'locales/fa.json',
      '"entities.book.isbn"',
      '"entities.book.isb"',
      'error entities/book.json:11:7 /schema/properties/isbn the label "entities.book.isbn" is missing in locales/fa.json',
    ],
    [
      'a label inside a list that is missing',
      book,
      '"author": { "type"',
      '"parts": { "type": "array", "title": "$book", "items": { "type": "object", "properties": { "name": { "type": "string" } } } }, "author": { "type"',
      'the label "entities.book.parts.name" is missing in locales/fa.json and locales/en.json',
    ],
    ['a field twice', form, '"author",', '"author", "isbn",', '/layout/2 the field "isbn" is there twice'],
    [
      'a required field that the form leaves out',
      form,
      '["title", "isbn"]',
      '["title"]',
      'warning forms/book.json:4:13 /layout the field "isbn" is required and not in the layout',
    ],
    [
      'a first value that is none',
      form,
      '"data": { "status": "draft" }',
      '"data": { "status": "drafft" }',
      '/data/status "drafft" is no value of "status" [draft]',
    ],
    [
      'a condition on a value that is none',
      form,
      '{ "const": "published" }',
      '{ "const": "publishd" }',
      '/ui/published_at/visible/properties/status/const "publishd" is no value of "status" [published]',
    ],
    [
      'a rule about an unknown field',
      book,
      '"rules": "min_value:0"',
      '"rules": "required_if:sttus,published"',
      '/schema/properties/price/rules the rule required_if names the field "sttus", which is not there; did you mean "status"?',
    ],
    [
      'a rule about an unknown value',
      book,
      '"rules": "min_value:0"',
      '"rules": "required_if:status,publishd"',
      'the rule required_if names "publishd", which is no value of "status"; did you mean "published"?',
    ],
    [
      'a rule that allows an unknown value',
      book,
      '"default": "draft"',
      '"default": "draft", "rules": "included:draft,publishd"',
      '/schema/properties/status/rules the rule included names "publishd", which is no value of this field; did you mean "published"?',
    ],
    [
      'an unknown field of what a call has stored',
      'screens/library-book-create.json',
      '{results.id}',
      '{results.idd}',
      '/body/0/submit/options/success/redirect/params/id {results.idd} inserts nothing: "results" has no "idd" here [results.id]',
    ],
    [
      'a circle over a panel',
      form,
      '"collapsed": true }',
      '"visible": { "properties": { "price": { "const": "1" } } } }',
      'forms/book.json:8:57 /layout/3/visible "price" is shown depending on itself: the conditions go in a circle (price → price)',
    ],
    [
      'a value that depends on itself',
      form,
      '"price": { "currency": "IRR" }',
      '"price": { "value": [{ "when": { "properties": { "author": { "const": 1 } } }, "set": "0" }] }, "author": { "visible": { "properties": { "price": { "const": "0" } } } }',
      '"price" has its value depending on itself: the conditions go in a circle (price → author → price)',
    ],
    [
      'a choice that hangs on an unknown field',
      form,
      '"price": { "currency": "IRR" }',
      '"status": { "options": [{ "value": "draft", "when": { "properties": { "prize": { "const": "0" } } } }] }',
      '/ui/status/options/0/when/properties/prize there is no field "prize" in the entity "book" [price]',
    ],
    [
      'a value that the field cannot have',
      form,
      '"price": { "currency": "IRR" }',
      '"status": { "value": [{ "set": "drafft" }] }',
      '/ui/status/value/0/set "drafft" is no value of "status" [draft]',
    ],
    [
      'conditions in a circle',
      form,
      '"price": { "currency": "IRR" }',
      '"status": { "visible": { "properties": { "published_at": { "type": "string" } } } }',
      '/ui/status/visible "status" is shown depending on itself',
    ],
    [
      'a setting of a field that nothing reads',
      form,
      '"placeholder"',
      '"placeholdr"',
      'warning forms/book.json:11:15 /ui/isbn/placeholdr "placeholdr" has no effect here [placeholder]',
    ],
    ['an unknown model', screen, '"model": "book"', '"model": "bok"', '/load/book/params/model there is no entity "bok" [book]'],
    [
      'a field of details that is none',
      screen,
      '["created_at", "updated_at"]',
      '["created_at", "author.name_ful"]',
      '/body/0/columns/1/body/0/fields/1 there is no field "author.name_ful" in the entity "book" [author.name_full]',
    ],
    ['a path with a leading slash', screen, '"path": "library/books', '"path": "/library/books', '/path a path has no leading slash'],
    [
      'a permission of visitors',
      screen,
      '"access": "library.write"',
      '"guest": "only", "access": "library.write"',
      '/access a screen for visitors who are not signed in',
    ],
    [
      'a role that is none',
      root,
      '"operator": [',
      '"operatr": [',
      'error module.json:8:15 /grants/operatr there is no role "operatr" among those that are known: declare it under "roles" [operator]',
    ],
    [
      'a role of the product',
      root,
      '"grants"',
      '"roles": { "editor": "$books" }, "grants"',
      '/roles/editor the role "editor" is one of the product: grant to it without declaring it',
    ],
    [
      'a condition that always holds',
      form,
      '"price": { "currency": "IRR" }',
      '"price": { "visible": {} }',
      'forms/book.json:12:27 /ui/price/visible this condition always holds',
    ],
    [
      'a choice that the field cannot have',
      form,
      '"price": { "currency": "IRR" }',
      '"status": { "options": [{ "value": "drafft" }] }',
      '/ui/status/options/0/value "drafft" is no value of "status" [draft]',
    ],
    [
      'a choice twice',
      form,
      '"price": { "currency": "IRR" }',
      '"status": { "options": [{ "value": "draft" }, { "value": "draft" }] }',
      '/ui/status/options/1/value the choice "draft" is there twice',
    ],
    [
      'a value of another type',
      form,
      '"price": { "currency": "IRR" }',
      '"price": { "value": [{ "set": 5 }] }',
      '/ui/price/value/0/set 5 is no value of "price", which is a text',
    ],
    [
      'a condition on a value of another type',
      form,
      '"price": { "currency": "IRR" }',
      '"price": { "visible": { "properties": { "author_id": { "const": "1" } } } }',
      '/ui/price/visible/properties/author_id/const "1" is no value of "author_id", which is a whole number',
    ],
    [
      'a field that is hidden and required',
      form,
      '"price": { "currency": "IRR" }',
      '"title": { "visible": { "properties": { "status": { "const": "draft" } } } }',
      'error forms/book.json:12:27 /ui/title/visible the entity "book" requires "title" also while it is hidden here: nothing could be saved then. Take it from what the entity requires and let the form ask for it while it is shown ("ui": { "title": { "required": true } }), or give it a default',
    ],
    [
      'a menu id twice',
      root,
      '"order": 40, "access": "library.read" }]',
      '"order": 40, "access": "library.read" }, { "id": "library", "label": "$books", "to": "grid/library/book/books" }]',
      '/menu/1/id the id "library" is already taken by module.json',
    ],
    [
      'a menu entry that leads nowhere',
      root,
      '"to": "grid/library/book/books", "order": 40, "access": "library.read" }]',
      '"order": 40 }]',
      'warning module.json:9:12 /menu/0 this entry leads nowhere',
    ],
    [
      'a schema of another kind',
      grid,
      'schemas/grid.json',
      'schemas/form.json',
      'warning grids/books.json:2:14 /$schema this is the schema of another kind of document',
    ],
    [
      'a modal that nothing opens',
      grid,
      '"modal": "lend"',
      '"modal": { "id": "x", "title": "$lend" }',
      'warning modals/lend.json:1:1  the modal "lend" is not used',
    ],
    [
      'a value of a call that is none',
      calls,
      '"values": { "lent_to": null }',
      '"values": { "status": "lent" }',
      '/endpoints/1/values/status "lent" is no value of "status"',
    ],
    [
      'a missing text',
      grid,
      '"$drafts"',
      '"$draft"',
      'error grids/books.json:17:33 /tabs/1/title the text "draft" is missing in locales/fa.json and locales/en.json [$drafts]',
    ],
    [
      'an unused text',
      'locales/en.json',
      '"sale": "Sale"',
      '"sale": "Sale", "sail": "Sail"',
      'warning locales/en.json:13:19 /sail the text "sail" is not used',
    ],
    [
      'a name of a permission that there is not',
      'locales/en.json',
      '"sale": "Sale"',
      '"sale": "Sale", "permissions.library.lent": "Lend books"',
      'warning locales/en.json:13:19 /permissions.library.lent the text "permissions.library.lent" is not used',
    ],
    [
      'an endpoint nobody executes',
      calls,
      '"operation": "set",\n      "entity": "book",\n      "values": { "lent_to": null },\n      "only_if": { "properties": { "lent_to_id": { "type": "integer" } } }',
      '"entity": "book"',
      '/endpoints/1/name nobody can execute "library-return"',
    ],
    [
      'values of unknown fields',
      calls,
      '"values": { "lent_to": null }',
      '"values": { "lend_to": null }',
      '/endpoints/1/values/lend_to there is no field "lend_to" in the entity "book" [lent_to]',
    ],
    [
      'a reference in a condition on a record',
      calls,
      '"lent_to_id": { "const": null }',
      '"lent_to": { "const": null }',
      '/endpoints/0/only_if/properties/lent_to a record has the reference "lent_to" as "lent_to_id" [lent_to_id]',
    ],
    [
      'an operation by a wrong method',
      calls,
      '"method": "POST"',
      '"method": "GET"',
      '/endpoints/0/method the operation "set" is called by POST or PUT or PATCH',
    ],
    ['an endpoint twice', calls, '"library-return"', '"library-lend"', '/endpoints/1/name the endpoint "library-lend" is there twice'],
    [
      'a name that is not its file',
      modal,
      '"id": "lend",\n  "title"',
      '"id": "lent",\n  "title"',
      'the file must be called modals/lent.json',
    ],
    [
      'a path of another module',
      screen,
      'library/books/:id/edit',
      'persons/:id',
      '/path the path "persons/:id" is already that of the screen "persons-list" of the module "persons"',
    ],
    [
      'a reference to another document',
      modal,
      '"user": { "type": "integer"',
      '"user": { "$ref": "http://other.test/user.json" }, "x": { "type": "integer"',
      '/body/schema/properties/user/$ref "http://other.test/user.json" leads to nothing in this schema: a reference names a place in it',
    ],
    [
      'a reference to nowhere',
      modal,
      '"user": { "type": "integer"',
      '"user": { "$ref": "#/nowhere" }, "x": { "type": "integer"',
      '/body/schema/properties/user/$ref "#/nowhere" leads to nothing in this schema',
    ],
    [
      'a reference to no part of the contract',
      calls,
      '"user": { "type": "integer"',
      '"user": { "$ref": "/schemas/responses/grid.json#/definitions/rows" }, "x": { "type": "integer"',
      '/endpoints/0/payload/properties/user/$ref "/schemas/responses/grid.json#/definitions/rows" leads to nothing',
    ],
    [
      'references in a circle',
      modal,
      '"schema": {',
      '"schema": { "$defs": { "a": { "allOf": [{ "$ref": "#/$defs/b" }] }, "b": { "$ref": "#/$defs/a" } },',
      '/body/schema/$defs/b/$ref "#/$defs/a" leads back to itself',
    ],
    [
      'a row of the grid that opens a modal',
      modal,
      '"{row.version}"',
      '"{row.versoin}"',
      '{row.versoin} inserts nothing: "row" has no "versoin" here [row.version]',
    ],
    [
      'a widget that makes another value',
      form,
      '"currency": "IRR"',
      '"widget": "onoff"',
      '/ui/price/widget the widget "onoff" makes boolean, and "price" is string',
    ],
    ['a module that requires itself', root, '["persons"]', '["persons", "library"]', '/requires/1 a module cannot require itself'],
    [
      'a default that is nearly a value',
      book,
      '"default": "draft"',
      '"default": "drfat"',
      '/schema/properties/status/default the default "drfat" is not a value of this field (enum) [draft]',
    ],
    [
      'a tab of what is nearly a value',
      grid,
      '{ "status": "draft" }',
      '{ "status": "drfat" }',
      '/tabs/1/where/status "drfat" is no value of "status" [draft]',
    ],
    [
      'a button on what is nearly a value',
      grid,
      '"title": "$lend", "icon"',
      '"title": "$lend", "when": { "properties": { "status": { "const": "drfat" } } }, "icon"',
      '/row/1/when/properties/status/const "drfat" is no value of "status" [draft]',
    ],
    [
      'a precondition on what is nearly a value',
      calls,
      '"lent_to_id": { "const": null }',
      '"status": { "const": "drfat" }',
      '/endpoints/0/only_if/properties/status/const "drfat" is no value of "status" [draft]',
    ],
    ['syntax inside an object', book, '"unique": [["isbn"]],', '"unique": [["isbn"]]', ' /storage a comma is expected'],
    [
      'a value without a title',
      book,
      '["draft", "published"]',
      '["draft", "published", "waiting"]',
      'warning entities/book.json:14:50 /schema/properties/status/enum/2 the value "waiting" has no title in locales/fa.json and locales/en.json',
    ],
    [
      'an address that runs code',
      grid,
      '"to": "library-book-edit"',
      '"to": "javascript:alert(1)"',
      '/columns/0/to "javascript:alert(1)" is no address that a link may lead to',
    ],
  ]
  it.each(cases)('%s', (_, file, from, to, expected) => expect(said(replaced(file, from, to))).toContain(expected))

  it('refuses an origin that the server may not call', () => {
    const endpoints = JSON.stringify({
      endpoints: [{ name: 'library-rates', method: 'GET', operation: 'proxy', url: 'https://rates.example/x' }],
    })
    expect(said(check({ 'endpoints.json': endpoints }, { proxyOrigins: ['https://other.example'] }))).toContain(
      'warning endpoints.json:1:80 /endpoints/0/url this server may not call that origin',
    )
    expect(said(check({ 'endpoints.json': endpoints }))).not.toContain('that origin')
  })
  it('says nothing of what follows from a syntax error', () =>
    expect(said(replaced('entities/book.json', '"name": "book",', '"name": "book"'))).toBe(
      'error entities/book.json:4:3  a comma is expected',
    ))
  it('tells all mistakes of a document at once that do not follow from each other', () => {
    const form = {
      entity: 'book',
      layout: ['titel', { panel: '$sale', fields: ['price'], colapsed: true }],
      ui: { price: { widget: 'textarea', rows: 'x' }, isbn: { hint: 5, title: 7 } },
      data: { stat: 1 },
    }
    const found = check({ 'forms/book.json': JSON.stringify(form) })
      .filter(({ file, severity }) => file === 'forms/book.json' && severity === 'error')
      .map(({ pointer }) => pointer)
    expect(found).toEqual(expect.arrayContaining(['/layout/0', '/layout/1/colapsed', '/ui/isbn/title']))
  })
  it('says nothing of what might follow from an entry of a list that is wrong as a whole', () => {
    const form = { entity: 'book', layout: [5, 'titel'] }
    expect(
      check({ 'forms/book.json': JSON.stringify(form) })
        .filter(({ file, severity }) => file === 'forms/book.json' && severity === 'error')
        .map(({ pointer }) => pointer),
    ).toEqual(['/layout/0'])
  })
  it('says a wrong name of an entity once', () => {
    expect(replaced('grids/books.json', '"entity": "book"', '"entity": "bok"')).toHaveLength(1)
    expect(
      said(replaced('entities/author.json', '"name": "author"', '"name": "auther"'))
        .split('\n')
        .filter((line) => !line.includes('label')),
    ).toHaveLength(1)
  })
  it('says nothing else about a misspelt property', () => expect(replaced('grids/books.json', '"page_size"', '"pagesize"')).toHaveLength(1))
  it('lists what is allowed', () =>
    expect(replaced('modals/lend.json', '"size": "md"', '"size": "m"')[0]?.allowed).toEqual(['sm', 'md', 'lg', 'xl', 'full', 'drawer']))
  it('accepts an endpoint that a feature handles', () => {
    const endpoints = JSON.stringify({
      endpoints: [
        ...(JSON.parse(files['endpoints.json']!) as { endpoints: object[] }).endpoints,
        { name: 'library-handled', method: 'POST' },
      ],
    })
    expect(said(check({ 'endpoints.json': endpoints }))).not.toContain('nobody can execute')
  })
  it('checks the props of a block widget', () => {
    const block = (props: object) =>
      check({
        'screens/library-book-create.json': files['screens/library-book-create.json']!.replace(
          '"body": [',
          () => `"body": [{ "widget": "timeline", "props": ${JSON.stringify(props)} }, `,
        ),
      })
    expect(said(block({ model: 'book' }))).toBe('')
    expect(said(block({ modle: 'book' }))).toMatch(
      /needs "model"[^]*has no property "modle" \[model\]|has no property "modle" \[model\][^]*needs "model"/,
    )
    expect(said(block({ model: 'book', size: 'md' }))).toContain('/props/size the widget "timeline" refuses this value')
  })
  it('checks a modal that stands inside an action', () => {
    expect(said(replaced('grids/books.json', '"modal": "lend"', '"modal": { "id": "x", "title": "$lend", "sise": "md" }'))).toContain(
      '/row/1/options/modal/sise "sise" is not a property here [size]',
    )
  })
})

describe('a folder', () => {
  it('must have a module.json', () => expect(said(checkModule({ 'grids/x.json': '{}' }, context))).toContain('there is no module.json'))
  it('may not lead outside', () => expect(said(check({ '../x.json': '{}' }))).toContain('a path may not lead out'))
  it('has documents in known places only', () => {
    expect(said(check({ 'grid/books.json': '{}' }))).toContain('error grid/books.json:1:1  this is no document of a module')
    expect(said(check({ 'grids/My Books.json': '{}' }))).toContain('"My Books.json" is not a valid file name')
    expect(said(check({ 'README.md': '#', 'fixtures/a.json': 'x' }))).toBe('')
  })
  it('is refused when it is too large or too deep', () => {
    expect(said(check({ 'grids/big.json': `"${'x'.repeat(1_000_001)}"` }))).toContain('larger than')
    expect(said(check({ 'grids/deep.json': '['.repeat(50_000) }))).toContain('nested more than')
    expect(said(check(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`forms/f${index}.json`, '{}']))))).toContain(
      'at most 1000 files',
    )
  })
  it('survives documents of any shape', () => {
    for (const text of [
      'null',
      '[]',
      '1',
      '""',
      '{}',
      '{"name":1,"schema":{"properties":{"a":1}},"endpoints":[null],"columns":[null],"menu":[null],"body":{"x":[null]}}',
      '{"__proto__":{"a":1},"constructor":{}}',
    ]) {
      for (const file of Object.keys(files)) expect(checkModule({ ...files, [file]: text }, context).length).toBeLessThanOrEqual(200)
    }
  })
})

describe('the contract check agrees with ajv on whether a document has the right shape', () => {
  it('for the example module with one value changed at a time', () => {
    const ajv = new Ajv({ strict: false, allowUnionTypes: true, validateFormats: false })
    for (const schema of readContractSchemas().values()) ajv.addSchema(schema)
    const kinds: [string, string][] = [
      ['module.json', 'module'],
      ['entities/book.json', 'entity'],
      ['grids/books.json', 'grid'],
      ['forms/book.json', 'form'],
      ['modals/lend.json', 'modal'],
      ['screens/library-book-edit.json', 'screen'],
      ['endpoints.json', 'endpoints'],
    ]
    const disagreements: string[] = []
    for (const [file, kind] of kinds) {
      const document = JSON.parse(files[file]!) as unknown
      for (const [pointer, changed] of mutations(document, document)) {
        if (ajv.getSchema(`/schemas/${kind}.json`)!(changed)) continue
        const source = readSource(file, JSON.stringify(changed))
        checkContract(source, kind, () => undefined)
        if (!source.problems.some((problem) => problem.severity === 'error'))
          disagreements.push(`${file}${pointer}: ajv refuses, we do not`)
      }
    }
    expect(disagreements).toEqual([])
  })
})

/** Each value of a document in turn replaced by others, and each object given a further property. */
function* mutations(root: unknown, node: unknown, path: string[] = []): Generator<[string, unknown]> {
  const put = (value: unknown): unknown => {
    const copy = structuredClone(root)
    if (path.length === 0) return value
    const parent = path
      .slice(0, -1)
      .reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, copy as Record<string, unknown>)
    parent[path.at(-1)!] = value
    return copy
  }
  for (const value of [null, '%', {}]) yield [`/${path.join('/')} = ${JSON.stringify(value)}`, put(value)]
  if (node === null || typeof node !== 'object') return
  if (!Array.isArray(node)) yield [`/${path.join('/')} + zzz`, put({ ...node, zzz: 1 })]
  for (const [key, value] of Object.entries(node)) yield* mutations(root, value, [...path, key])
}
