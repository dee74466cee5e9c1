import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { moduleTypes } from '#schemas/cli/commands/types.ts'

const filesOf = (names?: unknown, endpoint: object = {}): Record<string, string> => {
  const properties = { number: { type: 'string' }, sub_number: { type: 'string' }, above: { type: 'integer', references: 'voucher' } }
  const documents: Record<string, unknown> = {
    'module.json': { name: 'books', title: 'Books', version: '1.0.0' },
    'entities/voucher.json': {
      name: 'voucher',
      title: 'Voucher',
      display: '{number}',
      schema: { type: 'object', properties },
      labels: { number: 'Number', sub_number: 'Sub number', above: 'Above' },
      ...(names !== undefined && { names }),
    },
    'endpoints.json': {
      endpoints: [{ name: 'voucher-set', method: 'POST', operation: 'set', entity: 'voucher', values: {}, ...endpoint }],
    },
    'locales/en.json': {},
  }
  return Object.fromEntries(Object.entries(documents).map(([path, document]) => [path, JSON.stringify(document)]))
}
const problems = (...given: Parameters<typeof filesOf>): string[] =>
  checkModule(filesOf(...given), { modules: {}, locales: ['en'] })
    .filter(({ severity }) => severity === 'error')
    .map(({ pointer, message }) => `${pointer} ${message}`)

describe('names for callers', () => {
  it('belong to fields, each to one', () => {
    expect(problems({ sub_number: 'subNumber', above: 'parent', above_id: 'parentId', created_at: 'createdAt' })).toEqual([])
  })
  it.each<[string, object, string]>([
    [
      'an unknown field',
      { sub_nummer: 'x' },
      '/names/sub_nummer there is no field "sub_nummer" in this entity that could have another name',
    ],
    ['the id', { id: 'number_id' }, '/names/id there is no field "id" in this entity that could have another name'],
    [
      'the name of another field',
      { sub_number: 'number' },
      '/names/sub_number every record has "number" already, so a call that sends it would not be understood',
    ],
    [
      'the id of a reference',
      { number: 'above_id' },
      '/names/number every record has "above_id" already, so a call that sends it would not be understood',
    ],
    ['one name for two', { number: 'no', sub_number: 'no' }, '/names/sub_number "number" is called "no" already'],
    ['its own name', { number: 'number' }, '/names/number "number" has this name already: leave it out'],
    ['a word of lists', { number: 'sort' }, '/names/number "sort" has a meaning of its own in calls'],
    [
      'what only the server says',
      { number: 'can_edit' },
      '/names/number every record has "can_edit" already, so a call that sends it would not be understood',
    ],
    [
      'what every object has',
      { number: 'constructor' },
      '/names/number nothing can be called "constructor": every object has something of that name already',
    ],
  ])('are refused for %s', (_, names, sentence) => expect(problems(names)).toEqual([sentence]))
  it('are not those of documents', () => {
    expect(problems({ number: 'no' }, { values: { number: '{payload.no}' } })).toEqual([
      '/endpoints/0 documents call "no" by the name of its field: write "{payload.number}"',
    ])
  })
  it('are breaking for callers, and told once', () => {
    const [plain, named, renamed] = [undefined, { number: 'no' }, { number: 'nr' }].map((names) => parseModule(filesOf(names))) as [
      ReturnType<typeof parseModule>,
      ReturnType<typeof parseModule>,
      ReturnType<typeof parseModule>,
    ]
    const told = (sentence: string) => [{ level: 'breaking', subject: 'entity voucher: number', sentence }]
    expect(diffModules(plain, named)).toEqual(told('is called "no" instead of "number" in answers and errors of declared calls'))
    expect(diffModules(named, renamed)).toEqual(told('is called "nr" instead of "no" in answers and errors of declared calls'))
    expect(diffModules(named, plain)).toEqual(told('is called "number" instead of "no" in answers and errors of declared calls'))
  })
  it('are those of types', async () => {
    const types = await moduleTypes(
      parseModule(filesOf({ sub_number: 'subNumber', above_id: 'parentId' }, { values: { sub_number: '{payload.sub_number}' } })),
    )
    const [record, call] = types.split('export interface BooksEndpoints')
    for (const text of [record, call]) expect(text).toContain('subNumber')
    expect(record).toContain('parentId')
    expect(types).not.toContain('sub_number')
  })
})
