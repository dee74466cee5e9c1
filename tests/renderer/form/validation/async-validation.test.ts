import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { asyncChecks } from '#renderer/form/validation/async-validation.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'

const schema = {
  type: 'object',
  properties: { isbn: { type: 'string' }, kind: { type: 'string' }, code: { type: 'string', rules: 'regex:(a+)+\\1$' } },
}
const ui = {
  isbn: { check: { endpoint: 'isbn-free', params: { kind: '{form.kind}' } }, visible: { properties: { kind: { const: 'book' } } } },
}
const answering = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status }))),
  )
const signal = new AbortController().signal

beforeAll(() => loadRuleMessages('en'))
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('what is asked elsewhere about a field', () => {
  it('is asked anew when the value or its parameters change, and not about what is empty or hidden', () => {
    const keys = (data: Record<string, unknown>) => asyncChecks({ schema, ui } as never, data, 'en', false).map(({ key }) => key)
    expect(keys({ isbn: '1', kind: 'book' })).toEqual(keys({ isbn: '1', kind: 'book' }))
    expect(keys({ isbn: '1', kind: 'book' })).not.toEqual(keys({ isbn: '2', kind: 'book' }))
    expect([keys({ isbn: '', kind: 'book' }), keys({ isbn: '1', kind: 'film' })]).toEqual([[], []])
  })
  it('refuses with the sentences of a 422, and fails where nobody answers', async () => {
    const [check] = asyncChecks({ schema, ui } as never, { isbn: '1', kind: 'book' }, 'en', false)
    answering(422, { metadata: {}, errorCode: 422, userMessage: 'no', errors: { value: ['Taken.'] } })
    expect(await check!.run(signal)).toEqual(['Taken.'])
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('offline'))),
    )
    await expect(check!.run(signal)).rejects.toMatchObject({ errorCode: 'network' })
  })
  it('is a pattern that may only run where it can be stopped, before a submit', () => {
    expect(asyncChecks({ schema } as never, { code: 'aa' }, 'en', false)).toEqual([])
    expect(asyncChecks({ schema } as never, { code: 'aa' }, 'en', true).map(({ path }) => path)).toEqual(['code'])
  })
})
