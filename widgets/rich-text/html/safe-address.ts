// Browsers skip these within an address, so "java\nscript:" is a script.
const skipped = /[\u0000-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f\u3000\ufeff]/g
const scheme = /^([a-z][a-z0-9+.-]*):/i

/** Schemes that a link may have; an address without one is relative. */
const linkSchemes = new Set(['http', 'https', 'mailto', 'tel'])

export function isSafeLink(address: string): boolean {
  const found = scheme.exec(address.replace(skipped, ''))
  return found === null || linkSchemes.has(found[1]!.toLowerCase())
}

const domain = /^(?:[\p{L}\p{N}-]+\.)+(?:com|org|net|ir|io|info|edu|gov|eu|de|fr|it|es|tr|ru|cn|uk|us|ایران)(?::\d+)?(?:[/?#]|$)/iu

/** A typed address: `example.com` gets https, `a@b.c` gets mailto. Undefined if a link may not have it. */
export function readAddress(typed: string): string | undefined {
  const address = typed.trim()
  if (address === '' || !isSafeLink(address)) return undefined
  if (/^[^\s@/:?#]+@[^\s@/:?#]+\.[^\s@/:?#]+$/.test(address)) return `mailto:${address}`
  return domain.test(address) ? `https://${address}` : address
}

/** Where a picture can come from: the web, this server, or data of a bitmap. */
export const isSafeImage = (address: string): boolean =>
  /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,[a-z0-9+/=\s]*$/i.test(address) ||
  /^(?:https?:|blob:|[^a-z]|[a-z0-9._-]+(?:[/?#]|$))/i.test(address.replace(skipped, ''))
