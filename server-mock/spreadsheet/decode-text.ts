/** The single-byte or older encoding that spreadsheets write by default where a language is used. */
const legacy: Readonly<Record<string, string>> = { fa: 'windows-1256', ar: 'windows-1256', tr: 'windows-1254', ru: 'windows-1251', zh: 'gb18030' }

/** How much is looked at to tell what a text without a mark is. */
const lookedAt = 4096

/**
 * Text of a file and how it is written: by its mark, else UTF-16 by its empty bytes, UTF-8 where it is, and at last what spreadsheets write
 * in the language of whoever sends it. Undefined for what is no text.
 */
export function decodeText(bytes: Buffer, locale: string): { text: string; encoding: string } | undefined {
  const encoding = encodingOf(bytes, locale)
  if (encoding === undefined) return undefined
  const text = new TextDecoder(encoding).decode(bytes)
  // Control signs, and what nothing stands for, are of no text.
  return /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/.test(text.slice(0, 100_000)) || text.includes('\0') ? undefined : { text, encoding }
}

function encodingOf(bytes: Buffer, locale: string): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, lookedAt)
  const empty = (parity: number) => start.filter((byte, at) => at % 2 === parity && byte === 0).length
  if (start.includes(0)) {
    const [even, odd] = [empty(0), empty(1)]
    // Latin letters, commas and line ends have one empty byte each, always on the same side.
    return even < odd / 8 ? 'utf-16le' : odd < even / 8 ? 'utf-16be' : undefined
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return legacy[locale] ?? 'windows-1252'
  }
}
