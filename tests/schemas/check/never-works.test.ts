import { describe, expect, it } from 'vitest'
import { checkModule, type CheckContext } from '#schemas/check/check-module.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/library')
const persons = parseModule({
  'module.json': JSON.stringify({ name: 'persons', title: 'P', version: '1.0.0', permissions: ['persons.read'] }),
  'entities/user.json': JSON.stringify({
    name: 'user',
    title: 'U',
    display: '{name_full}',
    schema: { type: 'object', properties: { name_full: { type: 'string' } } },
  }),
})
const context: CheckContext = {
  modules: { persons },
  endpoints: { single: { method: 'GET' }, list: { method: 'GET' }, save: { method: 'POST' } },
  locales: ['fa', 'en'],
}

/** What is said of an entity with one more field, without what is said of all else. */
function saidOf(field: object, more: object = {}, endpoints?: string): string[] {
  const entity = { name: 'crate', title: 'Crate', display: '{id}', schema: { type: 'object', properties: { label: field } }, ...more }
  const changed = { ...files, 'entities/crate.json': JSON.stringify(entity), ...(endpoints && { 'endpoints.json': endpoints }) }
  return checkModule(changed, context)
    .filter(({ file, severity }) => severity === 'error' && (endpoints ? file === 'endpoints.json' : file === 'entities/crate.json'))
    .filter(({ message }) => !message.startsWith('the label'))
    .map(({ pointer, message }) => `${pointer} ${message}`)
}
const decimal = { type: 'string', format: 'decimal' }
const here = '/schema/properties/label'

describe('a field that never takes what its schema lists', () => {
  it.each([
    [{ ...decimal, enum: ['1.0', 'x'] }, '/enum/1 "x" can never be a value here: format "decimal" refuses it'],
    [{ ...decimal, const: 'abc' }, '/const "abc" can never be a value here: format "decimal" refuses it'],
    [{ type: 'string', format: 'date', enum: ['2024-13-01'] }, '/enum/0 "2024-13-01" can never be a value here'],
    [{ enum: ['a', 'b'], rules: 'min_value:3' }, '/enum/0 "a" can never be a value here: the rule min_value:3 refuses it'],
    [{ type: 'string', enum: ['a', 'b'], const: 'c' }, '/const "c" can never be a value here: "enum" does not list it'],
    [{ type: 'integer', enum: ['1'] }, '/enum/0 "1" can never be a value here: type "integer" refuses it'],
  ])('%j', (field, message) => expect(saidOf(field)).toContainEqual(expect.stringContaining(here + message)))
  it.each([
    { ...decimal, enum: ['1.0', '2'] },
    { type: ['string', 'null'], enum: ['a', null], rules: 'required' },
    { type: 'string', enum: ['', 'a'], rules: 'min:1' },
  ])('%j is right', (field) => expect(saidOf(field)).toEqual([]))
})

describe('an enum inside allOf whose values the schema around it refuses', () => {
  it.each([
    [{ type: 'string', format: 'date', allOf: [{ enum: ['soon'] }] }, '/allOf/0/enum/0 "soon" can never be a value here: format "date"'],
    [{ type: 'integer', allOf: [{ allOf: [{ const: 'x' }] }] }, '/allOf/0/allOf/0/const "x" can never be a value here: type "integer"'],
    [{ type: 'string', allOf: [{ format: 'date' }, { enum: ['x'] }] }, '/allOf/1/enum/0 "x" can never be a value here: format "date"'],
    [{ type: 'string', enum: ['x'], allOf: [{ format: 'date' }] }, '/enum/0 "x" can never be a value here: format "date" refuses it'],
    [{ type: 'integer', anyOf: [{ enum: [1] }, { enum: ['a'] }] }, '/anyOf/1/enum/0 "a" can never be a value here: type "integer"'],
    [{ type: 'string', rules: 'max:3', allOf: [{ enum: ['long'] }] }, '/allOf/0/enum/0 "long" can never be a value here: the rule max:3'],
  ])('%j', (field, message) => expect(saidOf(field)).toContainEqual(expect.stringContaining(here + message)))
  it.each([
    { type: 'string', format: 'date', allOf: [{ enum: ['2024-01-31'] }] },
    { type: 'string', format: 'date', not: { enum: ['soon'] } },
    { type: 'array', items: { type: 'integer' }, allOf: [{ items: { enum: [1] } }] },
    { type: ['string', 'null'], format: 'date', allOf: [{ enum: ['2024-01-31', null] }] },
  ])('%j is right', (field) => expect(saidOf(field)).toEqual([]))
})

describe('keywords and rules that no value keeps', () => {
  it.each([
    [{ ...decimal, pattern: '^[a-z]+$' }, '/pattern "pattern" is about text or a day or a time, and this is a decimal number'],
    [{ ...decimal, rules: 'after:today' }, '/rules the rule after is about text, and this is a decimal number'],
    [{ type: 'string', format: 'date', rules: 'min_value:4' }, '/rules the rule min_value is about a number or text, and this is a day'],
    [{ type: 'string', rules: 'digits:-1' }, '/rules the rule digits counts something'],
    [{ type: 'string', rules: 'max:-1' }, '/rules the rule max counts something'],
    [{ type: 'string', rules: 'min:1.5' }, '/rules the rule min counts something'],
    [{ type: 'string', minLength: 300, rules: 'max:200' }, '/rules nothing fits: minLength 300 is more than max:200'],
    [{ type: 'string', maxLength: 10, rules: 'min:20' }, '/rules nothing fits: min:20 is more than maxLength 10'],
    [{ type: 'integer', minimum: 30, rules: 'max_value:20' }, '/rules nothing fits: minimum 30 is more than max_value:20'],
    [{ type: 'array', items: { type: 'string' }, minItems: 3, rules: 'max:2' }, '/rules nothing fits: minItems 3 is more than max:2'],
    [{ type: 'string', minLength: 300, maxLength: 200 }, '/minLength nothing fits'],
    [{ type: 'string', rules: 'size:5' }, '/rules the rule size is about an object or a list, and this is text'],
  ])('%j', (field, message) => expect(saidOf(field)).toContainEqual(expect.stringContaining(here + message)))
  it.each([
    { type: 'integer', rules: 'email' },
    { type: 'string', format: 'date', formatMinimum: 'abc' },
    { type: 'string', formatMinimum: 'abc' },
    { ...decimal, formatMinimum: 'abc' },
    { type: 'integer', formatMinimum: 'abc' },
  ])('%j is told once', (field) => expect(saidOf(field)).toHaveLength(1))
})

describe('a rule that never works', () => {
  const day = { type: 'string', format: 'date' }
  it.each([
    [{ ...day, rules: 'after:2024-13-45' }, 'the rule after names "2024-13-45", and there is no such day'],
    [{ ...day, rules: 'after:2024-02-31' }, 'the rule after names "2024-02-31", and there is no such day'],
    [{ ...day, rules: 'after:2024-01-31T25:00' }, 'there is no such day'],
    [{ type: 'string', format: 'time', rules: 'after:today' }, 'this is a time of day: write "formatMinimum"'],
    [{ type: 'string', rules: 'digits:0' }, 'the rule digits counts digits: it takes a whole number from 1 on'],
    [{ type: 'string', rules: 'included:a|excluded:a' }, 'no value passes both included:a and the rule excluded'],
    [{ type: 'string', rules: 'included:a,b|excluded:b,c,a' }, 'no value passes both included:a,b and the rule excluded'],
    [{ type: 'string', rules: 'digits:3|max:2' }, 'nothing fits: digits:3 is more than max:2'],
    [{ type: 'string', rules: 'digits:3|min:4' }, 'nothing fits: min:4 is more than digits:3'],
    [{ ...decimal, rules: 'max:3' }, 'the rule max is about text or a list, and this is a decimal number'],
    [{ ...decimal, rules: 'min:3' }, 'the rule min is about text or a list, and this is a decimal number'],
    [{ ...decimal, rules: 'length:3' }, 'the rule length is about text or a list, and this is a decimal number'],
  ])('%j', (field, message) => expect(saidOf(field)).toEqual([expect.stringContaining(message)]))
  it.each([
    { ...day, rules: 'after:2024-02-29' },
    { type: 'string', rules: 'after:today' },
    { type: 'string', format: 'date-time', rules: 'after:2024-01-31T08:30:00Z' },
    { type: ['string', 'null'], format: 'date', rules: 'after:now' },
    { type: 'string', rules: 'included:a,b|excluded:b' },
    { type: 'string', rules: 'digits:3|max:3|min:3' },
    { ...decimal, rules: 'max_value:3|digits:1' },
  ])('%j is right', (field) => expect(saidOf(field)).toEqual([]))
  it('is answered with the rule that does', () =>
    expect(
      ['max:3', 'min:3', 'length:3'].map((rules) => {
        const entity = {
          name: 'crate',
          title: 'C',
          display: '{id}',
          schema: { type: 'object', properties: { label: { ...decimal, rules } } },
        }
        return checkModule({ ...files, 'entities/crate.json': JSON.stringify(entity) }, context).find(
          ({ pointer }) => pointer === `${here}/rules`,
        )?.suggestion
      }),
    ).toEqual(['max_value', 'min_value', 'between']))
})

describe('a default that its own rules refuse', () => {
  it.each([
    [{ type: 'string', default: 'ab', rules: 'min:3' }, '"ab" is not a value of this field (the rule min:3)'],
    [{ type: 'string', default: 'abcd', rules: 'required|max:3' }, '"abcd" is not a value of this field (the rule max:3)'],
    [{ type: 'string', default: 'nobody', rules: 'email' }, '"nobody" is not a value of this field (the rule email)'],
    [{ type: 'string', default: 'c', rules: 'included:a,b' }, '"c" is not a value of this field (the rule included:a,b)'],
    [{ type: 'integer', default: 9, rules: 'max_value:5' }, '9 is not a value of this field (the rule max_value:5)'],
    [{ ...decimal, default: '1.234', rules: 'decimal:2' }, '"1.234" is not a value of this field (the rule decimal:2)'],
    [{ type: 'string', default: 'ab', allOf: [{ rules: 'min:3' }] }, '"ab" is not a value of this field (the rule min:3)'],
    [{ type: 'array', items: { type: 'string', rules: 'max:2' }, default: ['abc'] }, '(at 0: the rule max:2)'],
    [{ type: 'string', format: 'date', default: '2020-01-01', rules: 'after:2024-01-01' }, '(the rule after:2024-01-01)'],
  ])('%j', (field, message) => expect(saidOf(field)).toEqual([expect.stringContaining(message)]))
  it.each([
    { type: 'string', default: '', rules: 'required|min:3' },
    { type: 'string', default: 'abc', rules: 'min:3|confirmed' },
    { type: 'string', format: 'date', default: '2020-01-01', rules: 'after:today' },
    { type: 'array', items: { type: 'string' }, default: [], rules: 'min:1' },
    { type: 'object', properties: { a: { type: 'string', rules: 'required' }, b: { type: 'string' } }, default: { b: 'x' } },
  ])('%j is right', (field) => expect(saidOf(field)).toEqual([]))
  it('is an error in the data of a form', () => {
    const form = (data: object) => ({ schema: { type: 'object', properties: { label: { type: 'string', rules: 'min:3' } } }, data })
    const told = (data: object) =>
      checkModule({ ...files, 'forms/crate.json': JSON.stringify(form(data)) }, context)
        .filter(({ file, severity }) => file === 'forms/crate.json' && severity === 'error')
        .map(({ pointer, message }) => `${pointer} ${message}`)
    expect([told({ label: 'ab' }), told({ label: 'abc' })]).toEqual([['/data/label "ab" is no value of "label" (the rule min:3)'], []])
  })
})

describe('choices that a save refuses', () => {
  const choices = (value: unknown) => ({ options: { label: [{ value, title: 'T' }] } })
  it.each([
    [{ type: ['integer', 'null'] }, 'abcdef', 'type ["integer","null"]'],
    [{ type: 'integer' }, 'abcdef', 'type "integer"'],
    [{ type: ['string', 'null'], rules: 'max:3' }, 'abcdef', 'the rule max:3'],
    [{ type: 'string', maxLength: 3 }, 'abcdef', 'maxLength 3'],
    [{ type: 'array', items: { type: 'integer' } }, 'abcdef', 'type "integer"'],
  ])('of %j: %j', (field, value, fault) =>
    expect(saidOf(field, choices(value))).toEqual([
      `/options/label/0/value ${JSON.stringify(value)} is no value of "label" (${fault}), so it could be chosen and never stored`,
    ]),
  )
  it('in a form too', () => {
    const form = { entity: 'book', fields: ['isbn'], ui: { isbn: { options: [{ value: 'abc', title: 'T' }] } } }
    expect(
      checkModule({ ...files, 'forms/stamp.json': JSON.stringify(form) }, context).map(({ pointer, message }) => `${pointer} ${message}`),
    ).toContainEqual(expect.stringContaining('/ui/isbn/options/0/value "abc" is no value of "isbn" (pattern'))
  })
  it('are right where a save takes them', () => {
    expect(saidOf({ type: ['integer', 'null'] }, choices(5))).toEqual([])
    expect(saidOf({ type: 'array', items: { type: 'string' }, rules: 'max:3' }, choices('abcdef'))).toEqual([])
    expect(saidOf({ type: 'integer' }, { options: { label: [{ value: 'all', title: 'T', computed: true }] } })).toEqual([])
  })
})

describe('the only_if of a call', () => {
  const called = (condition: object) =>
    saidOf(
      {},
      {},
      files['endpoints.json']!.replace('{ "properties": { "lent_to_id": { "const": null } } }', () => JSON.stringify(condition)),
    )
  const place = '/endpoints/0/only_if'
  it.each([
    [{ required: ['nosuch'] }, '/required/0 there is no field "nosuch" in the entity "book"'],
    [{ required: ['lent_to'] }, '/required/0 a record has the reference "lent_to" as "lent_to_id"'],
    [{ properties: { price: { type: 'number' } } }, '/properties/price/type this field is string and never number'],
    [{ properties: { price: { const: 'abc' } } }, '/properties/price/const "abc" is no value of "price"'],
  ])('%j never holds', (condition, message) => expect(called(condition)).toContainEqual(expect.stringContaining(place + message)))
  it('may ask for the type that the field has', () =>
    expect(
      called({ required: ['price', 'lent_to_id'], properties: { price: { type: 'string' }, lent_to_id: { type: 'number' } } }),
    ).toEqual([]))
})

describe('a mistake is named with its path', () => {
  const column = (cases: object[]) => ({ entity: 'book', title: '$books', columns: [{ key: 'isbn', cases }] })
  it.each<[string, string, object, string]>([
    [
      'an unknown field in columns[].cases[].when',
      'grids/books.json',
      column([{ when: { properties: { stats: { const: 'draft' } } }, cell: 'text' }]),
      '/columns/0/cases/0/when/properties/stats there is no field "stats" in the entity "book"',
    ],
    [
      'an unknown field of another record in columns[].cases[].when',
      'grids/books.json',
      column([{ when: { anyOf: [{ properties: { author: { properties: { nam: { const: 'A' } } } } }] }, cell: 'text' }]),
      '/columns/0/cases/0/when/anyOf/0/properties/author/properties/nam there is no field "author.nam"',
    ],
    [
      'a value that the field of columns[].cases[].when cannot have',
      'grids/books.json',
      column([{ when: { properties: { status: { const: 'drft' } } }, cell: 'text' }]),
      '/columns/0/cases/0/when/properties/status/const "drft" is no value of "status"',
    ],
    [
      'an unknown cell in columns[].cases[]',
      'grids/books.json',
      column([{ when: { required: ['isbn'] }, cell: 'txt' }]),
      '/columns/0/cases/0/cell there is no cell widget "txt"',
    ],
    [
      'a misspelt key of a layout item, with the key that was meant',
      'forms/book.json',
      { entity: 'book', layout: [{ colums: ['title'] }] },
      '/layout/0 must have one of the properties columns, panel, fields, tabs, steps (columns)',
    ],
    [
      'a type that JSON Schema does not have',
      'forms/book.json',
      { schema: { type: 'object', properties: { a: { type: 'strng' } } } },
      '/schema/properties/a/type not a JSON Schema: "strng" is not one of array, boolean',
    ],
    [
      'a misspelt property of a widget in a screen',
      'screens/library-lines.json',
      { name: 'library-lines', path: 'library/lines', title: '$books', body: [{ widget: 'timeline', props: { endpont: 'list' } }] },
      '/body/0/props/endpont "endpont" has no effect here (endpoint)',
    ],
  ])('%s', (_, file, document, expected) =>
    expect(
      checkModule({ ...files, [file]: JSON.stringify(document) }, offlineContext()).map(
        ({ pointer, message, suggestion }) => `${pointer} ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`,
      ),
    ).toContainEqual(expect.stringContaining(expected)),
  )
})
