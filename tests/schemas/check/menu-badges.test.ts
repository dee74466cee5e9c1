import { expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { productModules } from '#tests/helpers/product-modules.ts'
import { repair } from '#tests/server-mock/model/lifecycles/repair.ts'

const others = Object.fromEntries(productModules().map((documents) => [documents.module.name, documents]))
function problems(entry: object): string[] {
  const documents = repair()
  Object.assign(documents['module.json'], { menu: [{ id: 'tickets', label: 'Tickets', to: '/', ...entry }] })
  const files = Object.fromEntries(Object.entries(documents).map(([file, document]) => [file, JSON.stringify(document)]))
  return checkModule(files, { modules: others, locales: ['fa', 'en'], features: [] })
    .filter(({ severity, file }) => severity === 'error' && file === 'module.json')
    .map(({ pointer, message }) => `${pointer} ${message}`)
}

it('a badge of a menu entry says a text, or counts records of an entity that exists', () => {
  expect(problems({ badge: { title: 'Beta' } })).toEqual([])
  expect(problems({ badge: { count: { entity: 'ticket', where: { status: 'new' } }, color: 'danger' } })).toEqual([])
  expect(problems({ badge: { color: 'danger' } })).toEqual(['/menu/0/badge a badge has either a "title" or a "count"'])
  expect(problems({ badge: { title: 'Beta', count: { entity: 'ticket' } } })).toEqual([
    '/menu/0/badge a badge has either a "title" or a "count"',
  ])
  expect(problems({ badge: { count: { entity: 'tiket' } } })).toEqual(['/menu/0/badge/count/entity there is no entity "tiket"'])
  expect(problems({ id: undefined, badge: { count: { entity: 'ticket' } } })).toEqual([
    '/menu/0/badge an entry whose badge counts needs an "id"',
  ])
  expect(problems({ badge: { count: { entity: 'ticket', where: { colour: 'red' } } } })).toEqual([
    expect.stringContaining('/menu/0/badge/count/where/colour'),
  ])
})
