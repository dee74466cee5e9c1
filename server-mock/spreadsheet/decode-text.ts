import { emptySign } from '#server/plugins/file-refusals.ts'

/** The single-byte or older encoding that spreadsheets write by default where a language is used. */
const legacy: Readonly<Record<string, string>> = {
  fa: 'windows-1256',
  ar: 'windows-1256',
  tr: 'windows-1254',
  ru: 'windows-1251',
  zh: 'gb18030',
}

/** Letters of Arabic and Persian, and the signs that stand among them. */
const arabicSigns =
  /[\u0621-\u063a\u0640-\u0652\u067e\u0679\u0686\u0688\u0691\u0698\u06a9\u06af\u06ba\u06be\u06c1\u06d2\u200c\u200d\u060c\u061b\u061f]/

/** Letters of Arabic script that stand by themselves, as no text of an alphabet with accents has them. */
function isArabicScript(bytes: Buffer): boolean {
  const text = new TextDecoder('windows-1256').decode(bytes)
  let [all, arabic, amongLatin] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    if (bytes[at]! < 0x80) continue
    all += 1
    if (!arabicSigns.test(text[at]!)) continue
    arabic += 1
    if (/[a-z]/i.test((text[at - 1] ?? '') + (text[at + 1] ?? ''))) amongLatin += 1
  }
  return arabic >= all * 0.9 && amongLatin <= arabic * 0.1
}

const control = /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/g

/** How much is looked at to tell what a text without a mark is. */
const lookedAt = 4096

/**
 * Text of a file and how it is written: by its mark, else UTF-16 where every other byte says so, UTF-8 where it is, and at
 * last what spreadsheets write
 * in Arabic script, where its letters are of that, or in the language of whoever sends it. Undefined for what is no text.
 * @throws `file-broken` for a text with an empty byte in it, with the line where that stands
 */
export function decodeText(bytes: Buffer, locale: string): { text: string; encoding: string; isGuessed: boolean } | undefined {
  const encoding = encodingOf(bytes, locale)
  if (encoding === undefined) return undefined
  const text = new TextDecoder(encoding).decode(bytes)
  const empty = text.indexOf('\0')
  if (empty >= 0 && encoding === 'utf-8' && isTextBeside(text)) throw emptySign(text.slice(0, empty).split(/\r\n?|\n/).length)
  if (empty >= 0 || !isText(bytes, text, encoding)) return undefined
  return { text, encoding, isGuessed: !encoding.startsWith('utf') }
}

/** Most control signs among those that are looked at, where nothing else says that a file is text. */
const mostControlShare = 1 / 8

/**
 * Whether what was decoded reads as text. In UTF-8 that is whole, or marked, a record may hold any sign: U+FFFD and a few control
 * signs are its own. In other encodings they say that the file is something else.
 */
function isText(bytes: Buffer, text: string, encoding: string): boolean {
  if (encoding !== 'utf-8') return !control.test(text.slice(0, 100_000))
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return true
  const start = text.slice(0, lookedAt)
  return (start.match(controls) ?? []).length <= start.length * mostControlShare
}

/** Some empty bytes within a text; a file of another kind has many. */
function isTextBeside(text: string): boolean {
  const start = text.slice(0, lookedAt)
  const rest = start.replaceAll('\0', '')
  return !control.test(rest) && start.length - rest.length <= start.length / 8
}

function encodingOf(bytes: Buffer, locale: string): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, lookedAt)
  const of = (parity: number, wanted: (byte: number) => boolean) => start.filter((byte, at) => at % 2 === parity && wanted(byte)).length
  const isUtf8 = fitsUtf8(bytes)
  if (start.includes(0)) {
    // Latin letters, commas and line ends have one empty byte each, always on the same side; the letters of a script share theirs.
    const [even, odd] = [of(0, (byte) => byte === 0), of(1, (byte) => byte === 0)]
    const side = even < odd / 8 ? 1 : odd < even / 8 ? 0 : undefined
    if (side !== undefined && (of(side, (byte) => scripts.has(byte)) >= start.length / 4 || !isUtf8))
      return side === 1 ? 'utf-16le' : 'utf-16be'
    return isUtf8 ? 'utf-8' : undefined
  }
  if (isUtf8) return 'utf-8'
  return isArabicScript(bytes.subarray(0, 100_000)) ? 'windows-1256' : (legacy[locale] ?? 'windows-1252')
}

/** First bytes of the two that Latin, Cyrillic and Arabic letters have in UTF-16. */
const scripts = new Set([0x00, 0x04, 0x06])

function fitsUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
