import { expect, it } from 'vitest'
import { formatListText, parseListText } from '#schemas/rules/text/list-text.ts'

it.each([
  [['a', '=b,c']],
  [['one', 'two']],
  [['"quoted"', 'a"b', "it's"]],
  [['الف، ب', 'x;y|z', 'line\nbreak']],
  [['\ttab', ' space ']],
  [['"']],
])('keeps the values of %j apart', (items) => {
  expect(parseListText(formatListText(items))).toEqual(items)
})
it('writes what needs no quotes without them', () => {
  expect(formatListText(['a', 'b c', '=d'])).toBe('a, b c, =d')
  expect(formatListText(['a', '=b,c'])).toBe('a, "=b,c"')
})
it('reads what people write', () => {
  expect(parseListText('staff، editor;x | y\nz,,')).toEqual(['staff', 'editor', 'x', 'y', 'z'])
  expect(parseListText('5" pipe, 6"')).toEqual(['5" pipe', '6"'])
  expect(parseListText('"open, b')).toEqual(['"open', 'b'])
  expect(parseListText('')).toEqual([])
})
