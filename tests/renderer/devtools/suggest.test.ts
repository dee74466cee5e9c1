import { describe, expect, it } from 'vitest'
import { formatShared, kindOf, labKinds, parseShared, pathOf, sampleDraft } from '#renderer/devtools/lab-draft.ts'
import { draftedEntity, fieldNames } from '#renderer/devtools/drafted-entity.ts'
import { suggest, type KnownNames } from '#renderer/devtools/suggest.ts'
import { ruleNames } from '#schemas/rules/validation/rule-string.ts'

const names: KnownNames = {
  widgets: [{ name: 'text' }, { name: 'textarea', props: { properties: { rows: { type: 'integer' } } } }],
  cells: ['money'],
  endpoints: ['list'],
  messages: ['books'],
}
/** What is offered at the bar. */
function offered(text: string, kind = 'form', more: Partial<KnownNames> = {}): string[] {
  const offset = text.indexOf('¦')
  return suggest(text.replace('¦', ''), offset, kind, { ...names, ...more })?.options.map(({ label }) => label) ?? []
}

describe('what is offered while a document is typed', () => {
  it('offers the keys of the contract that are not there yet', () => {
    expect(offered('{ "schema": {}, "¦" }')).toEqual(expect.arrayContaining(['ui', 'layout', 'entity']))
    expect(offered('{ "schema": {}, "¦" }')).not.toContain('schema')
    expect(offered('{ "columns": [{ "¦" }] }', 'grid')).toEqual(expect.arrayContaining(['key', 'cell', 'sortable']))
  })
  it('follows references into other documents', () =>
    expect(offered('{ "toolbar": [{ "type": "¦" }] }', 'grid')).toEqual(expect.arrayContaining(['"call"', '"navigate"'])))
  it('offers the 22 rules, each after its pipe', () => {
    expect(offered('{ "schema": { "properties": { "a": { "rules": "required|¦" } } } }')).toEqual([...ruleNames])
    const text = '{ "schema": { "properties": { "a": { "rules": "required|ma" } } } }'
    const from = text.indexOf('|') + 1
    expect(suggest(text, from + 2, 'form', names)).toMatchObject({ from, to: from + 2 })
  })
  it('offers names of widgets, cells and messages, and the properties of a widget that is named', () => {
    expect(offered('{ "ui": { "a": { "widget": "¦" } } }')).toEqual(expect.arrayContaining(['"text"', '"textarea"']))
    expect(offered('{ "schema": { "properties": { "a": {} } }, "ui": { "a": { "widget": "textarea", "¦" } } }')).toContain('rows')
    expect(offered('{ "columns": [{ "key": "a", "cell": "¦" }] }', 'grid')).toContain('"money"')
    expect(offered('{ "ui": { "a": { "title": "$¦" } } }')).toContain('"$books"')
  })
  it('offers the fields of the schema as keys of the looks', () =>
    expect(offered('{ "schema": { "properties": { "price": {} } }, "ui": { "¦" } }')).toContain('price'))
  it('offers the fields of the entity, with those that other modules add, wherever a document names fields', () => {
    const more = { fields: ['title', 'club__rating'] }
    const named = expect.arrayContaining(['"title"', '"club__rating"'])
    expect(offered('{ "entity": "book", "layout": ["¦"] }', 'form', more)).toEqual(named)
    expect(offered('{ "entity": "book", "columns": [{ "key": "¦" }] }', 'grid', more)).toEqual(named)
    expect(offered('{ "extends": "library/grids/books", "columns": [{ "after": "status", "add": ["¦"] }] }', 'extension', more)).toEqual(
      named,
    )
    expect(offered('{ "entity": "book", "ui": { "¦" } }', 'form', more)).toEqual(expect.arrayContaining(['title', 'club__rating']))
  })
  it('knows the entity from the draft, or from what it extends', () => {
    expect(draftedEntity('{ "entity": "library/book", "columns": [', 'grid')).toEqual({ entity: 'book' })
    expect(draftedEntity('{ "name": "book", "schema": {', 'entity')).toEqual({ entity: 'book' })
    expect(draftedEntity('{ "extends": "library/entities/book" }', 'extension')).toEqual({ entity: 'book' })
    expect(draftedEntity('{ "extends": "library/grids/books" }', 'extension')).toEqual({
      extended: { module: 'library', path: 'grids/books.json' },
    })
    expect(draftedEntity('{ "title": "x" }', 'screen')).toEqual({})
    expect(fieldNames({ fields: [{ name: 'title' }, { name: 'club__rating' }] })).toEqual(['title', 'club__rating'])
  })
  it('offers nothing outside of what it knows', () => expect(offered('{ "nothing": { "¦" } }')).toEqual([]))
})

describe('a draft', () => {
  it.each(labKinds)('of the kind %s goes through an address unchanged', (kind) => {
    const draft = { ...sampleDraft(kind), data: '{"عنوان":"کتاب"}' }
    expect(kindOf(pathOf(kind))).toBe(kind)
    expect(parseShared(`#${formatShared(draft)}`)).toEqual(draft)
  })
  it('is none where an address holds something else', () => {
    for (const hash of ['', '#', '#abc', '#section-2']) expect(parseShared(hash)).toBeNull()
  })
})
