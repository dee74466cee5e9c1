import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

/** Colours to start from: even in lightness, apart in hue, and greys. */
export const palette: readonly string[] = [
  '#b42318',
  '#c2410c',
  '#b7791f',
  '#4d7c0f',
  '#18794e',
  '#027a79',
  '#0369a1',
  '#2563ab',
  '#6d28d9',
  '#a21caf',
  '#5a6668',
  '#1b2223',
]

export const isHexColor = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

/** A typed colour as `#rrggbb`: `027a79`, `#ABC`, Persian digits. A text that is not a colour is returned unchanged. */
export function completeColor(typed: string): string {
  if (isHexColor(typed.trim())) return typed.trim()
  const digits = toLatinDigits(typed).trim().replace(/^#/, '')
  if (/^[0-9a-f]{6}$/i.test(digits)) return `#${digits.toLowerCase()}`
  return /^[0-9a-f]{3}$/i.test(digits) ? `#${[...digits.toLowerCase()].map((digit) => digit + digit).join('')}` : typed.trim()
}
