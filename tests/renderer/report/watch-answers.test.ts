// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAnswerText, watchAnswers, type WatchedAnswer } from '#renderer/report/watch-answers.ts'

const original = window.fetch
let respond: () => Response
beforeEach(() => {
  window.fetch = vi.fn(() => Promise.resolve(respond()))
})
afterEach(() => {
  window.fetch = original
})

const heard = (skip?: string) => {
  const answers: WatchedAnswer[] = []
  const end = watchAnswers({ called: (name) => (name === skip ? undefined : (answer) => answers.push(answer)) })
  return { answers, end }
}

test('answers of calls are told with what was sent, and nothing else is', async () => {
  respond = () => new Response('{"results":1}')
  const { answers, end } = heard('layout')
  await fetch('/api/v1/save?mock=1', { method: 'POST', body: '{"id":7}' })
  await fetch('/api/v1/layout')
  await fetch('/assets/x.js')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  end()
  expect(readAnswerText(answers[0]!)).toEqual({
    method: 'POST',
    name: 'save',
    params: { mock: '1' },
    payload: { id: 7 },
    status: 200,
    body: { results: 1 },
  })
})

test('a stream that never ends is left alone', async () => {
  const clone = vi.fn()
  respond = () => Object.assign(new Response('', { headers: { 'content-type': 'text/event-stream' } }), { clone })
  const { end } = heard()
  await fetch('/api/v1/notifications-stream')
  end()
  expect(clone).not.toHaveBeenCalled()
})

test('the first that ends leaves the others their answers, and the last one the page its own fetch', async () => {
  respond = () => new Response('{}')
  const own = window.fetch
  const [first, second] = [heard(), heard()]
  first.end()
  await fetch('/api/v1/layout')
  await vi.waitFor(() => expect(second.answers).toHaveLength(1))
  expect(first.answers).toHaveLength(0)
  second.end()
  expect(window.fetch).toBe(own)
})
