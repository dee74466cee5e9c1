import { describe, expect, test } from 'vitest'
import { checkFormula, type FindField } from '#schemas/formula/check-formula.ts'
import { evaluateFormula } from '#schemas/formula/evaluate-formula.ts'
import { FormulaError, FormulaOverflow, fieldsOfFormula } from '#schemas/formula/formula.ts'
import { parseFormula } from '#schemas/formula/parse-formula.ts'

const value = (text: string, record: Record<string, unknown> = {}) => evaluateFormula(parseFormula(text), record)

/** The message with the text at its place. */
function faultOf(text: string): [message: string, at: string] {
  try {
    parseFormula(text)
  } catch (fault) {
    if (fault instanceof FormulaError) return [fault.message, text.slice(fault.problem.from, fault.problem.to)]
    throw fault
  }
  throw new Error(`${text} is a formula`)
}

describe('parseFormula', () => {
  test.each([
    ['', 'a formula is not empty', ''],
    ['count *', 'the formula ends too early', ''],
    ['count * * 2', '“*” means nothing here', '*'],
    ['(1 + 2', 'this bracket is not closed', '('],
    ['1 + 2)', '“)” means nothing here', ')'],
    ['2 3', '“3” means nothing here', '3'],
    ['1e5', '“e5” means nothing here', 'e5'],
    ['price > 3', '“>” means nothing here', '>'],
    ['"a" + 1', '“"” means nothing here', '"'],
    ['۱۲ + 1', '“۱” means nothing here: numbers are written with the digits 0 to 9', '۱'],
    ['round(price)', 'round takes a value and how many decimals, e.g. round(amount, 2)', 'round(price)'],
    [
      'round(price, places)',
      'round takes a value and how many decimals, e.g. round(amount, 2): the decimals are a number from 0 to 20',
      'places',
    ],
    [
      'div(1, 3, 21)',
      'div takes two values and how many decimals, e.g. div(amount, count, 2): the decimals are a number from 0 to 20',
      '21',
    ],
    ['smu(lines.total)', 'there is no function "smu"', 'smu'],
    ['constructor(1)', 'there is no function "constructor"', 'constructor'],
    [`1${'0'.repeat(40)}`, 'a number has at most 40 digits', `1${'0'.repeat(40)}`],
  ])('tells what is wrong with %s', (text, message, at) => {
    expect(faultOf(text)).toEqual([message, at])
  })

  test('takes as much as it promises and no more', () => {
    const chain = (parts: number) => Array.from({ length: parts }, () => 'a').join('+')
    expect(fieldsOfFormula(parseFormula(chain(100)))).toEqual(['a'])
    expect(faultOf(chain(101))[0]).toBe('a formula has at most 200 parts')
    const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`
    expect(value(nested(32))).toBe('1')
    expect(faultOf(nested(33))[0]).toBe('brackets and signs stand at most 32 deep in each other')
    expect(faultOf('-'.repeat(500) + '1')[0]).toBe('brackets and signs stand at most 32 deep in each other')
    expect(value(`1${' '.repeat(999)}`)).toBe('1')
    expect(faultOf(`1${' '.repeat(1000)}`)[0]).toBe('a formula has at most 1,000 characters')
  })

  test('holds products together before sums, and both from the left', () => {
    expect(value('2 + 3 * 4 - 10 / 4 / 5')).toBe('13.5')
    expect(value('10 - 4 - 3')).toBe('3')
    expect(value('-2 * -3')).toBe('6')
  })
})

describe('evaluateFormula', () => {
  test('is exact', () => {
    expect(value('0.1 + 0.2')).toBe('0.3')
    expect(value('count * unit_price - discount', { count: 3, unit_price: '12345678901234567890.12', discount: '0.02' })).toBe(
      '37037036703703703670.34',
    )
  })

  test('an empty value counts as nothing in sums and makes products empty', () => {
    expect(value('a + b', { a: null, b: '2' })).toBe('2')
    expect(value('a - b', { b: '2' })).toBe('-2')
    expect(value('a + b - c', { a: '' })).toBeNull()
    expect(value('a * b', { a: '2' })).toBeNull()
    expect(value('a / b', { a: '2', b: '0' })).toBeNull()
    expect(value('min(a, b)', { b: '5' })).toBe('5')
    expect(value('abs(a)')).toBeNull()
  })

  test('divides to 20 decimals, halves away from zero, inside as well', () => {
    expect(value('2 / 3')).toBe('0.66666666666666666667')
    expect(value('-2 / 3')).toBe('-0.66666666666666666667')
    expect(value('1 / 3 * 3')).toBe('0.99999999999999999999')
    expect(value('div(5, 2, 0)')).toBe('3')
    expect(value('div(-5, 2, 0)')).toBe('-3')
    expect(value('round(-2.345, 2)')).toBe('-2.35')
  })

  test('sums, counts and compares rows, among them what the record says', () => {
    const record = {
      rate: '2',
      lines: [{ count: 2, price: '1.5' }, { count: 1, price: null }, { count: 3, price: '10', ware: { weight: '7' } }, null],
    }
    expect(value('sum(lines.count * lines.price)', record)).toBe('33')
    expect(value('sum(lines.count * rate)', record)).toBe('12')
    expect(value('sum(lines.price) * rate', record)).toBe('23')
    expect(value('count(lines)', record)).toBe('3')
    expect(value('count(lines.price)', record)).toBe('2')
    expect(value('avg(lines.price)', record)).toBe('5.75')
    expect(value('min(lines.price) + max(lines.count)', record)).toBe('4.5')
    expect(value('sum(lines.ware.weight)', record)).toBe('7')
    expect([value('sum(lines.price)', { lines: [] }), value('sum(lines.price)'), value('count(lines)')]).toEqual(['0', '0', '0'])
    expect([value('avg(lines.price)', { lines: [] }), value('min(lines.price)', { lines: [{}] })]).toEqual([null, null])
  })

  test('reads own properties only, and nothing that is no number', () => {
    expect(value('constructor + toString.length + __proto__.a', { a: 1 })).toBeNull()
    expect(value('a + b + c', { a: '1e5', b: true, c: {} })).toBeNull()
  })

  test('refuses a result that is not stored', () => {
    const large = '9'.repeat(40)
    expect(value('a + 0.99', { a: large })).toBe(`${large}.99`)
    expect(() => value('a + 1', { a: large })).toThrow(FormulaOverflow)
    expect(value('a * a / a', { a: large })).toBe(large)
  })
})

describe('checkFormula', () => {
  const fields: Record<string, ReturnType<FindField>> = {
    count: { kind: 'integer' },
    price: { kind: 'decimal', scale: 2 },
    free: { kind: 'decimal' },
    title: { kind: 'a text' },
    lines: { kind: 'rows', rows: 'lines' },
    'lines.total': { kind: 'decimal', scale: 2, rows: 'lines', currency: 'IRR' },
    'lines.note': { kind: 'a text', rows: 'lines' },
    'payments.amount': { kind: 'decimal', scale: 2, rows: 'payments', currency: 'USD' },
  }
  const find: FindField = (path) => fields[path.join('.')] ?? { missing: path.at(-1)!, allowed: ['count', 'price', 'title', 'total'] }
  const problems = (text: string) => checkFormula(text, find).problems.map(({ message, from, to }) => `${text.slice(from, to)}: ${message}`)

  test.each([
    ['cuont * price', 'cuont: there is no field "cuont"; did you mean "count"?'],
    ['sum(lines.totl)', 'lines.totl: there is no field "totl"; did you mean "total"?'],
    ['smu(lines.total)', 'smu: there is no function "smu"; did you mean "sum"?'],
    ['price + title', 'title: "title" is a text and no number, so nothing can be computed with it'],
    ['lines.total + 1', 'lines.total + 1: "lines" are many rows, so this needs sum, count, avg, min or max around it'],
    ['sum(price)', 'sum(price): sum takes a field of rows, e.g. sum(lines.amount), and this is a single value'],
    ['min(price)', 'min(price): min takes one field of rows, or several values'],
    ['sum(lines)', 'lines: "lines" are rows: write sum(lines.…) of one of their fields, or count'],
    [
      'sum(lines.total * payments.amount)',
      'lines.total * payments.amount: "lines" and "payments" are different rows, which cannot be computed with each other',
    ],
    [
      'sum(lines.total) + sum(payments.amount)',
      'sum(lines.total) + sum(payments.amount): amounts in IRR and in USD are neither added nor compared',
    ],
  ])('refuses %s', (text, ...messages) => {
    expect(problems(text)).toEqual(messages)
  })

  test('tells every problem at once', () => {
    expect(problems('cuont + title + prise')).toHaveLength(3)
  })

  test.each([
    ['count + 1', { scale: 0 }],
    ['count * price', { scale: 2 }],
    ['price * price', { scale: 4 }],
    ['free + price', {}],
    ['price / count', { scale: 20 }],
    ['round(price / count, 0)', { scale: 0 }],
    ['sum(lines.total) * 1.5', { scale: 3, currency: 'IRR' }],
    ['sum(lines.total) / sum(payments.amount)', { scale: 20 }],
    ['count(lines.note) + count(lines)', { scale: 0 }],
    ['sum(lines.total * price)', { scale: 4, currency: 'IRR' }],
    ['max(count, price)', { scale: 2 }],
  ])('knows the type of %s', (text, type) => {
    expect(checkFormula(text, find)).toMatchObject({ problems: [], type })
  })
})
