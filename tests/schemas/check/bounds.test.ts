import { expect, it } from 'vitest'
import { boundFaults, sharedBoundFaults } from '#schemas/check/check-bounds.ts'

const decimal = { type: 'string', format: 'decimal' }
const date = { type: 'string', format: 'date' }
const told = (node: object) => boundFaults(node as Record<string, unknown>).map(({ key, message }) => `${key}: ${message}`)

it.each([
  [
    { ...decimal, formatMinimum: '10', formatMaximum: '9.5' },
    'formatMinimum: nothing fits: formatMinimum 10 is more than formatMaximum 9.5',
  ],
  [
    { ...date, formatMinimum: '2025-01-02', formatMaximum: '2025-01-01' },
    'formatMinimum: nothing fits: formatMinimum 2025-01-02 is more than formatMaximum 2025-01-01',
  ],
  [
    { ...date, formatMinimum: '2025-01-01', formatExclusiveMaximum: '2025-01-01' },
    'formatMinimum: nothing fits between formatMinimum 2025-01-01 and formatExclusiveMaximum 2025-01-01',
  ],
  [{ type: 'number', minimum: 5, exclusiveMaximum: 5 }, 'minimum: nothing fits between minimum 5 and exclusiveMaximum 5'],
  [{ type: 'number', exclusiveMinimum: 5, maximum: 4 }, 'exclusiveMinimum: nothing fits: exclusiveMinimum 5 is more than maximum 4'],
  [{ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }, 'exclusiveMinimum: nothing fits: there is no whole number between'],
  [{ type: 'integer', minimum: 1.2, maximum: 1.8 }, 'minimum: nothing fits: there is no whole number between minimum 1.2 and maximum 1.8'],
  [{ type: 'number', minimum: 5, rules: 'max_value:1' }, 'rules: nothing fits: minimum 5 is more than max_value:1'],
  [{ ...decimal, formatMinimum: '5', rules: 'max_value:1' }, 'rules: nothing fits: formatMinimum 5 is more than max_value:1'],
  [{ type: 'number', maximum: 5, rules: 'between:6,9' }, 'rules: nothing fits: between:6,9 is more than maximum 5'],
  [{ type: 'string', maxLength: 5, rules: 'length:6' }, 'rules: nothing fits: length:6 is more than maxLength 5'],
])('%j leaves no value', (node, message) => expect(told(node)).toEqual([expect.stringContaining(message)]))

it.each([
  { ...decimal, formatMinimum: '9.5', formatMaximum: '10' },
  { ...date, formatMinimum: '2025-01-01', formatMaximum: '2025-01-01' },
  { type: 'string', format: 'date-time', formatMinimum: '2025-01-01T10:00:00Z', formatMaximum: '2025-01-01' },
  { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 },
  { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 3 },
  { type: 'integer', minimum: 5, maximum: 5, rules: 'between:5,5' },
  { type: 'string', minLength: 3, rules: 'length:3' },
])('%j is right', (node) => expect(told(node)).toEqual([]))

it('bounds that are spread over several schemas of one value and leave none are told', () => {
  expect(sharedBoundFaults([{ type: 'integer', allOf: [] }, { minimum: 5 }, { maximum: 3 }])).toEqual([
    'nothing fits: minimum 5 is more than maximum 3',
  ])
  expect(sharedBoundFaults([{ ...decimal, formatMaximum: '3' }, { formatMinimum: '5' }])).toEqual([
    'nothing fits: formatMinimum 5 is more than formatMaximum 3',
  ])
  expect(sharedBoundFaults([{ type: 'string' }, { maxLength: 2 }, { minLength: 3 }])).toHaveLength(1)
  expect(sharedBoundFaults([{ type: 'integer' }, { exclusiveMinimum: 1 }, { exclusiveMaximum: 2 }])).toHaveLength(1)
})

it('spread bounds that leave a value, and what one schema tells already, are not told', () => {
  expect(sharedBoundFaults([{ type: 'integer' }, { minimum: 3 }, { maximum: 3 }, { minimum: 1 }])).toEqual([])
  expect(sharedBoundFaults([{ type: 'integer', minimum: 5, maximum: 3 }, { minimum: 4 }])).toEqual([])
})
