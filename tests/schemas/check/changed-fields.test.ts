import { expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { offlineContext, readModuleFolder } from '#schemas/cli/module-folder.ts'

const library = readModuleFolder('tests/fixtures/library')
const context = { ...offlineContext(), locales: ['en', 'fa'] }

/** Sentences about the book of the library with more words. */
function problems(more: object): string[] {
  const book = { ...(JSON.parse(library['entities/book.json']!) as object), ...more }
  return checkModule({ ...library, 'entities/book.json': JSON.stringify(book) }, context).map(
    ({ pointer, message }) => `${pointer} ${message}`,
  )
}

it.each<[string, object, string]>([
  ['a new name that is no field', { renamed: { cost: 'prize' } }, '/renamed/cost there is no field "prize" in this entity'],
  ['a former name that is still there', { renamed: { title: 'price' } }, '/renamed/title the field "title" is still there'],
  ['one field with two former names', { renamed: { cost: 'price', fee: 'price' } }, '/renamed/fee "price" cannot have been both'],
  ['a converted field that is not there', { converted: ['prize'] }, '/converted/0 there is no field "prize" in this entity'],
])('finds %s', (_, more, sentence) => {
  expect(problems(more).join('\n')).toContain(sentence)
})

it('has nothing to say of fields that were renamed and converted', () => {
  expect(problems({ renamed: { cost: 'price' }, converted: ['price'] })).toEqual(problems({}))
})
