import { describe, expect, it } from 'vitest'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { repair } from '#tests/server-mock/model/lifecycles/repair.ts'

type Loose = Record<string, never> & {
  lifecycle: { status: { transitions: Record<string, Record<string, unknown>> } & Record<string, unknown> }
}
const shop = (change?: (ticket: Loose) => void) =>
  parseModule(Object.fromEntries(Object.entries(repair(change as never)).map(([file, value]) => [file, JSON.stringify(value)])))
const changes = (change: (ticket: Loose) => void): string[] =>
  diffModules(shop(), shop(change)).map(({ level, subject, sentence }) => `${level} ${subject} ${sentence}`)
const stepsOf = (ticket: Loose) => ticket.lifecycle.status.transitions

describe('the diff of a lifecycle', () => {
  it('finds nothing between equals', () => expect(changes(() => undefined)).toEqual([]))

  it.each<[string, (ticket: Loose) => void]>([
    ['additive entity ticket: status: ship is new', (ticket) => (stepsOf(ticket).ship = { from: ['new'], to: 'checking' })],
    ['risky entity ticket: status: ping is gone', (ticket) => delete stepsOf(ticket).ping],
    ['breaking entity ticket: status: check needs another permission', (ticket) => (stepsOf(ticket).check!.access = 'repair.manage')],
    ['breaking entity ticket: status: reopen needs a note', (ticket) => (stepsOf(ticket).reopen!.note = 'required')],
    ['risky entity ticket: status: repair is refused under other conditions', (ticket) => delete stepsOf(ticket).repair!.only_if],
    ['risky entity ticket: status: repair changes other records', (ticket) => delete stepsOf(ticket).repair!.effects],
    ['additive entity ticket: status: check also starts from cancelled', (ticket) => (stepsOf(ticket).check!.from = ['new', 'cancelled'])],
    ['breaking entity ticket: status begins at "checking"', (ticket) => (ticket.lifecycle.status.initial = 'checking')],
    ['risky entity ticket: status locks other fields', (ticket) => (ticket.lifecycle.status.locks = [{ in: ['returned'], fields: true }])],
    ['breaking entity ticket: status has no lifecycle any more', (ticket) => delete (ticket.lifecycle as Record<string, unknown>).status],
  ])('says %s', (sentence, change) => {
    expect(changes(change).join('\n')).toContain(sentence)
  })

  it('says of a state that goes that records stay in it', () => {
    const [first] = changes((ticket) => {
      delete stepsOf(ticket).order_part
      delete stepsOf(ticket).choose
      delete stepsOf(ticket).ping
      delete stepsOf(ticket).finish
      stepsOf(ticket).repair!.from = ['checking']
      stepsOf(ticket).cancel!.from = ['new', 'checking']
    })
    expect(first).toContain(
      'no longer has the state "waiting"; publishing is refused while records are in it, unless "moved" says where they go',
    )
  })

  it('says of a state that goes where its records move, and does not call it a lost value', () => {
    const told = changes((ticket) => {
      const { status } = (ticket as unknown as { schema: { properties: { status: { enum: unknown[] } } } }).schema.properties
      status.enum = status.enum.filter((value) => value !== 'waiting')
      ticket.lifecycle.status.moved = { waiting: 'checking' }
      delete stepsOf(ticket).order_part
      delete stepsOf(ticket).choose
      delete stepsOf(ticket).ping
      delete stepsOf(ticket).finish
      stepsOf(ticket).repair!.from = ['checking']
      stepsOf(ticket).cancel!.from = ['new', 'checking']
    })
    expect(told).toContain('risky entity ticket: status no longer has the state "waiting"; its records move to "checking"')
    expect(told.join('\n')).not.toContain('no longer allows')
  })
})
