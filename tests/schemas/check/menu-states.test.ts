import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { repair } from '#tests/server-mock/model/lifecycles/repair.ts'
import { productModules } from '#tests/helpers/product-modules.ts'

const others = Object.fromEntries(productModules().map((documents) => [documents.module.name, documents]))
const filesOf = (entry: object, change?: Parameters<typeof repair>[0], more: Record<string, unknown> = {}) => {
  const documents = repair(change, more)
  Object.assign(documents['module.json'], { menu: [entry] })
  return Object.fromEntries(Object.entries(documents).map(([file, document]) => [file, JSON.stringify(document)]))
}
const problems = (...given: Parameters<typeof filesOf>): string[] =>
  checkModule(filesOf(...given), { modules: others, locales: ['fa', 'en'], features: [] })
    .filter(({ severity, file }) => severity === 'error' && file === 'module.json')
    .map(
      ({ pointer, message, allowed, suggestion }) =>
        `${pointer} ${message}${allowed ? ` [${allowed.join()}]` : ''}${suggestion ? ` (${suggestion})` : ''}`,
    )

describe('menu entries for the states of a field', () => {
  it('are made of a lifecycle that a grid has tabs for', () => {
    expect(problems({ states: 'ticket.status', icon: 'tool' })).toEqual([])
    expect(problems({ states: 'repair/ticket.status', to: 'grid/repair/ticket/tickets' })).toEqual([])
  })
  it.each<[string, object, string]>([
    ['an unknown entity', { states: 'tiket.status' }, '/menu/0/states there is no entity "tiket"'],
    [
      'an unknown field',
      { states: 'ticket.statos' },
      '/menu/0/states the field "statos" of the entity "ticket" has no lifecycle [ticket.status,ticket.on_hold] (ticket.status)',
    ],
    [
      'a field without states',
      { states: 'ticket.title' },
      '/menu/0/states the field "title" of the entity "ticket" has no lifecycle [ticket.status,ticket.on_hold]',
    ],
    [
      'a field that no grid has tabs for',
      { states: 'ticket.on_hold' },
      '/menu/0/states no grid of "ticket" has tabs for the states of "on_hold": write "tabs": "on_hold" in it',
    ],
    [
      'a grid that has other tabs',
      { states: 'ticket.on_hold', to: 'grid/repair/ticket/tickets' },
      '/menu/0/to this grid has no tabs for the states of "on_hold": write "tabs": "on_hold" in it',
    ],
    [
      'a link that is no grid of the entity',
      { states: 'ticket.status', to: 'repair-ticket-view' },
      '/menu/0/to entries for the states of "ticket" lead to a grid of it, without a "?" [grid/repair/ticket/tickets]',
    ],
    [
      'a title, since each has its own',
      { states: 'ticket.status', label: 'Tickets' },
      '/menu/0/label "states" makes entries of its own: it stands without "label"',
    ],
  ])('are refused for %s', (_, entry, sentence) => {
    expect(problems(entry)).toEqual(expect.arrayContaining([expect.stringContaining(sentence)]))
  })
  it('need the module of the entity in "requires"', () => {
    const documents = { 'module.json': { name: 'other', title: 'Other', version: '1.0.0', menu: [{ states: 'ticket.status' }] } }
    const files = Object.fromEntries(Object.entries(documents).map(([file, document]) => [file, JSON.stringify(document)]))
    const modules = { ...others, repair: parseModule(filesOf({ label: 'A', to: 'https://example.org' })) }
    const found = checkModule(files, { modules, locales: ['en'] }).filter(({ severity }) => severity === 'error')
    expect(found).toMatchObject([{ pointer: '/menu/0/states', message: expect.stringContaining('"requires"') }])
  })
  it('are told by a diff', () => {
    const [before, after] = [{ states: 'ticket.status' }, { states: 'ticket.status', to: 'grid/repair/ticket/tickets' }].map((entry) =>
      parseModule(filesOf(entry)),
    ) as [ReturnType<typeof parseModule>, ReturnType<typeof parseModule>]
    expect(diffModules(before, after)).toEqual([
      { level: 'additive', subject: 'menu', sentence: '/0/to is new: "grid/repair/ticket/tickets"' },
    ])
  })
})
