import { afterAll, beforeAll, expect, it } from 'vitest'
import { valueOnRow } from '#schemas/rules/conditions/column-case.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { Database } from '#server/database/database.ts'
import { fillWhere } from '#server/model/list/document-where.ts'
import { ApiError } from '#server/errors.ts'
import { toFailure } from '#server/plugins/failures.ts'
import { listRecords, writeRecord } from '#server/model/model.ts'
import { freshDatabase } from '#tests/helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, refusal, run } from '#tests/server-mock/model/library.ts'

const loan: EntityDocument = {
  name: 'loan',
  title: 'Loan',
  schema: {
    type: 'object',
    properties: {
      book: { type: 'integer', references: 'book', where: { status: 'published', lent: [false] } },
      cheap: { type: 'integer', references: 'book', where: 'price:between(,20),author.name_full:contains(Zadie)' },
      others: { type: 'array', items: { type: 'integer', references: 'book', where: { status: ['published'] } } },
    },
  } as EntityDocument['schema'],
  access: { read: 'library.read', write: 'library.write' },
}
const all = [...entities, loan]
const registry = libraryRegistry(all)
let database: Database
beforeAll(async () => {
  database = await freshDatabase('pglite')
  await migrate(database, all)
})
afterAll(() => database.close())

let serial = 0
const save = (model: string, data: Record<string, unknown>) =>
  run(database, registry, (context) => writeRecord(context, model, { data }), caller())
const book = async (more: object) => (await save('book', { title: 'T', isbn: `978${String(++serial).padStart(10, '0')}`, ...more })).id

it('a reference is held to the records that its schema says, alone and in a list', async () => {
  const [draft, published, lent] = [await book({}), await book({ status: 'published' }), await book({ status: 'published', lent: true })]
  expect(await save('loan', { book: published, others: [published, lent] })).toMatchObject({ book_id: published })
  for (const id of [draft, lent]) expect((await refusal(save('loan', { book: id }))).errors).toEqual({ book: ['rules.fitting'] })
  expect((await refusal(save('loan', { others: [published, draft] }))).errors).toEqual({ others: ['rules.fitting'] })
  expect((await refusal(save('loan', { book: 9_999 }))).errors).toEqual({ book: ['errors.unknown_reference'] })
})

it('conditions of a reference follow its references and compare numbers', async () => {
  const author = (await save('author', { name_full: 'Zadie Smith' })).id
  const [cheap, dear, nobodys] = [await book({ price: '20', author }), await book({ price: '20.01', author }), await book({ price: '5' })]
  expect(await save('loan', { cheap })).toMatchObject({ cheap_id: cheap })
  for (const id of [dear, nobodys]) expect((await refusal(save('loan', { cheap: id }))).errors).toEqual({ cheap: ['rules.fitting'] })
})

it('a picker is offered only what its reference takes, and keeps the titles of what is stored', async () => {
  const author = (await save('author', { name_full: 'Zadie Jones' })).id
  const [fits, dear, draft] = [
    await book({ title: 'Choice fits', status: 'published', price: '1', author }),
    await book({ title: 'Choice dear', status: 'published', price: '99', author }),
    await book({ title: 'Choice draft', price: '2', author }),
  ]
  const offered = async (query: Record<string, unknown>, as = caller()) => {
    const { results } = await run(database, registry, (context) => listRecords(context, 'book', { q: 'Choice', ...query }), as)
    return results.map(({ id }) => id).sort((one, other) => one - other)
  }
  expect(await offered({})).toEqual([fits, dear, draft])
  expect(await offered({ for: 'loan.book' })).toEqual([fits, dear])
  expect(await offered({ for: 'loan.cheap' })).toEqual([fits, draft])
  expect(await offered({ for: 'loan.others' })).toEqual([fits, dear])
  expect(await offered({ for: 'loan.book', ids: `${draft}`, q: undefined })).toEqual([draft])
  const fixed = fillWhere({ status: ['draft'] }, {})!
  const held = (query: object) =>
    run(database, registry, (context) => listRecords(context, 'book', { q: 'Choice', ...query }, { fixed }), caller())
  expect((await held({ for: 'loan.book' })).results.map(({ id }) => id)).toEqual([draft])
  for (const wrong of ['loan.nothing', 'nothing.book', 'book.author', 'loan', '', '__proto__.x'])
    expect(await refusal(offered({ for: wrong }))).toMatchObject({ code: '422' })
})

it('records that a list names come with their titles, which a form may send back', async () => {
  const [one, two] = [await book({ title: 'One', status: 'published' }), await book({ title: 'Two', status: 'published' })]
  const loan = await save('loan', { others: [two, one] })
  const titles = [
    { id: two, title: 'Two' },
    { id: one, title: 'One' },
  ]
  expect(loan).toMatchObject({ others: [two, one], others_titles: titles })
  expect(valueOnRow(loan, 'others')).toEqual(titles)
  const { results } = await run(database, registry, (context) => listRecords(context, 'loan', { ids: String(loan.id) }), caller())
  expect(results).toMatchObject([{ others: [two, one], others_titles: titles }])
  const { id, others, others_titles } = loan
  const again = run(database, registry, (context) => writeRecord(context, 'loan', { id, data: { others, others_titles } }), caller())
  expect(await again).toMatchObject({ version: loan.version })
})

it('a refused reference says what its field takes, in the words of the reader', async () => {
  const author = (await save('author', { name_full: 'Zadie Adams' })).id
  const draft = await book({ author })
  const sentencesOf = async (data: Record<string, unknown>, locale: string) => {
    const error = await save('loan', data).catch((reason: unknown) => reason)
    return toFailure(error as ApiError, { locale, registry, module: 'library', entity: 'loan' }).body.errors
  }
  const told = await sentencesOf({ book: draft }, 'en')
  expect(told).toEqual({ book: [expect.stringMatching(/^Book takes only records with: Status = Published, Lent = /)] })
  expect(await sentencesOf({ cheap: draft, others: [draft] }, 'en')).toEqual({
    cheap: ['Cheap takes only records with: Price ≤ 20, Author = …Zadie….'],
    others: ['Others takes only records with: Status = Published.'],
  })
})
