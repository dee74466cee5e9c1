import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawQr } from '#widgets/qr-code/qr-image.ts'

/** Modules of a PNG of a QR code with a margin of two, dark ones as 1. @source ISO/IEC 18004, finder patterns are seven wide */
async function modulesOf(address: string): Promise<(row: number, column: number) => number> {
  const { data, info } = await sharp(Buffer.from(address.split(',')[1]!, 'base64'))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dark = (x: number, y: number) => (data[(y * info.width + x) * info.channels]! < 128 ? 1 : 0)
  let first = 0
  while (dark(first, first) === 0) first++
  let end = first
  while (dark(end, first) === 1) end++
  const size = (end - first) / 7
  return (row, column) => dark(Math.floor(first + (column + 0.5) * size), Math.floor(first + (row + 0.5) * size))
}

describe('a QR code', () => {
  it.each(['https://example.com/', 'سلام', 'x'.repeat(300)])('has mask pattern 1 in its format bits: %s', async (text) => {
    const module = await modulesOf(await drawQr(text, 300))
    const places = [
      [8, 0],
      [8, 1],
      [8, 2],
      [8, 3],
      [8, 4],
      [8, 5],
      [8, 7],
      [8, 8],
      [7, 8],
      [5, 8],
      [4, 8],
      [3, 8],
      [2, 8],
      [1, 8],
      [0, 8],
    ] as const
    const format = places.reduce((bits, [row, column]) => (bits << 1) | module(row, column), 0) ^ 0b101010000010010
    expect([(format >> 13) & 3, (format >> 10) & 7]).toEqual([0, 1])
  })
})
