import { describe, expect, it } from 'vitest'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { validationError } from '#server/errors.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import { asRefusal, toFailure } from '#server/plugins/failures.ts'

const registry = buildRegistry(
  [
    {
      module: { name: 'garage', title: 'Garage', version: '1.0.0' },
      grids: {},
      forms: {},
      modals: {},
      metrics: {},
      ledgers: {},
      notifications: {},
      screens: {},
      endpoints: [],
      extensions: {},
      entities: {
        job: {
          name: 'job',
          title: 'Job',
          labels: { note: '$remark' },
          storage: { translate: ['title'] },
          schema: {
            type: 'object',
            properties: {
              title: { type: 'string' },
              note: { type: 'string' },
              mechanic: { type: 'integer', references: 'mechanic' },
              parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, unit_price: { type: 'string' } } } },
            },
          },
        },
        mechanic: { name: 'mechanic', title: 'Mechanic', schema: { type: 'object', properties: { name_full: { type: 'string' } } } },
      },
      locales: {
        en: {
          remark: 'Remark',
          'entities.job.title': 'Title of the job',
          'entities.job.mechanic': 'Mechanic',
          'entities.job.parts.name': 'Name of the part',
        },
      },
    },
  ],
  1,
  undefined,
)

const said = (path: string, entity?: string, locale = 'en') =>
  toFailure(validationError({ [path]: [{ key: 'rules.required' }] }), { locale, registry, module: 'garage', entity }).body.errors![path]

describe('a refused field is named as its form names it', () => {
  it.each([
    ['by its message', 'title', 'Title of the job is required.'],
    ['by the label of its document', 'note', 'Remark is required.'],
    ['as the reference that it stands for', 'mechanic_id', 'Mechanic is required.'],
    ['in one locale', 'title.fa', 'Title of the job is required.'],
    ['in a row', 'parts.0.name', 'Name of the part is required.'],
    ['in a row, by its name', 'parts.12.unit_price', 'Unit price is required.'],
    ['that only the call has, by its name', 'lent_to', 'Lent to is required.'],
  ])('%s', (_, path, sentence) => expect(said(path, 'job')).toEqual([sentence]))

  it('as callers write it, from left to right, in a language that has no word for it', async () => {
    await loadRuleMessages()
    expect(said('types', 'job', 'fa')).toEqual(['«\u2066types\u2069» الزامی است.'])
    expect(said('page_size', undefined, 'de')![0]).toContain('„\u2066page_size\u2069“')
  })

  it('by its name where no entity is known', () => expect(said('rows.0.street_name')).toEqual(['Street name is required.']))
})

describe('a fault of the database', () => {
  it.each(['55P03', '57014', '40001', '40P01', '57P01', '53300', '08006', 'ECONNREFUSED'])('%s is answered as busy', (code) => {
    expect(asRefusal(Object.assign(new Error('x'), { code }))).toMatchObject({ code: 'not-ready', userMessage: { key: 'errors.busy' } })
  })
  it('is busy when no connection came free', () =>
    expect(asRefusal(new Error('timeout exceeded when trying to connect'))).toMatchObject({ code: 'not-ready' }))
  it("is the caller's for a value that no column holds", () =>
    expect(asRefusal(Object.assign(new Error('x'), { code: '22P02' }))).toMatchObject({ code: 'bad-request' }))
  it("is the server's for anything else", () => expect(asRefusal(Object.assign(new Error('x'), { code: '42P01' }))).toBeUndefined())
})
