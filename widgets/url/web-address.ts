import { isWebAddress } from '#schemas/rules/validation/rule-checks.ts'

/** An address as it was meant: without spaces and marks around it, with `https://` where only a host with a dot was written. */
export function completeAddress(text: string): string {
  const plain = text.replace(/[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '').trim()
  return /^(?![a-z][a-z0-9+-]*:)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/iu.test(plain) ? `https://${plain}` : plain
}

/** Where the address leads, for a link; undefined for anything but http and https. */
export const linkOf = (text: string): string | undefined => (isWebAddress(text) ? text : undefined)
