import { groupsOf, type WordsLanguage } from './groups.ts'

const englishOnes =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const englishTens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const englishScales = [
  '',
  'thousand',
  'million',
  'billion',
  'trillion',
  'quadrillion',
  'quintillion',
  'sextillion',
  'septillion',
  'octillion',
  'nonillion',
]

function englishGroup(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const ten =
    rest < 20 ? englishOnes[rest] : [englishTens[Math.floor(rest / 10)], rest % 10 > 0 && englishOnes[rest % 10]].filter(Boolean).join('-')
  return [hundreds > 0 && `${englishOnes[hundreds]} hundred`, rest > 0 && ten].filter(Boolean).join(' ')
}

export const english: WordsLanguage = {
  whole: (digits) =>
    digits === '0'
      ? englishOnes[0]!
      : groupsOf(digits, 3)
          .flatMap((group, at) => (group === 0 ? [] : `${englishGroup(group)} ${englishScales[at]}`.trim()))
          .reverse()
          .join(' '),
}

const germanOnes =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  )
const germanTens = '- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')
const germanScales = [
  'Million',
  'Milliarde',
  'Billion',
  'Billiarde',
  'Trillion',
  'Trilliarde',
  'Quadrillion',
  'Quadrilliarde',
  'Quintillion',
]

function germanGroup(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const ten = rest < 20 ? germanOnes[rest] : `${rest % 10 > 0 ? `${germanOnes[rest % 10]}und` : ''}${germanTens[Math.floor(rest / 10)]}`
  return `${hundreds > 0 ? `${germanOnes[hundreds]}hundert` : ''}${rest > 0 ? ten : ''}`
}

/** Up to a million in one word; a million and more are nouns of their own. */
export const german: WordsLanguage = {
  whole: (digits, gender) => {
    if (digits === '0') return germanOnes[0]!
    const [ones = 0, thousands = 0, ...large] = groupsOf(digits, 3)
    const last = germanGroup(ones)
    // What is counted follows: `eine Krone`, `einhundertein Rial`.
    const agreeing = gender === 'f' && ones % 100 === 1 ? `${last}e` : last
    const small = `${thousands > 0 ? `${germanGroup(thousands)}tausend` : ''}${ones > 0 ? agreeing : ''}`
    const nouns = large.flatMap((group, at) => {
      if (group === 0) return []
      const noun = germanScales[at]!
      return group === 1 ? `eine ${noun}` : `${germanGroup(group).replace(/ein$/, 'eine')} ${noun}${noun.endsWith('e') ? 'n' : 'en'}`
    })
    return [...nouns.reverse(), small].filter(Boolean).join(' ')
  },
}
