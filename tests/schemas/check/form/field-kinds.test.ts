import { expect, it } from 'vitest'
import { isCellField } from '#schemas/check/form/field-kinds.ts'

it('cells edit what fits on one line, telephone numbers, references, and lists of these; nothing else', () => {
  const yes = [
    { type: 'string' },
    { type: 'integer', references: 'author' },
    { type: ['integer', 'null'], references: 'author' },
    { type: 'array', items: { type: 'string' } },
    { type: 'object', format: 'mobile' },
    { type: ['object', 'null'], format: 'phone' },
    { type: 'array', items: { enum: ['a', 'b'] } },
    { type: 'array', items: { type: 'integer', references: 'author' } },
  ]
  const no = [
    { type: 'string', format: 'html' },
    { type: 'object' },
    { type: 'object', format: 'mobile', readOnly: true },
    { type: 'array' },
    { type: 'array', items: { type: 'object' } },
    { type: 'array', readOnly: true, items: { type: 'string' } },
    { type: 'integer', references: 'author', readOnly: true },
  ]
  expect(yes.map(isCellField)).toEqual(yes.map(() => true))
  expect(no.map(isCellField)).toEqual(no.map(() => false))
})
