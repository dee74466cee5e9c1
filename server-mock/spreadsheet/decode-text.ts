import { emptySign } from '#server/plugins/file-refusals.ts'

/** The older, mostly single-byte encoding that spreadsheets use by default, by language. */
const legacy: Readonly<Record<string, string>> = {
  fa: 'windows-1256',
  ar: 'windows-1256',
  tr: 'windows-1254',
  ru: 'windows-1251',
  zh: 'gb18030',
}

/** Letters of Arabic and Persian, and the signs used with them. */
const arabicSigns =
  /[\u0621-\u063a\u0640-\u0652\u067e\u0679\u0686\u0688\u0691\u0698\u06a9\u06af\u06ba\u06be\u06c1\u06d2\u200c\u200d\u060c\u061b\u061f]/

/** Whether the bytes are mostly Arabic script: such letters follow each other, which accented letters of a Latin alphabet do not. */
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

/** How many bytes are examined to recognise the encoding of a text without a byte order mark. */
const lookedAt = 4096

/**
 * The text of a file and its encoding. The encoding is that of the byte order mark; otherwise UTF-16 if every other byte
 * suggests it, UTF-8 if the bytes are valid, and finally the encoding that spreadsheets use for Arabic script, if the
 * letters fit, or for the sender's language. Undefined if the file is not text.
 * @throws `file-broken` for a text with a zero byte, with its line
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

/** Largest share of control characters among the examined bytes, if nothing else shows that a file is text. */
const mostControlShare = 1 / 8

/**
 * Whether the decoded bytes are text. In valid UTF-8, or after a byte order mark, a record may contain any character,
 * also U+FFFD and a few control characters. In other encodings these show that the file is something else.
 */
function isText(bytes: Buffer, text: string, encoding: string): boolean {
  if (encoding !== 'utf-8') return !control.test(text.slice(0, 100_000))
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return true
  const start = text.slice(0, lookedAt)
  return (start.match(controls) ?? []).length <= start.length * mostControlShare
}

/** A text may contain a few zero bytes; a binary file has many. */
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
    // In UTF-16, Latin letters, commas and line ends have one zero byte each, always on the same side; letters of one
    // script share their high byte.
    const [even, odd] = [of(0, (byte) => byte === 0), of(1, (byte) => byte === 0)]
    const side = even < odd / 8 ? 1 : odd < even / 8 ? 0 : undefined
    if (side !== undefined && (of(side, (byte) => scripts.has(byte)) >= start.length / 4 || !isUtf8))
      return side === 1 ? 'utf-16le' : 'utf-16be'
    return isUtf8 ? 'utf-8' : undefined
  }
  if (isUtf8) return 'utf-8'
  return isArabicScript(bytes.subarray(0, 100_000)) ? 'windows-1256' : (legacy[locale] ?? 'windows-1252')
}

/** High bytes of Latin, Cyrillic and Arabic letters in UTF-16. */
const scripts = new Set([0x00, 0x04, 0x06])

function fitsUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
