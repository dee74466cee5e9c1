import { expect, test } from 'vitest'
import { missingIn } from '#widgets/folder-tags/chosen-labels.ts'

test('labels without a title are asked for by folder, and nothing where all titles are known', () => {
  const titles = new Map([[1, 'One']])
  expect(missingIn({ brands: [1, 2], topics: [1] }, titles)).toEqual({ brands: [2] })
  expect(missingIn({ brands: [1] }, titles)).toEqual({})
})
