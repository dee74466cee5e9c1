import { describe, expect, it } from 'vitest'
import { localise, localiseSchema } from '#server/documents/localise.ts'
import { library, registryOf } from './sample-modules.ts'

const registry = registryOf(library())
const text = (value: unknown, locale = 'en') => localise(registry, 'library', locale, value)

describe('localise', () => {
  it.each([
    ['$book', 'Book'],
    ['$$book', '$book'],
    ['$5 off', '$5 off'],
    ['$', '$'],
    ['$tabs.all', 'All'],
    ['$no.such.key', 'no.such.key'],
    ['$__proto__', '$__proto__'],
    ['$constructor', 'constructor'],
    ['Book', 'Book'],
  ])('reads %s as %s', (written, shown) => expect(text(written)).toBe(shown))

  it('falls back to English where a locale lacks the text', () => expect(text(['$book', '$draft'], 'fa')).toEqual(['کتاب', 'Draft']))

  it('leaves values, conditions and data as they are', () => {
    const node = {
      title: '$book',
      params: { q: '$book' },
      when: { const: '$book' },
      data: { title: '$book' },
      payload: '$book',
      options: [{ value: '$book', title: '$book' }],
    }
    expect(text(node)).toEqual({ ...node, title: 'Book', options: [{ value: '$book', title: 'Book' }] })
  })

  it('reads titles and descriptions of schemas and nothing else in them', () => {
    const schema = {
      title: '$book',
      enum: ['$book'],
      default: { title: '$book' },
      properties: { title: { description: '$draft', pattern: '$book' } },
    }
    expect(localiseSchema(registry, 'library', 'en', schema)).toEqual({
      title: 'Book',
      enum: ['$book'],
      default: { title: '$book' },
      properties: { title: { description: 'Draft', pattern: '$book' } },
    })
  })

  it('copies own keys such as __proto__ without touching prototypes', () => {
    const copy = text(JSON.parse('{"__proto__":{"polluted":"$book"}}')) as Record<string, unknown>
    expect(Object.keys(copy)).toEqual(['__proto__'])
    expect(copy.polluted).toBeUndefined()
  })
})
