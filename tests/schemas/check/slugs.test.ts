import { expect, it, describe } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const files = readModuleFolder('tests/fixtures/library')
const context = offlineContext({}, {})

interface Article {
  /** The field `slug`. */
  slug?: object
  fields?: object
  more?: object
}
const article = ({ slug = { type: 'string', slug: { from: 'title' } }, fields = {}, more = {} }: Article) => ({
  ...files,
  'entities/article.json': JSON.stringify({
    name: 'article',
    title: 'Article',
    display: '{id}',
    schema: {
      type: 'object',
      properties: {
        title: { type: 'string', title: 'Title' },
        author: { type: 'integer', references: 'author', title: 'Author' },
        tags: { type: 'array', items: { type: 'string' }, title: 'Tags' },
        slug: { title: 'Slug', ...slug },
        ...fields,
      },
    },
    ...more,
  }),
})
const faults = (changes: Article) =>
  checkModule(article(changes), context)
    .filter(({ file, severity }) => severity === 'error' && file === 'entities/article.json')
    .map(({ pointer, message }) => `${pointer} ${message}`)
const text = (slug: object) => ({ slug: { type: 'string', slug } })
const at = '/schema/properties/slug'

it.each<[string, Article]>([
  ['made from a text', {}],
  ['that people write', text({})],
  [
    'made from one of several texts, within a reference and what every record has',
    text({ from: ['title'], within: ['author', 'created_by'] }),
  ],
  ['within a locale', { ...text({ within: ['locale'] }), more: { storage: { sisters: true } } }],
  ['that may be empty', { slug: { type: ['string', 'null'], format: 'slug', rules: 'max:60', slug: { max: 40 } } }],
])('a slug %s is sound', (_, changes) => expect(faults(changes)).toEqual([]))

it.each<[string, Article, string]>([
  ['from an unknown field', text({ from: 'titel' }), `${at}/slug/from there is no field "titel" in this entity`],
  ['from a list of fields with an unknown one', text({ from: ['title', 'nam'] }), `${at}/slug/from/1 there is no field "nam"`],
  ['from a list', text({ from: 'tags' }), `${at}/slug/from "tags" is no text`],
  ['from a reference', text({ from: 'author' }), `${at}/slug/from "author" is no text`],
  ['from itself', text({ from: 'slug' }), `${at}/slug/from a slug is neither made from itself`],
  ['within an unknown field', text({ within: ['writer'] }), `${at}/slug/within/0 there is no field "writer" in this entity`],
  ['within a list', text({ within: ['tags'] }), `${at}/slug/within/0 "tags" has no single value`],
  ['within itself', text({ within: ['slug'] }), `${at}/slug/within/0 a slug is neither`],
  [
    'within a translated text',
    { ...text({ within: ['title'] }), more: { storage: { translate: ['title'] } } },
    `${at}/slug/within/0 "title" is translated`,
  ],
  ['that is a number', { slug: { type: 'integer', slug: {} } }, `${at}/type a slug is a text`],
  ['that is a list', { slug: { type: 'array', items: { type: 'string' }, slug: {} } }, `${at}/type a slug is a text`],
  ['with choices', { slug: { type: 'string', enum: ['a'], slug: {} } }, `${at}/enum a slug is written by people or made by the server`],
  ['with a default', { slug: { type: 'string', default: 'a', slug: {} } }, `${at}/default a slug is written`],
  ['that is numbered', { slug: { type: 'string', sequence: { random: 6 }, slug: {} } }, `${at}/sequence a slug is written`],
  ['with another format', { slug: { type: 'string', format: 'email', slug: {} } }, `${at}/format a slug has signs of its own`],
  ['that is translated', { ...text({}), more: { storage: { translate: ['slug'] } } }, `${at}/slug "slug" is translated`],
  [
    'inside of a value',
    { fields: { address: { type: 'object', title: 'A', properties: { slug: { type: 'string', title: 'S', slug: {} } } } } },
    '/schema/properties/address/properties/slug/slug a record has an address, and no part of it',
  ],
  ['with an unknown word', text({ form: 'title' }), 'form'],
  ['that is too long', text({ max: 1000 }), `${at}/slug/max`],
  ['of rows', { ...text({}), more: { parent: 'author' } }, `${at}/slug the rows of a record have no address of their own`],
])('a slug %s is refused', (_, changes, message) => expect(faults(changes).join('\n')).toContain(message))

it('a call may name a record by a slug that no two records share', () => {
  const call = { name: 'library-article', method: 'GET', access: 'library.read', operation: 'single', entity: 'article', by: 'slug' }
  const problems = (slug: Article) =>
    checkModule({ ...article(slug), 'endpoints.json': JSON.stringify({ endpoints: [call] }) }, context)
      .filter(({ file, severity }) => severity === 'error' && file === 'endpoints.json')
      .map(({ message }) => message)
  expect(problems({})).toEqual([])
  expect(problems(text({ within: ['author'] })).join()).toContain('may be those of several records')
})

describe('what changes between two versions', () => {
  const changes = (before: object, after: object) => {
    const moduleOf = (slug: object) => {
      const properties = { title: { type: 'string' }, shelf: { type: 'string' }, slug }
      return parseModule({
        'module.json': JSON.stringify({ name: 'depot', title: 'D', version: '1.0.0' }),
        'entities/crate.json': JSON.stringify({ name: 'crate', title: 'C', schema: { type: 'object', properties } }),
      })
    }
    return diffModules(moduleOf(before), moduleOf(after)).map(({ level, sentence }) => `${level} ${sentence}`)
  }
  const plain = { type: 'string' }
  const slug = (word: object) => ({ type: 'string', slug: word })
  it('a text that becomes a slug is unique from now on, and takes less', () =>
    expect(changes(plain, slug({}))).toEqual([
      'breaking /slug is new: {}; it is tightened, so values that were taken are refused',
      'risky slug must be unique from now on; the publication fails when records share a value',
    ]))
  it('a slug that becomes a text takes more', () =>
    expect(changes(slug({}), plain)).toEqual(['additive slug need not be unique any more', 'additive /slug is gone, was {}']))
  it('other fields within which it is the only one are told as lists that are unique', () =>
    expect(changes(slug({}), slug({ within: ['shelf'] }))).toEqual([
      'risky shelf and slug must be unique from now on; the publication fails when records share a value',
      'additive slug need not be unique any more',
    ]))
  it('a text from which it is made changes nothing that is stored', () =>
    expect(changes(slug({}), slug({ from: 'title' }))).toEqual(['additive /slug/from is new: "title"']))
})
