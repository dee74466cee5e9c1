import { expect, it } from 'vitest'
import { isCellField } from '#schemas/check/field-kinds.ts'

it('cells edit what fits on one line, references, and lists of either; nothing else', () => {
  const yes = [
    { type: 'string' },
    { type: 'integer', references: 'author' },
    { type: ['integer', 'null'], references: 'author' },
    { type: 'array', items: { type: 'string' } },
    { type: 'array', items: { enum: ['a', 'b'] } },
    { type: 'array', items: { type: 'integer', references: 'author' } },
  ]
  const no = [
    { type: 'string', format: 'html' },
    { type: 'object' },
    { type: 'array' },
    { type: 'array', items: { type: 'object' } },
    { type: 'array', readOnly: true, items: { type: 'string' } },
    { type: 'integer', references: 'author', readOnly: true },
  ]
  expect(yes.map(isCellField)).toEqual(yes.map(() => true))
  expect(no.map(isCellField)).toEqual(no.map(() => false))
})
