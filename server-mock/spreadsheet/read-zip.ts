import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { brokenFile, fileTooLarge } from '#server/plugins/file-refusals.ts'

const inflate = promisify(inflateRaw)

export const isZip = (bytes: Buffer): boolean => bytes.length >= 22 && bytes.readUInt32LE(0) === 0x04034b50

interface Entry {
  method: number
  compressed: number
  size: number
  offset: number
  flags: number
}

const maxEntries = 2000

/**
 * Opens a ZIP file in memory. Only requested files are unpacked, and never more than `limit` bytes in all, whatever
 * sizes the file declares.
 * @throws `file-broken`, `file-too-large`
 */
export function openZip(
  bytes: Buffer,
  limit: number,
): { has: (name: string) => boolean; names: () => string[]; read: (name: string) => Promise<Buffer | undefined> } {
  const entries = readDirectory(bytes)
  let left = limit
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    async read(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (entry.flags & 1 || (entry.method !== 0 && entry.method !== 8)) throw brokenFile()
      if (entry.size > left) throw fileTooLarge(entry.size, limit)
      const packed = packedBytes(bytes, entry)
      const plain =
        entry.method === 0
          ? packed
          : await inflate(packed, { maxOutputLength: Math.max(1, left) }).catch((fault: { code?: string }) => {
              throw fault.code === 'ERR_BUFFER_TOO_LARGE' ? fileTooLarge(limit + 1, limit) : brokenFile()
            })
      if (plain.length > left) throw fileTooLarge(plain.length, limit)
      left -= plain.length
      return plain
    },
  }
}

/** Reads the central directory; a directory that does not fit the file is an error. */
function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length) throw brokenFile()
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > maxEntries) throw brokenFile()
  const entries = new Map<string, Entry>()
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw brokenFile()
    const [nameLength, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    entries.set(name.replace(/^\//, ''), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      compressed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + extra + comment
  }
  return entries
}

function packedBytes(bytes: Buffer, { offset, compressed }: Entry): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) throw brokenFile()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + compressed > bytes.length) throw brokenFile()
  return bytes.subarray(start, start + compressed)
}
