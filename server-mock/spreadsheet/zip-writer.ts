import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

interface Entry {
  name: string
  crc: number
  compressed: number
  size: number
  offset: number
}

/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808
const deflated = 8
const version = 20
/** 1 January 1980, so that the same content always gives the same file. */
const date = 0x0021
const pieceBytes = 64 * 1024

/** A file in the archive. */
export interface ZipPart {
  name: string
  parts: Iterable<string> | AsyncIterable<string>
}

/**
 * A ZIP file in chunks, each sent at once, so that memory does not grow with the size. Compression runs outside the
 * event loop.
 * @source PKWARE APPNOTE 6.3, without ZIP64: for less than 4 GB
 */
export async function* writeZip(files: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for (const { name, parts } of files) {
    const entry: Entry = { name, crc: 0, compressed: 0, size: 0, offset }
    const head = localHeader(name)
    yield head
    const deflate = createDeflateRaw()
    // Errors are thrown where the chunks are read.
    pipeline(Readable.from(measured(parts, entry)), deflate, () => {})
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      entry.compressed += piece.length
      yield piece
    }
    const tail = descriptor(entry)
    yield tail
    offset += head.length + entry.compressed + tail.length
    entries.push(entry)
  }
  const directory = Buffer.concat(entries.map(centralHeader))
  yield Buffer.concat([directory, endRecord(entries.length, directory.length, offset)])
}

/** Text in chunks of about equal size; size and checksum are computed on the way. */
async function* measured(parts: Iterable<string> | AsyncIterable<string>, entry: Entry): AsyncGenerator<Buffer> {
  let buffered = ''
  const flush = () => {
    const bytes = Buffer.from(buffered)
    buffered = ''
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    return bytes
  }
  for await (const part of parts) {
    buffered += part
    if (buffered.length >= pieceBytes) yield flush()
  }
  if (buffered !== '') yield flush()
}

function localHeader(name: string): Buffer {
  const bytes = Buffer.from(name)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(deflated, 8)
  head.writeUInt16LE(date, 12)
  head.writeUInt16LE(bytes.length, 26)
  return Buffer.concat([head, bytes])
}

function descriptor({ crc, compressed, size }: Entry): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(compressed, 8)
  record.writeUInt32LE(size, 12)
  return record
}

function centralHeader({ name, crc, compressed, size, offset }: Entry): Buffer {
  const bytes = Buffer.from(name)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt16LE(deflated, 10)
  head.writeUInt16LE(date, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(compressed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(bytes.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, bytes])
}

function endRecord(count: number, size: number, start: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(start, 16)
  return record
}
