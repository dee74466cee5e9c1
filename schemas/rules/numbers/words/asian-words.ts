import { chunksOf, groupsOf, plainDigits, type WordsLanguage } from './groups.ts'

const persianOnes = 'صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده هجده نوزده'.split(' ')
const persianTens = '- - بیست سی چهل پنجاه شصت هفتاد هشتاد نود'.split(' ')
const persianHundreds = '- یکصد دویست سیصد چهارصد پانصد ششصد هفتصد هشتصد نهصد'.split(' ')
const persianScales = ['', 'هزار', 'میلیون']

function persianGroup(value: number): string {
  const below = value % 100
  const unit = below < 20 ? below : below % 10
  return [
    value >= 100 && persianHundreds[Math.floor(value / 100)],
    below >= 20 && persianTens[Math.floor(below / 10)],
    unit > 0 && persianOnes[unit],
  ]
    .filter(Boolean)
    .join(' و ')
}

/** Nine digits at a time. */
const persianChunk = (digits: string): string =>
  groupsOf(digits, 3)
    .flatMap((value, at) => (value === 0 ? [] : `${persianGroup(value)} ${persianScales[at]}`.trim()))
    .reverse()
    .join(' و ')

/** Beyond a milliard it is counted in milliards, as vouchers do it: the words for more mean different numbers to different readers. */
function persianWhole(digits: string): string {
  if (digits === '0') return persianOnes[0]!
  return chunksOf(digits, 9)
    .flatMap((chunk, at) => (/[1-9]/.test(chunk) ? `${persianChunk(chunk)}${' میلیارد'.repeat(at)}` : []))
    .reverse()
    .join(' و ')
}

export const persian: WordsLanguage = { whole: persianWhole }

const turkishOnes = '- bir iki üç dört beş altı yedi sekiz dokuz'.split(' ')
const turkishTens = '- on yirmi otuz kırk elli altmış yetmiş seksen doksan'.split(' ')
const turkishScales = [
  '',
  'bin',
  'milyon',
  'milyar',
  'trilyon',
  'katrilyon',
  'kentilyon',
  'sekstilyon',
  'septilyon',
  'oktilyon',
  'nonilyon',
]

function turkishGroup(value: number): string {
  const [hundred, ten, unit] = [Math.floor(value / 100), Math.floor(value / 10) % 10, value % 10]
  return [hundred > 1 && turkishOnes[hundred], hundred > 0 && 'yüz', ten > 0 && turkishTens[ten], unit > 0 && turkishOnes[unit]]
    .filter(Boolean)
    .join(' ')
}

export const turkish: WordsLanguage = {
  whole: (digits) =>
    digits === '0'
      ? 'sıfır'
      : groupsOf(digits, 3)
          .flatMap((value, at) =>
            value === 0 ? [] : at === 1 && value === 1 ? 'bin' : `${turkishGroup(value)} ${turkishScales[at]}`.trim(),
          )
          .reverse()
          .join(' '),
}

const chineseDigits = '零壹贰叁肆伍陆柒捌玖'
const chinesePlaces = ['', '拾', '佰', '仟']

/** Up to four digits in the characters of cheques, which nobody can change into others; zeros between digits are written once. */
function chineseGroup(value: number): string {
  const digits = String(value)
  return [...digits]
    .map((digit, at) => (digit === '0' ? '零' : `${chineseDigits[Number(digit)]}${chinesePlaces[digits.length - 1 - at]}`))
    .join('')
    .replace(/零+/g, '零')
    .replace(/零$/, '')
}

/** Eight digits at a time: below 万, and 万. */
function chineseChunk(digits: string): string {
  const [above, below] = digits.length > 4 ? [digits.slice(0, -4), digits.slice(-4)] : ['', digits]
  const rest = Number(below)
  if (above === '') return chineseGroup(rest)
  return `${chineseGroup(Number(above))}万${rest === 0 ? '' : `${rest < 1000 ? '零' : ''}${chineseGroup(rest)}`}`
}

/** Beyond 亿 it is counted in 亿. A place that is left out is a zero before the next one. */
function chineseWhole(digits: string): string {
  if (digits === '0') return '零'
  let words = ''
  let isGap = false
  const chunks = chunksOf(digits, 8)
  for (let at = chunks.length - 1; at >= 0; at -= 1) {
    const chunk = plainDigits(chunks[at]!)
    if (chunk === '0') {
      isGap = true
      continue
    }
    words += `${words !== '' && (isGap || chunk.length < 8) ? '零' : ''}${chineseChunk(chunk)}${'亿'.repeat(at)}`
    isGap = false
  }
  return words
}

export const chinese: WordsLanguage = { whole: chineseWhole }

/** Decimals in the same characters, one by one. */
export const chineseDecimals = (digits: string): string => [...digits].map((digit) => chineseDigits[Number(digit)]).join('')
