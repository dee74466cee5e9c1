import { describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

describe('a list with more items than its field may have', () => {
  const { server, tokens } = sharedServer(['staff', 'content_manager'])
  const refused = async (user: keyof typeof tokens, model: string, data: Record<string, unknown>) => {
    const { status, body } = await server.post('save', { model, data }, { token: tokens[user], headers: { 'x-locale': 'en' } })
    return [status, body.errors]
  }

  it('is refused before its items are looked at', async () => {
    const answers = Array<unknown>(20_000).fill({ unknown: 1 })
    expect(await refused('staff', 'brief', { project: 1, title: 'x', answers })).toEqual([
      422,
      { answers: [expect.stringContaining('100')] },
    ])
    const types = Array.from({ length: 40_000 }, (_, index) => index + 1)
    expect(await refused('content_manager', 'tagging_folder', { title: 'x', slug: 'long', content_types: types })).toEqual([
      422,
      { content_types: [expect.stringContaining('30')] },
    ])
  })

  it('may hold as many rows that nobody filled in as it likes', async () => {
    const slides = [...Array<object>(40).fill({}), { title: 'One' }]
    expect((await refused('content_manager', 'slideshow', { title: 'x', slides }))[0]).toBe(200)
  })
})
