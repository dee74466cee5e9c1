import { toLatinDigits } from './digits.ts'
import { roundDegrees, type MapPoint } from './map-point.ts'

const longest = 200

/** `35° 42′ 0.5″ N, 51° 24′ 12.16″ E` */
export const formatSexagesimal = ({ lat, long }: Pick<MapPoint, 'lat' | 'long'>): string =>
  `${sexagesimal(lat, 'NS')}, ${sexagesimal(long, 'EW')}`

function sexagesimal(degrees: number, letters: string): string {
  const hundredths = Math.round(Math.abs(degrees) * 360_000)
  const seconds = hundredths % 6000
  const minutes = Math.floor(hundredths / 6000) % 60
  return `${Math.floor(hundredths / 360_000)}° ${minutes}′ ${seconds / 100}″ ${letters[degrees < 0 ? 1 : 0]}`
}

/** Marks and words of other scripts, each replaced by one of `° ' " , . - N S E W`; `U` is a ش, with which both north and east begin. */
const spellings: readonly [RegExp, string][] = [
  [/[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ''],
  [/[\u2212\u2010-\u2015]/g, '-'],
  [/\u066b/g, '.'],
  [/[\u060c\u061b;]/g, ','],
  [/شمال[یي]?/g, 'N'],
  [/جنوب[یي]?/g, 'S'],
  [/شرق[یي]?/g, 'E'],
  [/غرب[یي]?/g, 'W'],
  [/درجه|[ºº˚∘]/g, '°'],
  [/دق[یي]قه|[′’‘ʹ‵´`]/g, "'"],
  [/ثان[یي]ه|[″”“ʺ‶]|''/g, '"'],
  [/ش/g, 'U'],
  [/ج/g, 'S'],
  [/غ/g, 'W'],
]

/**
 * Reads a point written as `lat, long`: decimal degrees (`35.7001388, 51.4033774`, with a Persian slash or a decimal
 * comma too) or degrees, minutes and seconds (`35°42'0.5"N 51°24'12.2"E`), digits of three scripts, N S E W or ش ج ش غ.
 * South and west are negative. Undefined if it cannot be read. Whether the point lies on the earth is checked by
 * `isMapPoint`.
 */
export function parseCoordinates(text: string): { lat: number; long: number } | undefined {
  if (text.length > longest) return undefined
  const plain = spellings
    .reduce((all, [pattern, sign]) => all.replace(pattern, sign), toLatinDigits(text))
    .toUpperCase()
    .replace(/^\s*GEO:/, '')
    .replace(/^\s*\(|\)\s*$/g, '')
    .replace(/(\d)\/(?=\d)/g, '$1.')
    .replace(/\s+/g, ' ')
    .trim()
  const halves = splitHalves(plain)
  if (!halves) return undefined
  const [first, second] = [readHalf(halves[0]), readHalf(halves[1])]
  if (!first || !second) return undefined
  const [one, other] = [axisOf(first.letter, 'lat'), axisOf(second.letter, first.letter === 'E' || first.letter === 'W' ? 'lat' : 'long')]
  if (one === other) return undefined
  const [lat, long] = one === 'lat' ? [first, second] : [second, first]
  return { lat: roundDegrees(lat.degrees), long: roundDegrees(long.degrees) }
}

const axisOf = (letter: string, otherwise: 'lat' | 'long'): 'lat' | 'long' =>
  letter === 'N' || letter === 'S' ? 'lat' : letter === 'E' || letter === 'W' ? 'long' : otherwise

function splitHalves(plain: string): [string, string] | undefined {
  const commas = plain.split(',')
  if (commas.length === 2 && /\d/.test(commas[0]!) && /\d/.test(commas[1]!) && !/^\S+,\d+ [-+]?\d+$/.test(plain))
    return [commas[0]!, commas[1]!]
  // A decimal comma: `35,70 51,40`, `35,70, 51,40`.
  const decimal = /^([-+]?\d+),(\d+)(?:, ?| )([-+]?\d+),(\d+)$/.exec(plain)
  if (decimal) return [`${decimal[1]}.${decimal[2]}`, `${decimal[3]}.${decimal[4]}`]
  if (commas.length > 1) return undefined
  const letters = [...plain.matchAll(/[NSEWU]/g)]
  if (letters.length === 2) return cut(plain, /^[NSEWU]/.test(plain) ? letters[1]!.index : letters[0]!.index + 1)
  const degrees = [...plain.matchAll(/[-+]?[\d.]+ ?°/g)]
  if (degrees.length === 2) return cut(plain, degrees[1]!.index)
  const numbers = [...plain.matchAll(/[-+]?[\d.]+/g)]
  return numbers.length > 0 && numbers.length % 2 === 0 ? cut(plain, numbers[numbers.length / 2]!.index) : undefined
}

const cut = (plain: string, at: number): [string, string] => [plain.slice(0, at), plain.slice(at)]

/** One coordinate and its letter (empty if there is none), which may come before or after it. */
function readHalf(half: string): { degrees: number; letter: string } | undefined {
  const found =
    /^([NSEWU]?) ?([-+]?)(\d{1,4}(?:\.\d*)?) ?[°:]? ?(?:(\d{1,2}(?:\.\d*)?) ?[':]? ?(?:(\d{1,2}(?:\.\d*)?) ?"? ?)?)?([NSEWU]?)$/.exec(
      half.trim(),
    )
  if (!found) return undefined
  const [, before = '', sign = '', degrees = '', minutes, seconds, behind = ''] = found
  const letter = before || behind
  if ((before && behind) || (sign === '-' && letter)) return undefined
  if ((minutes !== undefined && degrees.includes('.')) || (seconds !== undefined && minutes!.includes('.'))) return undefined
  if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60) return undefined
  const size = Number(degrees) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600
  return { degrees: sign === '-' || letter === 'S' || letter === 'W' ? -size : size, letter }
}
