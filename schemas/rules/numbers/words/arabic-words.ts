import { groupsOf, type Gender, type WordsLanguage } from './groups.ts'

/** Beside a masculine noun numbers of three to ten have their feminine ending, beside a feminine one they have none. */
const ones: Record<'m' | 'f', readonly string[]> = {
  m: 'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' '),
  f: 'صفر واحدة اثنتان ثلاث أربع خمس ست سبع ثماني تسع عشر'.split(' '),
}
const tens = '- - عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون'.split(' ')
const hundreds = '- مائة مائتان ثلاثمائة أربعمائة خمسمائة ستمائة سبعمائة ثمانمائة تسعمائة'.split(' ')
const scales = [
  ['ألف', 'ألفان', 'آلاف', 'ألفًا'],
  ...['مليون', 'مليار', 'تريليون', 'كوادريليون', 'كوينتيليون', 'سكستيليون', 'سبتيليون', 'أوكتيليون', 'نونيليون'].map(
    (noun): readonly [string, string, string, string] => [noun, `${noun}ان`, noun === 'مليون' ? 'ملايين' : `${noun}ات`, `${noun}ًا`],
  ),
] as readonly (readonly [string, string, string, string])[]

function belowHundred(value: number, gender: 'm' | 'f'): string {
  if (value <= 10) return ones[gender][value]!
  const unit = value % 10
  if (value < 20) {
    const ten = gender === 'm' ? 'عشر' : 'عشرة'
    if (value === 11) return `${gender === 'm' ? 'أحد' : 'إحدى'} ${ten}`
    if (value === 12) return `${gender === 'm' ? 'اثنا' : 'اثنتا'} ${ten}`
    return `${ones[gender][unit]} ${ten}`
  }
  const ten = tens[Math.floor(value / 10)]!
  if (unit === 0) return ten
  return `${gender === 'f' && unit === 1 ? 'إحدى' : gender === 'f' && unit === 8 ? 'ثمانٍ' : ones[gender][unit]} و${ten}`
}

function group(value: number, gender: 'm' | 'f'): string {
  const [hundred, below] = [Math.floor(value / 100), value % 100]
  return [hundred > 0 && hundreds[hundred], below > 0 && belowHundred(below, gender)].filter(Boolean).join(' و')
}

/**
 * A number and the noun that it counts: the noun of two is a word of its own, three to ten take the plural, eleven to ninety-nine the
 * accusative.
 */
function counted(value: number, [one, two, few, many]: readonly string[]): string {
  const below = value % 100
  if (value === 1) return one!
  if (value === 2) return two!
  const noun = below >= 3 && below <= 10 ? few! : below >= 11 ? many! : one!
  return `${value === 200 ? 'مائتا' : group(value, 'm')} ${noun}`
}

const genderOf = (gender: Gender): 'm' | 'f' => (gender === 'f' ? 'f' : 'm')

/** The parts of a number, from the largest on. */
const partsOf = (digits: string, gender: Gender): string[] =>
  groupsOf(digits, 3)
    .flatMap((value, at) => (value === 0 ? [] : at === 0 ? group(value, genderOf(gender)) : counted(value, scales[at - 1]!)))
    .reverse()

/** Before a noun the last word of a round number loses its nun or its accusative: `ألفا ريال`, `أحد عشر ألف ريال`. */
const construct = (text: string): string =>
  text
    .replace(/(ألف|مائت|مليون|مليار|ليون)ان$/, '$1ا')
    .replace(/ًا$/, '')
    .replace(/^ألفان$/, 'ألفا')

export const arabic: WordsLanguage = {
  whole: (digits, gender) => (digits === '0' ? ones.m[0]! : partsOf(digits, gender).join(' و')),
  counted: (digits, unit) => {
    const [one, two, few, many] = unit.arabic ?? [unit.form(digits), unit.form(digits), unit.form(digits), unit.form(digits)]
    if (digits === '1') return `${one} ${ones[genderOf(unit.gender)][1]}`
    if (digits === '2') return two === one ? `${ones[genderOf(unit.gender)][2]} ${one}` : two
    const parts = digits === '0' ? [ones.m[0]!] : partsOf(digits, unit.gender)
    const below = Number(digits.slice(-2))
    const noun = below >= 3 && below <= 10 ? few : below >= 11 ? many : one
    const isRound = below === 0
    const last = parts.at(-1)!
    return `${[...parts.slice(0, -1), isRound ? construct(last) : last].join(' و')} ${noun}`
  },
}
