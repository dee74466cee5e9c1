import { describe, expect, it } from 'vitest'
import { isWholeCode, readCode } from '../../widgets/one-time-code/read-code.ts'

describe('a one-time code', () => {
  it.each([
    ['123456', false, '123456'],
    ['۱۲۳۴۵۶', false, '123456'],
    ['١٢٣ ٤٥٦', false, '123456'],
    ['123-456', true, '123456'],
    ['\u200e123456\u202c', false, '123456'],
    ['your code: 123456', false, '123456'],
    ['1234567', false, '123456'],
    [' k7m2p-9xqrt ', true, 'k7m2p-9xqrt'],
  ])('is read from %j', (typed, free, code) => expect(readCode(typed, free)).toBe(code))
  it('is whole with six digits', () => expect(['12345', '123456', 'k7m2p-'].map(isWholeCode)).toEqual([false, true, false]))
})
