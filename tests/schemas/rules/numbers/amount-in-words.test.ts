import { describe, expect, it } from 'vitest'
import { locales } from '#schemas/rules/locales.ts'
import { amountInWords } from '#schemas/rules/numbers/words/amount-in-words.ts'

const cases: Record<string, [amount: string, currency: string | undefined, words: string][]> = {
  fa: [
    ['0', 'IRR', 'صفر ریال'],
    ['21', 'IRT', 'بیست و یک تومان'],
    ['100', 'IRR', 'یکصد ریال'],
    ['1000', 'IRR', 'یک هزار ریال'],
    ['1200000', 'IRR', 'یک میلیون و دویست هزار ریال'],
    ['1001001001', 'IRR', 'یک میلیارد و یک میلیون و یک هزار و یک ریال'],
    ['2200000000000', 'IRR', 'دو هزار و دویست میلیارد ریال'],
    ['1000000000000000000', 'IRR', 'یک میلیارد میلیارد ریال'],
    ['12.5', 'USD', 'دوازده ممیز پنجاه صدم دلار آمریکا'],
    ['0.05', undefined, 'پنج صدم'],
    ['-7', 'IRR', 'منفی هفت ریال'],
  ],
  en: [
    ['1', 'IRR', 'One rial'],
    ['21', 'USD', 'Twenty-one US dollars'],
    ['110', 'IRR', 'One hundred ten rials'],
    ['1200000', 'IRR', 'One million two hundred thousand rials'],
    ['1000001', 'IRR', 'One million one rials'],
    ['12.5', 'USD', 'Twelve US dollars and 50/100'],
    ['-0.00', 'USD', 'Zero US dollars'],
  ],
  ar: [
    ['1', 'IRR', 'ريال واحد'],
    ['2', 'IRR', 'ريالان'],
    ['3', 'IRR', 'ثلاثة ريالات'],
    ['10', 'IRR', 'عشرة ريالات'],
    ['11', 'IRR', 'أحد عشر ريالًا'],
    ['12', 'IRR', 'اثنا عشر ريالًا'],
    ['100', 'IRR', 'مائة ريال'],
    ['103', 'IRR', 'مائة وثلاثة ريالات'],
    ['200', 'IRR', 'مائتا ريال'],
    ['2000', 'IRR', 'ألفا ريال'],
    ['3000', 'IRR', 'ثلاثة آلاف ريال'],
    ['11000', 'IRR', 'أحد عشر ألف ريال'],
    ['11001', 'IRR', 'أحد عشر ألفًا وواحد ريال'],
    ['200000', 'IRR', 'مائتا ألف ريال'],
    ['2000000', 'IRR', 'مليونا ريال'],
    ['3000000', 'IRR', 'ثلاثة ملايين ريال'],
    ['1', 'TRY', 'ليرة تركية واحدة'],
    ['3', 'TRY', 'ثلاث ليرات تركية'],
    ['12', 'TRY', 'اثنتا عشرة ليرة تركية'],
    ['21', 'USD', 'واحد وعشرون دولارًا أمريكيًا'],
  ],
  ru: [
    ['1', 'IRR', 'Один риал'],
    ['2', 'IRR', 'Два риала'],
    ['5', 'IRR', 'Пять риалов'],
    ['11', 'IRR', 'Одиннадцать риалов'],
    ['21', 'IRR', 'Двадцать один риал'],
    ['112', 'IRR', 'Сто двенадцать риалов'],
    ['1000', 'IRR', 'Одна тысяча риалов'],
    ['2000', 'IRR', 'Две тысячи риалов'],
    ['22000', 'IRR', 'Двадцать две тысячи риалов'],
    ['1200000', 'IRR', 'Один миллион двести тысяч риалов'],
    ['1', 'TRY', 'Одна турецкая лира'],
    ['2', 'TRY', 'Две турецкие лиры'],
    ['1', 'EUR', 'Одно евро'],
    ['12.5', 'RUB', 'Двенадцать российских рублей 50/100'],
  ],
  fr: [
    ['71', 'IRR', 'Soixante et onze rials'],
    ['80', 'IRR', 'Quatre-vingts rials'],
    ['81', 'IRR', 'Quatre-vingt-un rials'],
    ['99', 'IRR', 'Quatre-vingt-dix-neuf rials'],
    ['200', 'IRR', 'Deux cents rials'],
    ['201', 'IRR', 'Deux cent un rials'],
    ['80000', 'IRR', 'Quatre-vingt mille rials'],
    ['1000', 'IRR', 'Mille rials'],
    ['1000000', 'EUR', 'Un million d’euros'],
    ['200000000', 'IRR', 'Deux cents millions de rials'],
    ['21', 'GBP', 'Vingt et une livres sterling'],
  ],
  es: [
    ['1', 'IRR', 'Un rial'],
    ['21', 'EUR', 'Veintiún euros'],
    ['100', 'IRR', 'Cien riales'],
    ['101', 'IRR', 'Ciento un riales'],
    ['500', 'GBP', 'Quinientas libras esterlinas'],
    ['1000000', 'IRR', 'Un millón de riales'],
    ['1000000000', 'IRR', 'Mil millones de riales'],
    ['1000000000000', 'IRR', 'Un billón de riales'],
    ['21', undefined, 'Veintiuno'],
    ['12.5', 'USD', 'Doce dólares estadounidenses con 50/100'],
  ],
  de: [
    ['1', 'EUR', 'Ein Euro'],
    ['21', 'EUR', 'Einundzwanzig Euro'],
    ['101', 'EUR', 'Einhundertein Euro'],
    ['1', 'TRY', 'Eine Türkische Lira'],
    ['1200000', 'IRR', 'Eine Million zweihunderttausend Rial'],
    ['2000000000', 'IRR', 'Zwei Milliarden Rial'],
    ['1', undefined, 'Eins'],
  ],
  it: [
    ['1', 'EUR', 'Un euro'],
    ['28', 'EUR', 'Ventotto euro'],
    ['33', 'EUR', 'Trentatré euro'],
    ['180', 'EUR', 'Centottanta euro'],
    ['1000', 'EUR', 'Mille euro'],
    ['3000', 'EUR', 'Tremila euro'],
    ['1000000', 'EUR', 'Un milione di euro'],
    ['1000001', 'IRR', 'Un milione e un rial'],
    ['2100000', 'IRR', 'Due milioni centomila rial'],
  ],
  tr: [
    ['100', 'TRY', 'Yüz Türk lirası'],
    ['1000', 'TRY', 'Bin Türk lirası'],
    ['1200000', 'IRR', 'Bir milyon iki yüz bin riyal'],
  ],
  zh: [
    ['10', 'IRR', '壹拾里亚尔整'],
    ['101', 'IRR', '壹佰零壹里亚尔整'],
    ['1200000', 'IRR', '壹佰贰拾万里亚尔整'],
    ['100010001', 'IRR', '壹亿零壹万零壹里亚尔整'],
    ['1234.56', 'CNY', '壹仟贰佰叁拾肆元伍角陆分'],
    ['100.05', 'CNY', '壹佰元零伍分'],
    ['12.5', undefined, '壹拾贰点伍'],
  ],
}

describe.each(Object.entries(cases))('amounts in words in %s', (locale, list) => {
  it.each(list)('%s %s is %s', (amount, currency, words) => {
    expect(amountInWords(amount, currency, locale)).toBe(words)
  })
})

it.each(locales)('every digit of a long amount counts in %s, and no two numbers are called the same', (locale) => {
  const digits = '123456789012345678901234567890'
  const numbers = [
    ...Array.from({ length: 30 }, (_, at) => String(BigInt(digits) + 10n ** BigInt(at))),
    ...Array.from({ length: 30 }, (_, at) => String(10n ** BigInt(at))),
    ...Array.from({ length: 1000 }, (_, at) => String(at * 7919)),
  ]
  const words = numbers.map((number) => amountInWords(number, 'IRR', locale))
  expect(words).not.toContain(undefined)
  expect(new Set(words).size).toBe(new Set(numbers).size)
})

it('has no words for what is no number, nor for more than 30 digits', () => {
  expect(amountInWords('abc', 'IRR', 'en')).toBeUndefined()
  expect(amountInWords('9'.repeat(31), 'IRR', 'en')).toBeUndefined()
  expect(amountInWords('9'.repeat(30), 'IRR', 'en')).toMatch(/^Nine hundred/)
})
