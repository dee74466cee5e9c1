import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { statesOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { tabsOf } from '#schemas/rules/lifecycle/state-tabs.ts'
import type { EntityDocument, GridDocument } from '#schemas/types/contract.d.ts'
import { repair } from '#tests/server-mock/model/lifecycles/repair.ts'
import { productModules } from '#tests/helpers/product-modules.ts'

type Loose = Record<string, never> & {
  lifecycle: { status: { transitions: Record<string, Record<string, unknown>> } & Record<string, unknown> }
}
const others = Object.fromEntries(productModules().map((documents) => [documents.module.name, documents]))

/** Sentences of a repair shop with one change. */
function problems(change: (ticket: Loose) => void, more?: Record<string, unknown>): string[] {
  const documents = repair(change as never, more)
  const files = Object.fromEntries(Object.entries(documents).map(([file, value]) => [file, JSON.stringify(value)]))
  return checkModule(files, {
    modules: others,
    locales: ['fa', 'en'],
    features: [],
    hooks: { guards: ['repair/known'], effects: [], answers: [] },
  }).map(({ pointer, message }) => `${pointer} ${message}`)
}
const transitionsOf = (ticket: Loose) => ticket.lifecycle.status.transitions

describe('a lifecycle', () => {
  it('without a fault has nothing to complain about', () => {
    expect(problems(() => undefined)).toEqual([])
  })

  it.each<[string, string, (ticket: Loose) => void]>([
    [
      'an initial state that the field does not have',
      '"draft" is no value of "status"',
      (ticket) => (ticket.lifecycle.status.initial = 'draft'),
    ],
    [
      'a state that nothing leads to',
      'nothing leads to the state "waiting"',
      (ticket) => {
        delete transitionsOf(ticket).order_part
        delete transitionsOf(ticket).choose
      },
    ],
    ['a state that nothing leaves', 'nothing leaves the state "cancelled"', (ticket) => delete transitionsOf(ticket).reopen],
    [
      'a final state that is left',
      '"repaired" is final, and this transition leaves it',
      (ticket) => (ticket.lifecycle.status.final = ['returned', 'repaired']),
    ],
    [
      'a moved state that is still there',
      'the state "checking" is still there, so its records stay in it',
      (ticket) => (ticket.lifecycle.status.moved = { checking: 'new' }),
    ],
    ['a moved state that goes to none', 'there is no state "open"', (ticket) => (ticket.lifecycle.status.moved = { old: 'open' })],
    ['a timer on what is no moment', '"title" is no moment', (ticket) => (transitionsOf(ticket).expire!.after = 'title')],
    ['a timer that never ends', 'would never end', (ticket) => (transitionsOf(ticket).expire!.from = ['new', 'cancelled'])],
    [
      'a lock of a field that there is not',
      'there is no field "prize"',
      (ticket) => (ticket.lifecycle.status.locks = [{ in: ['repaired'], fields: ['prize'] }]),
    ],
    ['a lock that locks nothing', 'locks nothing', (ticket) => (ticket.lifecycle.status.locks = [{ in: ['repaired'] }])],
    [
      'a permission that no module has',
      'no module defines the permission "repair.wrok"',
      (ticket) => (transitionsOf(ticket).check!.access = 'repair.wrok'),
    ],
    [
      'a state without a permission',
      'nobody takes "cancel" there',
      (ticket) => (transitionsOf(ticket).cancel!.access = [{ from: ['new'], permission: 'repair.work' }]),
    ],
    ['a transition that is there twice', 'is there twice', (ticket) => (transitionsOf(ticket).hold = { from: ['new'], to: 'checking' })],
    [
      'a form that writes a state',
      '"status" changes by its transitions only',
      (ticket) => (transitionsOf(ticket).check!.form = { fields: ['status'] }),
    ],
    [
      'a guard that no feature has',
      'nobody can check "repair/unknown"',
      (ticket) => (transitionsOf(ticket).check!.only_if = [{ guard: 'repair/unknown' }]),
    ],
    [
      'an effect on a transition that there is not',
      'there is no transition "uze"',
      (ticket) => (transitionsOf(ticket).repair!.effects = [{ transition: 'uze', of: 'part' }]),
    ],
    [
      'an effect that writes a state',
      '"state" changes by its transitions only',
      (ticket) => (transitionsOf(ticket).repair!.effects = [{ set: 'part', where: { ticket: '{record.id}' }, values: { state: 'used' } }]),
    ],
    [
      'an effect that writes who may do what',
      'says who may do what',
      (ticket) => (transitionsOf(ticket).repair!.effects = [{ set: 'user', values: { name_full: 'x' } }]),
    ],
    [
      'an effect that makes a record without what it needs',
      'a new "part" needs "ticket"',
      (ticket) => (transitionsOf(ticket).repair!.effects = [{ create: 'part', values: { title: 'x' } }]),
    ],
    [
      'what holds in a state that there is not',
      '"lost" is no value of "status"',
      (ticket) => (ticket.lifecycle.status.holds = [{ in: ['lost'], is: { required: ['price'] } }]),
    ],
    [
      'a comparison with now elsewhere than in what holds',
      'must be a day such as',
      (ticket) =>
        (transitionsOf(ticket).check!.only_if = [
          { is: { properties: { expires_at: { format: 'date-time', formatMinimum: '{now}' } } }, else: '$price_missing' },
        ]),
    ],
    [
      'what holds of a field that there is not',
      'there is no field "prize"',
      (ticket) => (ticket.lifecycle.status.holds = [{ in: ['new'], is: { required: ['prize'] } }]),
    ],
    [
      'a refusal at a field that there is not',
      'there is no field "prize"',
      (ticket) => (ticket.lifecycle.status.holds = [{ in: ['new'], is: { required: ['price'] }, at: 'prize' }]),
    ],
    [
      'a value whose condition names no field',
      'there is no field "prize"',
      (ticket) => (transitionsOf(ticket).check!.set = { price: { when: { required: ['prize'] }, value: '1' } }),
    ],
    ['eyes that are no person', '"title" holds no person', (ticket) => (transitionsOf(ticket).return!.not_by = ['title'])],
    [
      'a label that is missing',
      'the label "transitions.ticket.ship" is missing',
      (ticket) => (transitionsOf(ticket).ship = { from: ['new'], to: 'checking', access: 'repair.work' }),
    ],
  ])('is told %s', (_, sentence, change) => {
    expect(problems(change).join('\n')).toContain(sentence)
  })

  it('has tabs of its states among others, which stand in for those with their keys', () => {
    const tabs = [{ key: 'all' }, 'status', { key: 'returned', where: { status: 'returned' }, sort: 'title' }]
    const grid = { entity: 'ticket', columns: ['title'], tabs }
    expect(problems(() => undefined, { 'grids/tickets.json': grid }).filter((text) => text.includes('/tabs'))).toEqual([])
    const ticket = repair()['entities/ticket.json'] as unknown as EntityDocument
    const keys = tabsOf({ tabs: tabs as GridDocument['tabs'] }, ticket)!.map(({ key, sort }) => (sort ? `${key} by ${sort}` : key))
    expect(keys).toEqual(['all', ...statesOf(ticket.lifecycle!.status!).filter((state) => state !== 'returned'), 'returned by title'])
  })

  it.each<[string, string, Record<string, unknown>]>([
    [
      'a cell that edits it',
      'edits "status"',
      { 'grids/tickets.json': { entity: 'ticket', columns: ['title', { key: 'status', editable: true }] } },
    ],
    [
      'tabs of a field without one',
      '"title" has no lifecycle',
      { 'grids/tickets.json': { entity: 'ticket', columns: ['title'], tabs: 'title' } },
    ],
    [
      'tabs of a field without one among others',
      '/tabs/1 "title" has no lifecycle',
      { 'grids/tickets.json': { entity: 'ticket', columns: ['title'], tabs: [{ key: 'all' }, 'title'] } },
    ],
    [
      'tabs of its states twice',
      '/tabs/1 the states of "status" are there twice',
      { 'grids/tickets.json': { entity: 'ticket', columns: ['title'], tabs: ['status', 'status'] } },
    ],
    [
      'a tab in an order that there is not',
      '/tabs/0/sort there is no field "prize"',
      { 'grids/tickets.json': { entity: 'ticket', columns: ['title'], tabs: [{ key: 'all', sort: '-title,prize' }] } },
    ],
    [
      'a call that sets it',
      '"status" changes by its transitions only: write the operation "transition"',
      {
        'endpoints.json': {
          endpoints: [
            {
              name: 'repair-set',
              method: 'POST',
              access: 'repair.work',
              operation: 'set',
              entity: 'ticket',
              values: { status: 'new' },
              payload: { properties: { id: {} } },
            },
          ],
        },
      },
    ],
    [
      'a button of a transition that there is not',
      '"chek" is neither a generic action',
      { 'grids/tickets.json': { entity: 'ticket', columns: ['title'], row: ['check', 'chek'] } },
    ],
    [
      'an answer that no feature has',
      'nobody can tell "repair/unknown"',
      {
        'endpoints.json': {
          endpoints: [
            {
              name: 'repair-ticket',
              method: 'GET',
              access: 'repair.read',
              operation: 'single',
              entity: 'ticket',
              answer: 'repair/unknown',
            },
          ],
        },
      },
    ],
    [
      'a call of a transition that there is not',
      'there is no transition "chek"',
      {
        'endpoints.json': {
          endpoints: [
            {
              name: 'repair-check',
              method: 'POST',
              access: 'repair.work',
              operation: 'transition',
              entity: 'ticket',
              transition: 'chek',
              payload: { properties: { id: {} } },
            },
          ],
        },
      },
    ],
  ])('is told %s', (_, sentence, more) => {
    expect(problems(() => undefined, more).join('\n')).toContain(sentence)
  })

  it.each<[string, (ticket: Loose) => void]>([
    ['a transition without a start', (ticket) => delete transitionsOf(ticket).check!.from],
    ['a list of locks that is no list', (ticket) => (ticket.lifecycle.status.locks = { in: 'repaired' })],
    ['an entry of a list that is no such entry', (ticket) => (ticket.lifecycle.status.locks = [{ in: 'repaired', fields: ['price'] }])],
  ])('that has %s is one error, and what uses its states is not called wrong', (_, change) => {
    const told = problems(change, {
      'grids/tickets.json': { entity: 'ticket', columns: ['title'], tabs: 'status', row: ['transitions'] },
      'endpoints.json': {
        endpoints: [
          { name: 'repair-check', method: 'POST', operation: 'transition', entity: 'ticket', transition: 'check', access: 'repair.work' },
        ],
      },
      'screens/repair-ticket-view.json': {
        name: 'repair-ticket-view',
        path: 'repair/tickets/:id',
        title: '$ticket',
        access: 'repair.read',
        load: { ticket: { name: 'single', params: { model: 'ticket', id: '{route.id}' } } },
        body: [{ states: 'ticket' }],
      },
    })
    expect(told.filter((line) => /lifecycle|there is no transition/.test(line) && !line.startsWith('/lifecycle/'))).toEqual([])
    expect(told.filter((line) => line.startsWith('/lifecycle/'))).toHaveLength(1)
    expect(told.join('\n')).not.toMatch(/nothing (leads to|leaves)/)
  })
})
