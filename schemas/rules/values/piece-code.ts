import { foldText, toLatinDigits } from '#schemas/rules/numbers/digits.ts'

/** Direction marks and other signs without a shape, which are copied along with a code. */
const unseen = /[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g

/** The code of a piece as it is stored: Latin digits, nothing around it, letters as typed. `parsePieceCode(' T12-۶ ') === 'T12-6'` */
export const parsePieceCode = (text: string): string => toLatinDigits(text).replace(unseen, '').trim()

/** What all spellings of a code have in common; the server keeps it beside each code. `pieceCodeKey('T12-۶') === 't12-6'` */
export const pieceCodeKey = (text: string): string => foldText(text)
