import { describe, expect, it } from 'vitest'
import type { ModelEntity } from '#server/model/context.ts'
import { readInPortions } from '#server/model/read-portions.ts'

const entity = {
  shape: { columns: ['title', 'note', 'lines'].map((field) => ({ field, name: field, system: false })) },
  document: {
    schema: {
      properties: {
        title: { type: 'string', rules: 'max:250' },
        note: { type: 'string' },
        lines: { type: 'array', maxItems: 10, items: { type: 'string' } },
      },
    },
  },
} as unknown as ModelEntity

const ids = Array.from({ length: 250 }, (_, at) => at + 1)

/** How many records each portion has, where each record has `letters`. */
async function portionsOf(letters: number, paths?: string[]) {
  const sizes: number[] = []
  const read = async (portion: readonly number[]) => {
    sizes.push(portion.length)
    return portion.map((id) => ({ record: { id, note: 'x'.repeat(letters) } }))
  }
  const records = await readInPortions(entity, ids, paths, read)
  expect(records.map(({ record }) => record.id)).toEqual(ids)
  return sizes
}

describe('records of a page', () => {
  it('are read by the hundred where no field that is read can be long', async () => {
    expect(await portionsOf(10, ['title', 'lines'])).toEqual([100, 100, 50])
  })

  it('are read a few at once at first where a field may be long, and then as many as are short', async () => {
    expect(await portionsOf(10, ['title', 'note'])).toEqual([4, 100, 100, 46])
    expect(await portionsOf(10)).toEqual([4, 100, 100, 46])
  })

  it('are read in portions of about half a million letters', async () => {
    const sizes = await portionsOf(20_000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25)
  })

  it('are refused where the page has more text than an answer may have', async () => {
    await expect(portionsOf(200_000)).rejects.toMatchObject({ code: 'payload-too-large' })
  })
})
