import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDecimal,
  compareDecimal,
  divideDecimal,
  multiplyDecimal,
  roundDecimal,
  subtractDecimal,
} from '#schemas/rules/numbers/decimal.ts'
import { shareDecimal } from '#schemas/rules/numbers/share-decimal.ts'

test('quotients round halves away from zero', () => {
  expect(divideDecimal('2', '3', 2)).toBe('0.67')
  expect(divideDecimal('1', '8', 2)).toBe('0.13')
  expect(divideDecimal('-1', '8', 2)).toBe('-0.13')
  expect(divideDecimal('1', '-8', 2)).toBe('-0.13')
  expect(divideDecimal('-0.004', '1', 2)).toBe('0.00')
  expect(divideDecimal('6', '0.5', 0)).toBe('12')
  expect(divideDecimal('6', '0.00', 2)).toBeUndefined()
})

test('a quotient is within half a unit of the exact one', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 6 }))
    .map(([units, scale]) => roundDecimal(multiplyDecimal(String(units), `0.${'0'.repeat(scale)}1`), scale + 1))
  fc.assert(
    fc.property(decimal, decimal, fc.nat({ max: 8 }), (left, right, scale) => {
      const quotient = divideDecimal(left, right, scale)
      if (compareDecimal(right, '0') === 0) return quotient === undefined
      const rest = subtractDecimal(left, multiplyDecimal(quotient!, right))
      const size = (value: string) => value.replace('-', '')
      const half = multiplyDecimal(size(right), `0.${'0'.repeat(scale)}5`)
      return compareDecimal(size(rest), half) <= 0
    }),
    { numRuns: 5000 },
  )
})

test('an amount is split by weights, the largest remainders first', () => {
  expect(shareDecimal('100', ['1', '1', '1'], 2)).toEqual(['33.34', '33.33', '33.33'])
  expect(shareDecimal('0.05', ['10.5', '20', '0'], 2)).toEqual(['0.02', '0.03', '0.00'])
  expect(shareDecimal('-10', ['3', '7.5'], 0)).toEqual(['-3', '-7'])
  expect(shareDecimal('5', ['0', '0'], 1)).toEqual(['5.0', '0.0'])
  expect(shareDecimal('10.00', ['1', '2'], 0)).toEqual(['3', '7'])
  expect(shareDecimal('0', [], 2)).toEqual([])
  expect(() => shareDecimal('5', [], 2)).toThrow('nobody gets a part')
  expect(() => shareDecimal('5', ['1', '-1'], 2)).toThrow('the weight -1 is negative')
  expect(() => shareDecimal('0.005', ['1'], 2)).toThrow('more than 2 decimals')
})

test('the parts of 20,000 splits add up to their amount exactly, and none is a unit away from its share', () => {
  const cents = (max: number) =>
    fc.integer({ min: 0, max }).map((value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`)
  fc.assert(
    fc.property(
      fc.boolean(),
      cents(100_000_000_000),
      fc.array(cents(100_000_000), { minLength: 1, maxLength: 12 }),
      (isNegative, size, weights) => {
        const amount = isNegative ? `-${size}` : size
        const parts = shareDecimal(amount, weights, 2)
        const total = weights.reduce(addDecimal)
        const isNear = (part: string, index: number) =>
          compareDecimal(total, '0') === 0 ||
          compareDecimal(
            subtractDecimal(multiplyDecimal(part, total), multiplyDecimal(amount, weights[index]!)).replace('-', ''),
            multiplyDecimal('0.01', total),
          ) < 0
        return compareDecimal(parts.reduce(addDecimal), amount) === 0 && parts.every(isNear)
      },
    ),
    { numRuns: 20_000 },
  )
})
