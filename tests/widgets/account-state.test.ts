import { describe, expect, test } from 'vitest'
import { accountOf, codeHint, isClosed } from '#widgets/account-code/account-state.ts'
import { missingAmount } from '#widgets/contra-amount/missing-amount.ts'

const accounts = [
  { value: 1, title: '101 Cash', code: '101' },
  { value: 2, title: '601 Sales', code: '601' },
]

describe('the code of an account', () => {
  test('is found in the digits of any language', () => expect(accountOf(accounts, ' ۱۰۱ ')).toEqual(accounts[0]))

  test.each([
    ['of a detail code without a group', { kind: 'detail', hasGroup: false, accounts: undefined, typed: '' }, 'group_first', true],
    ['of a group without detail codes', { kind: 'detail', hasGroup: true, accounts: [], typed: '' }, 'no_details', true],
    ['of a detail code that is not there', { kind: 'detail', hasGroup: true, accounts, typed: '9' }, 'unknown_detail', false],
    ['of a group that is not there', { kind: 'group', hasGroup: true, accounts, typed: '9' }, 'unknown_group', false],
    ['of one that is there', { kind: 'group', hasGroup: true, accounts, typed: '101' }, undefined, false],
    ['while the choices are on their way', { kind: 'group', hasGroup: true, accounts: undefined, typed: '9' }, undefined, false],
  ] as const)('says %s what is wrong', (_, state, hint, closed) => {
    expect(codeHint(state)).toBe(hint)
    expect(isClosed(codeHint(state))).toBe(closed)
  })
})

test.each([
  ['creditor', '40', '40'],
  ['debtor', '40', undefined],
  ['debtor', '-12.50', '12.50'],
  ['creditor', '0.00', undefined],
  ['creditor', null, undefined],
] as const)('the %s side lacks of a difference of %s: %s', (side, difference, missing) => {
  expect(missingAmount(side, difference)).toBe(missing)
})
