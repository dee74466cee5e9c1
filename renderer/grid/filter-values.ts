/** The two ends of a range as they travel, `10..20`; either may be empty. */
export interface Range {
  from: string
  to: string
}

/** Reads `a,b` of a select filter. */
export const parseChoices = (value: string): string[] => value.split(',').filter((choice) => choice !== '')

export const formatChoices = (choices: string[]): string => choices.join(',')

/** Reads `from..to`; a value without dots means both ends. */
export function parseRange(value: string): Range {
  const at = value.indexOf('..')
  return at < 0 ? { from: value, to: value } : { from: value.slice(0, at), to: value.slice(at + 2) }
}

/** Writes a range; nothing when both ends are open. */
export function formatRange({ from, to }: Range): string {
  return from === '' && to === '' ? '' : `${from}..${to}`
}

/** Turns Persian and Arabic digits and separators of a typed number into the wire's; null when it is no number. */
export function parseTypedNumber(text: string): string | null {
  const plain = text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\s٬,،\u200c\u200e\u200f]/g, '')
    .replace(/[٫/]/g, '.')
    .replace(/[\u2212]/g, '-')
  if (plain === '') return ''
  return /^-?(?:[0-9]{1,20}(?:\.[0-9]{1,10})?|\.[0-9]{1,10})$/.test(plain) ? plain : null
}

/** Whether a range cannot match anything because it ends before it begins. */
export function isReversed({ from, to }: Range, kind: 'number' | 'date'): boolean {
  if (from === '' || to === '') return false
  return kind === 'number' ? Number(from) > Number(to) : from > to
}
