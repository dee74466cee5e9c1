import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

/** From 0 (guessed at once) to 4 (infeasible even with a stolen database). */
export type Strength = 0 | 1 | 2 | 3 | 4

export interface Estimate {
  strength: Strength
  reason?: 'common' | 'sequence' | 'repeat' | 'short'
}

/** Words that lists of leaked passwords begin with, in the writing they are compared in. */
const common = new Set(
  `password passw0rd letmein welcome monkey dragon master football baseball iloveyou princess sunshine shadow superman michael jordan trustno login admin
administrator root test guest user hello freedom whatever qazwsx starwars batman summer winter secret computer internet samsung google pishkhan changeme default access
ninja azerty solo flower charlie donald jesus killer pepper daniel iran tehran persepolis esteghlal salam golpar ramz mohammad ali reza hossein mahdi fatemeh maryam zahra`.split(
    /\s+/,
  ),
)

/** Neighbours on keyboards, and alphabets, forwards and backwards. */
const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'ضصثقفغعهخحجچ',
  'شسیبلاتنمکگ',
  'ظطزرذدپو',
  'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی',
]
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))]

/**
 * Guesses, as powers of ten, that are needed for the next strength.
 * @source D. Wheeler, zxcvbn, USENIX Security 2016, thresholds of the score
 */
const thresholds = [3, 6, 8, 10]

const leet: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

/**
 * How many guesses a password takes, by its parts: a known word costs its rank, a run or a repeat its length, a year few
 * tries, and every other character a factor of ten. Parts are taken greedily from the left, the longest first.
 */
export function estimateStrength(password: string): Estimate {
  const text = toLatinDigits(password).toLowerCase().slice(0, 100)
  let guesses = 0
  let reason: Estimate['reason']
  for (let at = 0; at < text.length;) {
    const part = partAt(text, at)
    guesses += part.guesses
    if (part.reason && !reason) reason = part.reason
    at += part.length
  }
  const strength = thresholds.filter((least) => guesses >= least).length as Strength
  return { strength, reason: strength >= 3 ? undefined : (reason ?? (text.length < 10 ? 'short' : undefined)) }
}

interface Part {
  length: number
  guesses: number
  reason?: Estimate['reason']
}

function partAt(text: string, at: number): Part {
  const rest = text.slice(at)
  const plain = [...rest].map((character) => leet[character] ?? character).join('')
  for (let length = Math.min(16, rest.length); length >= 3; length--)
    if (common.has(rest.slice(0, length)) || common.has(plain.slice(0, length)))
      return { length, guesses: rest.slice(0, length) === plain.slice(0, length) ? 2 : 2.6, reason: 'common' }
  const repeated = /^(.{1,4}?)\1{2,}/u.exec(rest)?.[0]
  if (repeated) return { length: repeated.length, guesses: 1 + Math.log10(repeated.length), reason: 'repeat' }
  for (let length = Math.min(26, rest.length); length >= 3; length--)
    if (runs.some((row) => row.includes(rest.slice(0, length)))) return { length, guesses: 1 + Math.log10(length), reason: 'sequence' }
  if (/^(13[0-9]\d|14[01]\d|19\d\d|20[0-4]\d)(?!\d)/.test(rest)) return { length: 4, guesses: 2, reason: undefined }
  return { length: 1, guesses: 1 }
}
