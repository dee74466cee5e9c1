import { describe, expect, it } from 'vitest'
import type { FormDocument } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { administrator, library, moduleOf, readerOf, registryOf } from './sample-modules.ts'

const expand = (form: FormDocument, reader = administrator) => expandForm(registryOf(library()), reader, 'library', form)

describe('expandForm', () => {
  it('takes structure, rules and what is required from the entity for the fields of the layout', () => {
    const { schema, layout } = expand({
      entity: 'book',
      layout: [{ columns: ['title', 'pages'] }, { panel: '$sale', fields: ['price'], collapsed: true }],
    })
    expect(schema).toEqual({
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', rules: 'required|max:200' },
        pages: { type: 'integer' },
        price: { type: 'string', format: 'decimal' },
      },
    })
    expect(layout).toEqual([{ columns: ['title', 'pages'] }, { panel: 'Sale', fields: ['price'], collapsed: true }])
  })

  it('has every field of the entity when it names none', () => {
    expect(Object.keys((expand({ entity: 'book' }).schema as { properties: object }).properties)).toContain('published_at')
  })

  it('sends a reference under its wire name and chooses it from the list of its entity', () => {
    const form = expand({ entity: 'book', layout: ['author'], ui: { author: { description: 'Who wrote it' } }, data: { author: 4 } })
    expect(form.schema).toMatchObject({ required: ['author_id'], properties: { author_id: { type: 'integer', references: 'author' } } })
    expect(form.ui?.author_id).toEqual({
      title: 'Author',
      description: 'Who wrote it',
      widget: 'remote-select',
      endpoint: 'list',
      params: { model: 'author' },
      placeholder: 'Choose author',
    })
    expect(form.layout).toEqual(['author_id'])
    expect(form.data).toEqual({ author_id: 4 })
  })

  it('edits a translated field as a map of the configured locales', () => {
    const { schema, ui } = expand({ entity: 'book', fields: ['summary'], ui: { summary: { widget: 'textarea' } } })
    expect(schema.properties).toEqual({
      summary: {
        type: 'object',
        additionalProperties: false,
        'x-translated': true,
        properties: { fa: { type: 'string', rules: 'max:500' }, en: { type: 'string', rules: 'max:500' } },
      },
    })
    expect(ui?.summary).toMatchObject({ widget: 'locale-map', input: 'textarea' })
    expect(Object.keys(ui ?? {})).toEqual(['summary'])
  })

  it('a field whose change is withheld reaches the form as read-only, with the reason in place of its hint', () => {
    const withheld = library()
    withheld.entities.book!.access!.writes = { published_at: 'library.publish', author: 'library.publish', summary: 'library.publish' }
    const form: FormDocument = {
      entity: 'book',
      fields: ['title', 'published_at', 'author', 'summary'],
      ui: { published_at: { description: 'The day' } },
    }
    const formOf = (...permissions: string[]) =>
      expandForm(registryOf(withheld), readerOf('library.read', 'library.write', ...permissions), 'library', form)
    const flags = ({ schema }: ReturnType<typeof formOf>) =>
      Object.entries(schema.properties as Record<string, { readOnly?: boolean }>).map(([name, { readOnly = false }]) => [name, readOnly])
    expect(flags(formOf())).toEqual([
      ['title', false],
      ['published_at', true],
      ['author_id', true],
      ['summary', true],
    ])
    expect(formOf().ui?.published_at?.description).toBe('You may not change this.')
    expect(formOf().ui?.author_id?.description).toBe('You may not change this.')
    expect(flags(formOf('library.publish')).every(([, readOnly]) => readOnly === false)).toBe(true)
    expect(formOf('library.publish').ui?.published_at?.description).toBe('The day')
  })

  it('gives an amount the currency in a field beside it, unless the form names one', () => {
    const properties = { code: { type: 'string' }, fee: { type: 'string', format: 'decimal', currency: { field: 'code' } } }
    const form: FormDocument = { schema: { type: 'object', properties } }
    expect(expand(form).ui?.fee).toMatchObject({ currency: '{item.code}', currency_by: 'code' })
    const named = expand({ ...form, ui: { fee: { currency: 'EUR' } } }).ui?.fee
    expect(named).toMatchObject({ currency: 'EUR' })
    expect(named).not.toHaveProperty('currency_by')
  })

  it('gives choices their titles and colours', () => {
    expect(expand({ entity: 'book', fields: ['status'] }).ui?.status?.options).toEqual([
      { value: 'draft', title: 'Draft', color: 'warning' },
      { value: 'published', title: 'Published', color: 'success' },
    ])
  })

  it('labels nested properties by their path and keeps only those that are named', () => {
    const { schema, ui } = expand({ entity: 'book', layout: ['size.height'] })
    expect(schema.properties).toEqual({ size: { type: 'object', required: ['height'], properties: { height: { type: 'integer' } } } })
    expect(ui?.['size.height']?.title).toBe('Height')
  })

  it('leaves out fields without permission everywhere, and the panels that this empties', () => {
    const form: FormDocument = {
      entity: 'book',
      layout: ['title', { panel: 'Money', fields: ['cost'] }],
      ui: { cost: { currency: 'IRR' } },
    }
    const without = expand(form, readerOf('library.read', 'library.write'))
    expect(Object.keys(without.ui ?? {})).toEqual(['title'])
    expect(without.schema.properties).not.toHaveProperty('cost')
    expect(without.layout).toEqual(['title'])
    expect(expand(form, readerOf('library.cost')).layout).toHaveLength(2)
    expect(
      expand(
        { schema: { type: 'object', properties: { note: { type: 'string' } } }, ui: { note: { access: 'library.notes' } } },
        readerOf(),
      ).schema.properties,
    ).toEqual({})
  })

  describe('of an entity with conditions, combinations and dependencies', () => {
    const schema = {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string' },
        kind: { enum: ['a', 'b'] },
        pages: { type: 'integer' },
        author: { type: 'integer', references: 'author' },
        cost: { type: 'string' },
        home: { $ref: '#/definitions/address' },
        size: {
          type: 'object',
          properties: { height: { type: 'integer' }, width: { type: 'integer' } },
          dependencies: { height: ['width'] },
        },
      },
      definitions: {
        address: { type: 'object', properties: { street: { $ref: '#/definitions/street' } } },
        street: { type: 'string' },
        unused: { type: 'string' },
        dear: { required: ['cost', 'pages'] },
      },
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      then: { required: ['pages', 'cost'] },
      else: { properties: { pages: { maximum: 5 } } },
      allOf: [
        { if: { properties: { cost: { const: '1' } } }, then: { required: ['pages'] } },
        { anyOf: [{ required: ['pages'] }, { required: ['author'] }] },
        { $ref: '#/definitions/dear' },
      ],
      oneOf: [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { const: 'b' }, cost: { const: '2' } } }],
      not: { required: ['cost'] },
      dependencies: { pages: ['author', 'cost'], cost: ['title'], author: { required: ['kind'] } },
    }
    const modules = () => {
      const own = library()
      own.entities.book!.schema = schema as never
      return own
    }
    const expanded = (form: FormDocument, reader = administrator) => expandForm(registryOf(modules()), reader, 'library', form).schema
    const without = readerOf('library.read', 'library.write')

    it('keeps them all for whoever sees all, with references by the names that are sent', () => {
      const found = expanded({ entity: 'book' })
      expect(found).toMatchObject({
        if: schema.if,
        then: schema.then,
        else: schema.else,
        oneOf: schema.oneOf,
        not: schema.not,
        dependencies: { pages: ['author_id', 'cost'], cost: ['title'], author_id: { required: ['kind'] } },
        allOf: [schema.allOf[0], { anyOf: [{ required: ['pages'] }, { required: ['author_id'] }] }, { required: ['cost', 'pages'] }],
      })
      expect(Object.keys(found.definitions as object).sort()).toEqual(['address', 'street'])
    })

    it('says nothing of fields that the caller may not see, and nothing that these would decide', () => {
      const found = expanded({ entity: 'book' }, without)
      expect(JSON.stringify(found)).not.toContain('cost')
      expect(found).toMatchObject({
        then: { required: ['pages'] },
        dependencies: { pages: ['author_id'], author_id: { required: ['kind'] } },
      })
      expect(found).not.toHaveProperty('not')
      expect(found).not.toHaveProperty('oneOf')
      expect(found.allOf).toEqual([
        { anyOf: [{ required: ['pages'] }, { required: ['author_id'] }] },
        { required: ['pages'] },
        { anyOf: [{ properties: { kind: { const: 'a' } } }, { properties: { kind: { const: 'b' } } }] },
      ])
    })

    it('is narrowed to the fields that the form names, inside of objects too', () => {
      expect(expanded({ entity: 'book', fields: ['title', 'size.height'] })).toEqual({
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string' }, size: { type: 'object', properties: { height: { type: 'integer' } } } },
      })
    })

    it('stands beside what the form itself asks', () => {
      const found = expanded({
        entity: 'book',
        fields: ['kind', 'pages'],
        schema: { type: 'object', if: { required: ['pages'] }, then: { required: ['kind'] } },
      })
      expect(found).toMatchObject({
        if: { required: ['pages'] },
        then: { required: ['kind'] },
        allOf: [{ if: schema.if, then: { required: ['pages'] }, else: schema.else }],
      })
    })
  })

  it('lets a slug be asked about by those who may', () => {
    const own = library({
      endpoints: [{ name: 'slug-suggest', method: 'POST', access: 'library.write', description: 'Whether it is free.' }] as never,
    })
    const asks = (registry: ReturnType<typeof registryOf>, reader: typeof administrator) =>
      expandForm(registry, reader, 'library', { entity: 'book', fields: ['title'], ui: { title: { widget: 'slug' } } }).ui?.title?.asks
    expect([
      asks(registryOf(own), readerOf('library.write')),
      asks(registryOf(own), readerOf('library.read')),
      asks(registryOf(library()), administrator),
    ]).toEqual([undefined, false, false])
  })

  it('labels what stands in variants as everything else, and what tells them apart by its values', () => {
    const own = library({
      locales: {
        en: {
          'entities.book.contact.kind': 'Way',
          'entities.book.contact.kind.mail': 'By mail',
          'entities.book.contact.address': 'Mailbox',
        },
      },
    })
    own.entities.book!.schema = {
      type: 'object',
      properties: {
        contact: {
          type: 'object',
          oneOf: [
            { properties: { kind: { const: 'mail' }, address: { type: 'string' } } },
            { properties: { kind: { const: 'call' }, number: { type: 'string' } } },
          ],
        },
      },
    }
    const { ui } = expandForm(registryOf(own), administrator, 'library', { entity: 'book' })
    expect(ui?.['contact.kind']).toMatchObject({
      title: 'Way',
      options: [
        { value: 'mail', title: 'By mail' },
        { value: 'call', title: 'Call' },
      ],
    })
    expect([ui?.['contact.address']?.title, ui?.['contact.number']?.title]).toEqual(['Mailbox', 'Number'])
  })

  it('adds to the entity what the form itself says', () => {
    const { schema } = expand({
      entity: 'book',
      layout: ['title', 'note'],
      schema: { type: 'object', required: ['note'], properties: { title: { maxLength: 20 }, note: { type: 'string', title: '$book' } } },
    })
    expect(schema).toMatchObject({
      required: ['title', 'note'],
      properties: { title: { type: 'string', maxLength: 20 }, note: { title: 'Book' } },
    })
  })

  it('finds forms by name and is empty for one that is not there', () => {
    const registry = registryOf(library({ forms: { book: { entity: 'book', fields: ['title'] } } }))
    expect(expandForm(registry, administrator, 'library', 'book')).toMatchObject({ name: 'book', entity: 'book', publication: 3 })
    expect(expandForm(registry, administrator, 'library', 'nowhere')).toEqual({
      name: 'nowhere',
      schema: { type: 'object', properties: {} },
    })
  })

  it('is not harmed by hostile names and texts', () => {
    const hostile = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string","const":"$book","title":"$__proto__"}}}',
    ) as Record<string, unknown>
    const { schema } = expandForm(registryOf(moduleOf('bad')), administrator, 'bad', {
      schema: hostile,
      ui: JSON.parse('{"__proto__":{"title":"$x"},"constructor":{"title":"$$5 and $unknown"}}') as never,
    })
    expect(JSON.stringify(schema)).toContain('"const":"$book"')
    expect(({} as Record<string, unknown>).type).toBeUndefined()
  })
})
