import { beforeAll, describe, expect, it } from 'vitest'
import { checkCase } from '#app/check-forms/check-case.tsx'
import { setWidgets } from '#renderer'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import { widgets } from '#widgets/index.ts'

beforeAll(async () => {
  setWidgets(widgets)
  await loadRuleMessages('en')
})

describe('a schema that somebody else wrote', () => {
  it('is drawn, sent back as it came, and held to what it says', async () => {
    const result = await checkCase({
      schema: { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 2 }, b: { type: ['integer', 'null'] } } },
    })
    expect(result).toMatchObject({ findings: [] })
    expect(result.drawn).toBeGreaterThan(1)
    expect(result.roundTrips).toBeGreaterThan(0)
    expect(result.refusals).toBeGreaterThan(0)
  })
  it('is not blamed for what nobody may change', async () => {
    const schema = {
      type: 'object',
      required: ['a', 'c'],
      properties: {
        a: { type: 'string', readOnly: true, default: 'x' },
        b: { type: 'string', readOnly: true },
        c: { type: 'string', minLength: 2 },
      },
    }
    expect(await checkCase({ schema })).toMatchObject({ findings: [] })
  })
})
