import { expect, test } from 'vitest'
import { parsePieceCode, pieceCodeKey } from '#schemas/rules/values/piece-code.ts'

test('the code of a piece is stored in Latin digits without anything around, in its own letters', () => {
  expect(parsePieceCode(' \u200eT12-۶\u200f ')).toBe('T12-6')
  expect(parsePieceCode('t12-٤')).toBe('t12-4')
})

test('codes are the same in any digits, any case and with spaces around', () => {
  expect(pieceCodeKey(' t12-۶')).toBe(pieceCodeKey('T12-6'))
  expect(pieceCodeKey('T12-6')).not.toBe(pieceCodeKey('T12-7'))
})
