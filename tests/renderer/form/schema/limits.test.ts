import { beforeAll, describe, expect, it } from 'vitest'
import { validateForm } from '#renderer/form/validation/validate-form.ts'
import { setWidgets } from '#renderer/registry/widgets.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { widgets } from '#widgets/index.ts'

beforeAll(async () => {
  setWidgets(widgets)
  await loadRuleMessages('en', 'fa')
})

const text = { type: 'string' }
const form: FormAnswer = {
  schema: {
    type: 'object',
    properties: {
      start: { ...text, format: 'date' },
      due: { ...text, format: 'date', title: 'Due' },
      at: { ...text, format: 'date-time' },
      opens: text,
      period: { type: 'object' },
      stay: text,
      sale: { type: 'object' },
      rows: { type: 'array', items: { type: 'object', properties: { day: { ...text, format: 'date' } } } },
    },
  },
  ui: {
    due: { min: '2024-03-20', max: '2024-03-29', disabled_weekdays: [5], disabled_days: ['2024-03-25'] },
    at: { min: '2024-03-20', max: '2024-03-20T12:00:00Z' },
    opens: { widget: 'time', min: '08:30', max: '17:00' },
    period: { widget: 'date-range', min: '{form.start}' },
    stay: { widget: 'date-range', max: '2024-12-31' },
    sale: { widget: 'date-time-range' },
    'rows[].day': { min: '2024-01-01' },
  },
}
const wrong = (data: Record<string, unknown>, locale = 'en') => validateForm(form, data, locale, undefined, 'Asia/Tehran')

describe('the limits of days and times', () => {
  it.each([
    [{ due: '2024-03-20' }, {}],
    [{ due: '2024-03-19' }, { due: ['Due must not be before March 20, 2024.'] }],
    [{ due: '2024-03-30' }, { due: ['Due must not be after March 29, 2024.'] }],
    [{ due: '2024-03-22' }, { due: ['Due cannot be this day.'] }],
    [{ due: '2024-03-25' }, { due: ['Due cannot be this day.'] }],
    [{ opens: '08:30' }, {}],
    [{ opens: '08:29' }, { opens: ['Opens must not be before 08:30.'] }],
    [{ period: { from: '2024-01-01', to: '2024-01-05' } }, {}],
    [{ start: '2024-01-02', period: { from: '2024-01-01' } }, { period: ['Period must not be before January 02, 2024.'] }],
    [{ period: { from: '2024-01-05', to: '2024-01-01' } }, { period: ['Period ends before it begins.'] }],
    [{ stay: '2024-12-30..2025-01-02' }, { stay: ['Stay must not be after December 31, 2024.'] }],
    [{ sale: { from: '2024-01-05T10:00:00Z', to: '2024-01-05T09:00:00Z' } }, { sale: ['Sale ends before it begins.'] }],
    [{ rows: [{ day: '2024-01-01' }, { day: '2023-12-31' }] }, { 'rows.1.day': ['Day must not be before January 01, 2024.'] }],
  ])('%j is answered with %j', (data, messages) => expect(wrong(data)).toEqual(messages))
  it("that are days are days of the reader's zone", () => {
    expect(wrong({ at: '2024-03-19T20:30:00Z' })).toEqual({})
    expect(Object.keys(wrong({ at: '2024-03-19T20:29:00Z' }))).toEqual(['at'])
    expect(Object.keys(wrong({ at: '2024-03-20T12:00:01Z' }))).toEqual(['at'])
  })
  it('are told in the calendar and digits of the reader', () => expect(wrong({ due: '2024-03-19' }, 'fa').due?.[0]).toMatch(/۱۴۰۳/))
})
