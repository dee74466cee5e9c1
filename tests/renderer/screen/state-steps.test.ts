import { expect, test } from 'vitest'
import { stepsOf } from '#renderer/screen/blocks/state-steps.ts'

const chain = ['new', 'checking', 'repaired']
const options = [{ value: 'cancelled', title: 'Cancelled' }]
const kinds = (state: unknown) => stepsOf(chain, options, state)?.map(({ title, kind }) => `${title} ${kind}`)

test('steps lead along the chain', () => {
  expect(kinds('checking')).toEqual(['new done', 'checking now', 'repaired ahead'])
  expect(stepsOf(undefined, options, 'new')).toBeUndefined()
})
test('a record beside the chain keeps its steps, with its own state after them', () => {
  expect(kinds('cancelled')).toEqual(['new ahead', 'checking ahead', 'repaired ahead', 'Cancelled beside'])
  expect(kinds(null)).toEqual(['new ahead', 'checking ahead', 'repaired ahead'])
})
