import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'

/** A choice of account as its call answers it. */
export interface Account {
  value: number
  title: string
  code: string
}

/** What is said of a code that cannot be taken; undefined where there is nothing to say. */
export type CodeHint = 'group_first' | 'no_details' | 'unknown_detail' | 'unknown_group'

interface CodeState {
  kind: 'group' | 'detail'
  /** Whether the group of a detail code is chosen. */
  hasGroup: boolean
  /** The choices; undefined until they have come. */
  accounts: readonly Account[] | undefined
  /** What is typed as a code. */
  typed: string
}

/** The code as it is compared: in Latin digits, without spaces around. */
const plainCode = (text: string): string => toLatinDigits(text).trim().toLowerCase()

export const accountOf = (accounts: readonly Account[] | undefined, typed: string): Account | undefined =>
  accounts?.find(({ code }) => plainCode(code) === plainCode(typed))

/** What the field says about its code. */
export function codeHint({ kind, hasGroup, accounts, typed }: CodeState): CodeHint | undefined {
  if (kind === 'detail' && !hasGroup) return 'group_first'
  if (kind === 'detail' && accounts?.length === 0) return 'no_details'
  if (accounts === undefined || plainCode(typed) === '' || accountOf(accounts, typed)) return undefined
  return kind === 'detail' ? 'unknown_detail' : 'unknown_group'
}

/** Whether nothing can be chosen. */
export const isClosed = (hint: CodeHint | undefined): boolean => hint === 'group_first' || hint === 'no_details'
