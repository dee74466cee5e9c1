import { groupsOf, type Gender, type WordsLanguage } from './groups.ts'

const ones: Record<Gender, readonly string[]> = { m: ['', 'один', 'два'], f: ['', 'одна', 'две'], n: ['', 'одно', 'два'] }
const rest =
  '- - - три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  )
const tens = '- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ')
const hundreds = '- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ')
const scales = ['миллион', 'миллиард', 'триллион', 'квадриллион', 'квинтиллион', 'секстиллион', 'септиллион', 'октиллион', 'нониллион']

/** The form after a number: of 1, of 2 to 4, of the others; 11 to 14 are among the others. */
export function russianForm<Form>(value: number, [one, few, many]: readonly [Form, Form, Form]): Form {
  const [ten, unit] = [value % 100, value % 10]
  if (ten > 10 && ten < 15) return many
  return unit === 1 ? one : unit > 1 && unit < 5 ? few : many
}

function group(value: number, gender: Gender): string {
  const below = value % 100
  const unit = below < 20 ? below : below % 10
  return [
    value >= 100 && hundreds[Math.floor(value / 100)],
    below >= 20 && tens[Math.floor(below / 10)],
    unit > 0 && (unit < 3 ? ones[gender][unit] : rest[unit]),
  ]
    .filter(Boolean)
    .join(' ')
}

const formsOf = (at: number): readonly [string, string, string] => {
  if (at === 1) return ['тысяча', 'тысячи', 'тысяч']
  const noun = scales[at - 2]!
  return [noun, `${noun}а`, `${noun}ов`]
}

export const russian: WordsLanguage = {
  whole: (digits, gender) =>
    digits === '0'
      ? 'ноль'
      : groupsOf(digits, 3)
          .flatMap((value, at) => {
            if (value === 0) return []
            if (at === 0) return group(value, gender)
            return `${group(value, at === 1 ? 'f' : 'm')} ${russianForm(value, formsOf(at))}`
          })
          .reverse()
          .join(' '),
}
