import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const library = readModuleFolder('tests/fixtures/library')
const fields = {
  name: { type: 'string', title: 'Name' },
  above: { type: ['integer', 'null'], references: 'shelf', title: 'Above' },
  book: { type: 'integer', references: 'book', title: 'Book' },
  room: { type: 'string', title: 'Room' },
  place: { type: 'integer', title: 'Place' },
}
const tree = { parent: 'above', levels: 5, inherits: ['room'], order: 'place' }

interface Shelf {
  tree?: object
  properties?: object
  required?: string[]
  more?: object
}
const documents = ({ tree: words = tree, properties, required, more }: Shelf = {}) => ({
  ...library,
  'entities/shelf.json': JSON.stringify({
    name: 'shelf',
    title: 'Shelf',
    display: '{name}',
    schema: { type: 'object', required, properties: { ...fields, ...properties } },
    tree: words,
    ...more,
  }),
})
const faults = (shelf?: Shelf) =>
  checkModule(documents(shelf), offlineContext({}, {}))
    .filter(({ file, severity }) => severity === 'error' && /shelf/.test(file))
    .map(({ pointer, message }) => `${pointer} ${message}`)

it('a tree by a reference to the same entity is sound, also by its name with the module', () => {
  expect(faults()).toEqual([])
  expect(faults({ properties: { above: { ...fields.above, references: 'library/shelf' } } })).toEqual([])
})

it.each<[string, Shelf, string]>([
  ['a parent that is no field', { tree: { ...tree, parent: 'abov' } }, '/tree/parent there is no field "abov" in this entity'],
  ['a parent that refers to nothing', { tree: { ...tree, parent: 'name' } }, '/tree/parent "name" does not refer to "shelf"'],
  ['a parent of another entity', { tree: { ...tree, parent: 'book' } }, '/tree/parent "book" does not refer to "shelf"'],
  ['a parent that is required', { required: ['above'] }, '/tree/parent "above" is required, so no record could stand at the top'],
  ['a backfill of nothing', { tree: { parent: 'above', backfill: true } }, '/tree/backfill there is nothing to give to stored records'],
  ['one level', { tree: { ...tree, levels: 1 } }, '/tree/levels must be at least 2'],
  ['more levels than can be', { tree: { ...tree, levels: 51 } }, '/tree/levels must be at most 50'],
  ['an inherited field that is not there', { tree: { ...tree, inherits: ['rom'] } }, '/tree/inherits/0 there is no field "rom"'],
  ['an inherited field of the server', { tree: { ...tree, inherits: ['version'] } }, '"version" is a field that the server keeps'],
  ['an inherited field that is required', { required: ['room'] }, '"room" is required, and beneath another record nobody sends it'],
  [
    'an inherited field that is required by a rule',
    { properties: { room: { ...fields.room, rules: 'required|max:5' } } },
    '"room" is required, and beneath another record nobody sends it',
  ],
  ['an inherited parent', { tree: { ...tree, inherits: ['above'] } }, '"above" says where a record stands'],
  [
    'an inherited field that is unique',
    { more: { storage: { unique: [['room']] } } },
    '"room" is unique, so no two records can have the same',
  ],
  [
    'an inherited number of the server',
    { properties: { room: { ...fields.room, sequence: { random: 8 } } } },
    'the server numbers each record by "room"',
  ],
  [
    'an inherited state',
    {
      properties: { room: { enum: ['a', 'b'], title: 'Room' } },
      more: { lifecycle: { room: { initial: 'a', transitions: { go: { from: ['a'], to: 'b' } } } } },
    },
    '"room" is a state, which changes by transitions alone',
  ],
  ['an order that is no number', { tree: { ...tree, order: 'name' } }, '/tree/order an order is kept in a number, and "name" is none'],
  ['a field of a name that answers use', { properties: { path: { type: 'string', title: 'Path' } } }, 'are answered with "path" already'],
  ['a single record', { more: { storage: { single: true } } }, '/tree there is one record of its kind'],
  ['rows of a record', { more: { parent: 'book' } }, '/tree rows of a record are in the order of their list'],
])('%s is refused', (_, shelf, message) => expect(faults(shelf).join('\n')).toContain(message))

describe('the diff of a tree', () => {
  const changes = (before: object | undefined, after: object | undefined) =>
    diffModules(
      parseModule(documents({ tree: before, more: before ? {} : { tree: undefined } })),
      parseModule(documents({ tree: after, more: after ? {} : { tree: undefined } })),
    ).map(({ level, subject, sentence }) => `${level} ${subject} ${sentence}`)
  const here = 'entity shelf: tree'

  it('finds nothing between equals', () => expect(changes(tree, tree)).toEqual([]))
  it.each<[string, object | undefined, object | undefined, string]>([
    [
      'the word that is new',
      undefined,
      { parent: 'above' },
      `breaking ${here} records stand beneath each other by "above" from now on, 10 levels deep at most; the publication fails when stored records break that`,
    ],
    ['the word that is gone', tree, undefined, `risky ${here} is gone`],
    ['fewer levels', tree, { ...tree, levels: 4 }, `breaking ${here} may have 4 levels instead of 5; the publication fails`],
    ['more levels', tree, { ...tree, levels: 6 }, `additive ${here} may have 6 levels instead of 5`],
    ['a field that is inherited now', { ...tree, inherits: undefined }, tree, `breaking ${here}: room is inherited from now on`],
    ['a field that is not inherited any more', tree, { ...tree, inherits: undefined }, `risky ${here}: room is not inherited any more`],
  ])('says %s', (_, before, after, sentence) => {
    const told = changes(before, after)
    expect(told).toHaveLength(before && after ? 1 : told.length)
    expect(told.join('\n')).toContain(sentence)
  })
})
