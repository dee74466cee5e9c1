// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import type { ObservedStep } from '#schemas/fixtures/observe-steps.ts'
import { createLastMinutes } from '#renderer/report/last-minutes.ts'
import type { WatchedAnswer } from '#renderer/report/watch-answers.ts'

function createSession(maxBytes?: number) {
  const clock = { now: 1_000_000, page: '/books' }
  const minutes = createLastMinutes({ now: () => clock.now, page: () => clock.page, spanMs: 120_000, maxBytes })
  const observe = (name: string, part: Partial<ObservedStep> & { text?: string } = {}) => {
    const { text, ...rest } = part
    const step =
      text === undefined
        ? { do: 'press' as const, on: { role: 'button', name } }
        : { do: 'type' as const, on: { role: 'textbox', name }, text }
    minutes.observe({ step, isContinued: false, isPassword: false, ...rest })
  }
  const answer = (name: string, part: Partial<WatchedAnswer> = {}) =>
    minutes.called()({ method: 'GET', name, status: 200, text: `{"results":"${name}"}`, ...part })
  const names = () => minutes.take().answers.map(({ name, step }) => `${step} ${name}`)
  return { clock, minutes, observe, answer, names }
}

describe('the last minutes', () => {
  test('hold the steps of two minutes, and open the page that the first of them was made on', () => {
    const { clock, minutes, observe } = createSession()
    observe('Old')
    clock.now += 100_000
    clock.page = '/books/7'
    observe('New')
    clock.now += 30_000
    const { steps, opens, startedAt } = minutes.take()
    expect(steps.map(({ step }) => step.on?.name)).toEqual(['New'])
    expect([opens, startedAt]).toEqual(['/books/7', 1_100_000])
  })

  test('hold the last earlier answer to each question, since the page was drawn from it', () => {
    const { clock, answer, observe, names } = createSession()
    answer('layout', { text: '{"first":1}' })
    answer('layout')
    answer('grid', { params: { page: '1' } })
    answer('grid', { params: { page: '2' } })
    clock.now += 130_000
    observe('Save')
    answer('save', { method: 'POST', payload: {} })
    expect(names()).toEqual(['0 layout', '0 grid', '0 grid', '1 save'])
  })

  test('forget what was sent and what failed once it is older', () => {
    const { clock, answer, names } = createSession()
    answer('save', { method: 'POST', payload: {} })
    answer('list', { status: 500 })
    expect(names()).toEqual(['0 save', '0 list'])
    clock.now += 130_000
    expect(names()).toEqual([])
  })

  test('count the steps of an answer from the first that is held', () => {
    const { clock, minutes, observe, names } = createSession()
    observe('One')
    clock.now += 110_000
    observe('Two')
    const late = minutes.called()
    observe('Three')
    late({ method: 'GET', name: 'slow', status: 200, text: '{}' })
    clock.now += 20_000
    expect(names()).toEqual(['1 slow'])
  })

  test('take what is typed into one field as one step, and never hold a password', () => {
    const { minutes, observe } = createSession()
    observe('Title', { text: 'B' })
    observe('Title', { text: 'Bl', isContinued: true })
    observe('Password', { text: 's3cret!', isPassword: true })
    expect(minutes.take().steps.map(({ step }) => step.text)).toEqual(['Bl', '•••••••'])
  })

  test('hide what a call sends under the name of a secret', () => {
    const { minutes, answer } = createSession()
    answer('change-password', { method: 'POST', payload: { password: 's3cret!', user: 7 } })
    expect(JSON.stringify(minutes.take())).not.toContain('s3cret')
  })

  test('stay within their memory, tell what they dropped, and keep the newest', () => {
    const { clock, minutes, answer, names } = createSession(10_000)
    answer('huge', { text: 'x'.repeat(50_000_000) })
    for (let count = 0; count < 40; count++) {
      clock.now += 10_000
      answer(`call-${count}`, { text: 'x'.repeat(1000) })
      expect(minutes.size()).toBeLessThanOrEqual(10_000)
    }
    expect(names().at(-1)).toBe('0 call-39')
    expect(minutes.take().dropped).toContain('huge')
  })

  test('are forgotten for another user, but for what is answered the same to everybody', () => {
    const { minutes, answer, observe, names } = createSession()
    answer('routes')
    answer('layout')
    observe('Save')
    minutes.clear((name) => name === 'routes')
    expect(names()).toEqual(['0 routes'])
    expect(minutes.take().steps).toEqual([])
    minutes.clear()
    expect([names(), minutes.size()]).toEqual([[], 0])
  })
})
