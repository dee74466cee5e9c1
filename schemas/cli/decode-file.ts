import { Buffer } from 'node:buffer'

/** Why a file is not UTF-8, and where that begins: byte (from 0), and line and column as an editor shows them. */
export interface DecodingFault {
  message: string
  byte: number
  line: number
  column: number
}

const advice = 'save it as UTF-8'

/** The text of a file. JSON is exchanged only as UTF-8 (RFC 8259, section 8.1); other bytes are reported with their place. */
export function decodeFile(bytes: Uint8Array): { text: string } | { fault: DecodingFault } {
  const other = otherEncoding(bytes)
  if (other !== undefined)
    return { fault: { message: `this file is ${other}, as its first bytes say: ${advice}`, byte: 0, line: 1, column: 1 } }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const byte = firstInvalidByte(bytes, text)
  if (byte === undefined) return { text }
  const before = text.slice(0, indexAtByte(text, byte))
  const value = bytes[byte]!.toString(16).padStart(2, '0')
  return {
    fault: {
      message: `byte ${byte} of this file (0x${value}) is no UTF-8: ${advice}`,
      byte,
      line: before.split('\n').length,
      column: before.length - before.lastIndexOf('\n'),
    },
  }
}

/** Encodings that are recognised by a byte order mark, or by the zeros between Latin letters. */
function otherEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes
  const starts = (...expected: number[]): boolean => expected.every((byte, index) => bytes[index] === byte)
  if (starts(0xff, 0xfe, 0, 0) || starts(0, 0, 0xfe, 0xff)) return 'UTF-32'
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) return 'UTF-16'
  if (bytes.length >= 4 && first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'UTF-16'
  return bytes.length >= 4 && first !== 0 && second === 0 && third !== 0 && fourth === 0 ? 'UTF-16' : undefined
}

const replacement = '\uFFFD'

/** The first byte that the decoder replaced. A replacement character in the file itself is valid. */
function firstInvalidByte(bytes: Uint8Array, text: string): number | undefined {
  let byte = 0
  let from = 0
  for (let at = text.indexOf(replacement); at !== -1; at = text.indexOf(replacement, from)) {
    byte += Buffer.byteLength(text.slice(from, at))
    if (bytes[byte] !== 0xef || bytes[byte + 1] !== 0xbf || bytes[byte + 2] !== 0xbd) return byte
    byte += 3
    from = at + 1
  }
  return undefined
}

/** Index in the text of the character at a byte, if everything before it is valid. */
function indexAtByte(text: string, byte: number): number {
  let bytes = 0
  let index = 0
  for (const character of text) {
    if (bytes >= byte) break
    bytes += Buffer.byteLength(character)
    index += character.length
  }
  return index
}
