import { expect, test } from 'vitest'
import { changedWords } from '#server/model/timeline/changed-words.ts'

test('short texts are told whole', () => {
  expect(changedWords('Old text', 'New text')).toEqual(['Old text', 'New text'])
  expect(changedWords('', 'New')).toEqual(['', 'New'])
})

test('of long texts the words around the change are told', () => {
  const start = 'one two three '.repeat(40)
  const end = ' seven eight nine'.repeat(40)
  const [before, after] = changedWords(`${start}four${end}`, `${start}five six${end}`)
  expect(before).toMatch(/^…(one|two|three) .*three four seven .*…$/)
  expect(after).toMatch(/^….*three five six seven .*…$/)
  expect(after.length).toBeLessThan(200)
})
