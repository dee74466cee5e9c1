import { groupsOf, type Gender, type WordsLanguage } from './groups.ts'

const frenchOnes =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(' ')
const frenchTens = '- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt'.split(' ')
const frenchScales = [
  '',
  'mille',
  'million',
  'milliard',
  'billion',
  'billiard',
  'trillion',
  'trilliard',
  'quadrillion',
  'quadrilliard',
  'quintillion',
]

/** `isLast`: no number word comes after it, so that `vingt` and `cent` take their s. */
function frenchGroup(value: number, isLast: boolean, gender: Gender): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const one = gender === 'f' ? 'une' : 'un'
  const tens = Math.floor(rest / 10)
  // Seventy and ninety count on from sixty and eighty.
  const over = tens === 7 || tens === 9 ? rest % 20 : rest % 10
  const ten =
    rest < 20
      ? rest === 1
        ? one
        : frenchOnes[rest]!
      : over === 0
        ? tens === 8 && isLast
          ? 'quatre-vingts'
          : frenchTens[tens]!
        : (over === 1 || over === 11) && tens < 8
          ? `${frenchTens[tens]} et ${over === 1 ? one : 'onze'}`
          : `${frenchTens[tens]}-${over === 1 ? one : frenchOnes[over]}`
  const hundred = hundreds === 0 ? '' : hundreds === 1 ? 'cent' : `${frenchOnes[hundreds]} cent${rest === 0 && isLast ? 's' : ''}`
  return [hundred, rest > 0 && ten].filter(Boolean).join(' ')
}

export const french: WordsLanguage = {
  whole: (digits, gender) => {
    if (digits === '0') return frenchOnes[0]!
    const words = groupsOf(digits, 3).flatMap((group, at) => {
      if (group === 0) return []
      if (at === 0) return frenchGroup(group, true, gender)
      if (at === 1) return group === 1 ? 'mille' : `${frenchGroup(group, false, 'm')} mille`
      return `${frenchGroup(group, true, 'm')} ${frenchScales[at]}${group > 1 ? 's' : ''}`
    })
    return words.reverse().join(' ')
  },
  counted: (digits, unit) =>
    afterMillions(digits, french.whole(digits, unit.gender), unit.form(digits), vowel(unit.form(digits)) ? 'd’' : 'de '),
}

const vowel = (word: string): boolean => /^[aeiouhéè]/i.test(word)

/** Millions and more are nouns, and what is counted by a round one follows with a preposition: `un million de rials`. */
const afterMillions = (digits: string, words: string, unit: string, of: string): string =>
  `${words} ${digits.length > 6 && digits.endsWith('000000') ? of : ''}${unit}`

const spanishOnes =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
const spanishTens = '- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const spanishHundreds = '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
  ' ',
)
const spanishScales = ['', 'millón', 'billón', 'trillón', 'cuatrillón', 'quintillón']

/** Before a noun `uno` is `un`, and hundreds agree with it. */
function spanishGroup(value: number, gender: Gender): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const ten =
    rest < 30
      ? spanishOnes[rest]!
      : [spanishTens[Math.floor(rest / 10)], rest % 10 > 0 && spanishOnes[rest % 10]].filter(Boolean).join(' y ')
  const agreeing = gender === 'f' ? ten.replace(/uno$/, 'una') : ten.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un')
  const hundred = value === 100 ? 'cien' : hundreds > 0 ? spanishHundreds[hundreds]! : ''
  return [gender === 'f' ? hundred.replace(/os$/, 'as') : hundred, rest > 0 && agreeing].filter(Boolean).join(' ')
}

export const spanish: WordsLanguage = {
  whole: (digits, gender) => {
    if (digits === '0') return spanishOnes[0]!
    const words = groupsOf(digits, 6).flatMap((group, at) => {
      if (group === 0) return []
      const [thousands, rest] = [Math.floor(group / 1000), group % 1000]
      const own = at === 0 ? gender : 'm'
      const thousand = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${spanishGroup(thousands, thousands % 10 === 1 ? 'm' : own)} mil`
      const scale = spanishScales[at]!
      const noun = at === 0 ? '' : group === 1 ? scale : scale.replace('ón', 'ones')
      return [thousand, spanishGroup(rest, own), noun].filter(Boolean).join(' ')
    })
    return words.reverse().join(' ')
  },
  counted: (digits, unit) => afterMillions(digits, spanish.whole(digits, unit.gender), unit.form(digits), 'de '),
}

const italianOnes =
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  )
const italianTens = '- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ')
const italianScales = ['', '', 'milion', 'miliard', 'bilion', 'biliard', 'trilion', 'triliard', 'quadrilion', 'quadriliard', 'quintilion']

function italianGroup(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const tens = italianTens[Math.floor(rest / 10)]!
  const unit = italianOnes[rest % 10]!
  const ten =
    rest < 20
      ? italianOnes[rest]!
      : `${/^[uo]/.test(unit) && rest % 10 > 0 ? tens.slice(0, -1) : tens}${rest % 10 === 0 ? '' : rest % 10 === 3 ? 'tré' : unit}`
  // `centottanta` loses one o, `centouno` does not.
  const hundred = hundreds === 0 ? '' : `${hundreds > 1 ? italianOnes[hundreds] : ''}cent${ten.startsWith('ott') ? '' : 'o'}`
  return `${hundred}${rest === 0 ? '' : rest === 3 && hundreds > 0 ? 'tré' : ten}`
}

export const italian: WordsLanguage = {
  whole: (digits, gender) => {
    if (digits === '0') return italianOnes[0]!
    const [ones = 0, thousands = 0, ...large] = groupsOf(digits, 3)
    if (digits === '1') return gender === 'f' ? 'una' : 'un'
    const thousand =
      thousands === 0 ? '' : thousands === 1 ? 'mille' : `${italianGroup(thousands).replace(/tré$/, 'tre').replace(/uno$/, 'un')}mila`
    const small = ones === 1 && thousand === '' ? `e ${gender === 'f' ? 'una' : 'un'}` : `${thousand}${ones > 0 ? italianGroup(ones) : ''}`
    const nouns = large.flatMap((group, at) => {
      const noun = italianScales[at + 2]!
      if (group === 0) return []
      return group === 1 ? `un ${noun}${noun.endsWith('d') ? 'o' : 'e'}` : `${italianGroup(group).replace(/uno$/, 'un')} ${noun}i`
    })
    return [...nouns.reverse(), small].filter(Boolean).join(' ')
  },
  counted: (digits, unit) => afterMillions(digits, italian.whole(digits, unit.gender), unit.form(digits), 'di '),
}
