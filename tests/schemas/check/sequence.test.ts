import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { diffEntity } from '#schemas/check/diff/diff-entity.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { repair } from '#tests/server-mock/model/lifecycles/repair.ts'
import { productModules } from '#tests/helpers/product-modules.ts'

type Loose = { schema: { required: string[]; properties: Record<string, Record<string, unknown>> }; lifecycle: never }
const others = Object.fromEntries(productModules().map((documents) => [documents.module.name, documents]))
const counted = { format: '{title}-{year}-{n}', scope: ['title', 'year.jalali'], gapless: true, at: 'check' }

/** Sentences about the number of a ticket. */
function problems(sequence: Record<string, unknown>, change: (ticket: Loose) => void = () => undefined): string[] {
  const documents = repair(((ticket: Loose) => {
    ticket.schema.properties.number = { type: 'string', sequence }
    change(ticket)
  }) as never)
  const files = Object.fromEntries(Object.entries(documents).map(([file, value]) => [file, JSON.stringify(value)]))
  const context = { modules: others, locales: ['fa', 'en'], features: [], hooks: { guards: ['repair/known'], effects: [], answers: [] } }
  return checkModule(files, context)
    .map(({ pointer, message }) => `${pointer} ${message}`)
    .filter((sentence) => !sentence.includes('there are no texts') && !sentence.includes('entities.ticket.number'))
}

describe('a number that follows the one before it', () => {
  it('without a fault has nothing to complain about', () => {
    expect(problems(counted)).toEqual([])
    expect(problems({ format: 'T-{n}' })).toEqual([])
    expect(problems({ random: 8 })).toEqual([])
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['no number in its format', 'has one "{n}"', { ...counted, format: '{title}-{year}' }],
    ['a brace too many', 'has a brace that nothing belongs to', { format: 'T-{n}}' }],
    ['a year of no calendar', '"{year}" needs a calendar', { format: '{year}-{n}' }],
    ['years that it does not show', '"{year}" belongs into the format', { format: 'T-{n}', scope: ['year.jalali'] }],
    [
      'a year that begins on a day that not every year has',
      'not every year has the day 12-30',
      { format: '{year}-{n}', scope: [{ year: { calendar: 'jalali', from: '12-30' } }] },
    ],
    ['two calendars', 'by the years of one calendar', { format: '{year}-{n}', scope: ['year.jalali', 'year.gregorian'] }],
    ['a scope that it does not show', 'would have the same numbers', { format: 'T-{n}', scope: ['title'] }],
    ['a field that there is not', 'there is no field "titel"', { format: '{titel}-{n}' }],
    ['a field that may be empty', '"tracking" may be empty when the number is given', { format: '{tracking}-{n}' }],
    ['a transition that there is not', 'there is no transition "issue"', { ...counted, at: 'issue' }],
    ['no gap but no transition either', 'are given by a transition', { format: 'T-{n}', gapless: true }],
    ['two kinds at once', 'a field has one number', { format: 'T-{n}', random: 8 }],
    ['words of the other kind', '"digits" is a word for numbers that follow each other', { random: 8, digits: 4 }],
    ['neither kind', 'says "random", or a "format"', { of: 'digits' }],
    ['a date that is none', 'is no day and no moment', { format: '{year}-{n}', scope: ['year.jalali'], date: 'title' }],
    ['a date without a year', 'has no effect without a year', { format: 'T-{n}', date: 'created_at' }],
  ])('is refused with %s', (_, sentence, sequence) => {
    expect(problems(sequence).join('\n')).toContain(sentence)
  })

  it('is neither needed by a new record nor written by anything else', () => {
    expect(problems(counted, (ticket) => ticket.schema.required.push('number')).join()).toContain('a new record cannot need it')
    const set = (ticket: Loose) => {
      const { transitions } = (ticket.lifecycle as { status: { transitions: Record<string, Record<string, unknown>> } }).status
      transitions.check!.set = { number: '1' }
      transitions.ping!.effects = [
        { create: 'part', values: { title: 'x' } },
        { set: 'record', values: { number: '2' } },
      ]
    }
    const sentences = problems(counted, set).filter((sentence) => sentence.includes('the server itself numbers'))
    expect(sentences).toHaveLength(2)
  })
})

describe('the difference of two versions', () => {
  const entity = (sequence?: object): EntityDocument =>
    ({
      name: 'bill',
      title: 'Bill',
      schema: { type: 'object', properties: { number: { type: 'string', ...(sequence && { sequence }) } } },
    }) as never
  const levels = (before: EntityDocument, after: EntityDocument) => {
    const found: string[] = []
    diffEntity('entity bill', before, after, (level, _, sentence) => found.push(`${level}: ${sentence}`))
    return found
  }
  it.each<[string, object | undefined, object | undefined, string]>([
    ['a number that is new', undefined, { format: '{n}' }, 'breaking: is given by the server from now on'],
    ['a number that is gone', { format: '{n}' }, undefined, 'risky: is not given by the server any more'],
    ['another format', { format: 'A-{n}' }, { format: 'B-{n}' }, 'risky: is written as "B-{n}"'],
    ['another scope', { format: '{n}' }, { format: '{n}', scope: ['year.jalali'] }, 'risky: is counted in another scope'],
    ['no gaps any more', { format: '{n}', at: 'a' }, { format: '{n}', at: 'a', gapless: true }, 'risky: has no gaps from now on'],
    ['another transition', { format: '{n}', at: 'a' }, { format: '{n}', at: 'b' }, 'risky: is given by the transition "b"'],
    ['another kind', { format: '{n}' }, { random: 8 }, 'risky: is made in another way'],
  ])('tells of %s', (_, before, after, sentence) => {
    expect(levels(entity(before), entity(after)).join('\n')).toContain(sentence)
  })
})
