import { expect, it } from 'vitest'
import { matchOptions } from '#renderer/form/controls/choices/match-options.ts'

const country = (code: string, name: string) => ({ value: code, code, title: `\u2066+${code}\u2069 ${name}` })
const countries = [
  country('993', 'Turkmenistan'),
  country('1', 'USA'),
  country('98', 'Iran'),
  country('39', 'Italy'),
  country('980', 'Nowhere'),
]
const found = (term: string) => matchOptions(countries, term).map(({ value }) => value)

it('finds a country by its code before others, however it is written, and by its name', () => {
  expect([found('98'), found('+98'), found('0098'), found('۹۸')]).toEqual([
    ['98', '980'],
    ['98', '980'],
    ['98', '980'],
    ['98', '980'],
  ])
  expect([found('9'), found('ital')]).toEqual([['98', '993', '980', '39'], ['39']])
})

it('finds options without codes by title and group, in their order', () => {
  const options = [
    { value: 1, title: 'B a' },
    { value: 2, title: 'A' },
    { value: 3, title: 'C', group: 'A' },
  ]
  expect([matchOptions(options, 'a').map(({ value }) => value), matchOptions(options, '')]).toEqual([[1, 2, 3], options])
})
