import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { internationalMobile } from '#schemas/rules/values/phone.ts'
import type { CallContext } from '#server/feature.ts'
import commonPasswords from './common-passwords.json'

/** Whose password it is going to be. */
export interface PasswordOwner {
  username: string
  email?: string | null
  mobile?: string | null
}

export type PasswordFault = 'password_common' | 'password_holds_name'

let common: ReadonlySet<string> | undefined

/** Shorter names stand in too many words. */
const shortestName = 3

const folded = (text: string) => toLatinDigits(text.normalize('NFKC')).toLowerCase()

/**
 * Why a password is too easy to guess: it is one of the most common, or holds what its owner signs in with; undefined for any other.
 * @source OWASP ASVS 5.0, 6.2.4 and 6.2.11
 */
export function passwordFault(password: string, owner: PasswordOwner): PasswordFault | undefined {
  common ??= new Set(commonPasswords.words.split(' '))
  const text = folded(password)
  if (common.has(text) || new Set(text).size === 1) return 'password_common'
  const mobile = owner.mobile ? internationalMobile(owner.mobile) : undefined
  const names = [owner.username, owner.email?.split('@')[0], mobile && mobile.slice(-10)].map((name) => folded(name ?? ''))
  return names.some((name) => [...name].length >= shortestName && text.includes(name)) ? 'password_holds_name' : undefined
}

/** The same as sentences in the caller's locale; none for a password that may be used. */
export function passwordFaults(
  { registry, caller }: Pick<CallContext, 'registry' | 'caller'>,
  password: string,
  owner: PasswordOwner,
): string[] {
  const fault = passwordFault(password, owner)
  return fault ? [registry.message('auth', caller.locale, fault)] : []
}
