import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

export const codeLength = 6

/** What was typed or pasted, as a code: `۱۲۳ ۴۵۶` and `123-456` are `123456`. A code that is no number stays as it is, with `free`. */
export function readCode(typed: string, free: boolean): string {
  const text = toLatinDigits(typed).replace(/\p{Cf}/gu, '')
  const digits = text.replace(/[\s\p{Pd}]/gu, '')
  if (/^[0-9]*$/.test(digits) && (!free || digits.length <= codeLength)) return digits.slice(0, codeLength)
  return free ? text.trim() : digits.replace(/[^0-9]/g, '').slice(0, codeLength)
}

export const isWholeCode = (code: string): boolean => /^[0-9]{6}$/.test(code)
