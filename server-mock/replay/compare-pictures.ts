import type { PictureChange } from '#schemas/cli/replay/picture-change.ts'

/** Pixels that differ less than this are equal (OKLab distance; 1 is black against white). */
const threshold = 0.1
/** Changed pixels of neighbouring squares of this size (pixels) belong to one area. */
const square = 16

/**
 * What is different between two pictures (PNG), or undefined if they look the same. Antialiasing is not a difference.
 * The libraries are development dependencies and load with the first picture.
 */
export async function comparePictures(before: Buffer | undefined, after: Buffer): Promise<PictureChange | undefined> {
  if (before === undefined) return { message: 'a picture, of which none is recorded', areas: [] }
  if (before.equals(after)) return undefined
  const [{ PNG }, { default: pixelmatch }] = await Promise.all([import('pngjs'), import('pixelmatch')])
  const read = (picture: Buffer) => {
    try {
      return PNG.sync.read(picture)
    } catch {
      return undefined
    }
  }
  const [left, right] = [read(before), read(after)]
  if (!left || !right) return { message: 'a picture; the recorded one is no PNG that can be read', areas: [] }
  const { width, height } = right
  if (left.width !== width || left.height !== height) {
    return { message: `${width}×${height} pixels instead of ${left.width}×${left.height}`, areas: [] }
  }
  const mask = Buffer.alloc(width * height * 4)
  const count = pixelmatch(left.data, right.data, mask, width, height, { threshold, diffMask: true })
  if (count === 0) return undefined
  const areas = changedAreas((x, y) => isDifferent(mask, (y * width + x) * 4), width, height)
  const places = areas.slice(0, 3).map((area) => `${area.width}×${area.height} at ${area.x},${area.y}`)
  const more = areas.length > places.length ? ` and ${areas.length - places.length} more` : ''
  return { message: `${count} pixels are different: ${places.join('; ')}${more}`, size: { width, height }, areas }
}

/** pixelmatch marks a difference red; antialiasing, in yellow, does not count. */
const isDifferent = (mask: Buffer, at: number): boolean => mask[at] === 255 && mask[at + 1] === 0 && mask[at + 3] !== 0

/** Rectangles around the changed pixels, from the top. Squares that touch, also at a corner, are in one rectangle. */
function changedAreas(isChanged: (x: number, y: number) => boolean, width: number, height: number): PictureChange['areas'] {
  const columns = Math.ceil(width / square)
  const boxes = new Map<number, { left: number; top: number; right: number; bottom: number }>()
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isChanged(x, y)) continue
      const key = Math.floor(y / square) * columns + Math.floor(x / square)
      const box = boxes.get(key)
      if (!box) boxes.set(key, { left: x, top: y, right: x, bottom: y })
      else {
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x)
        box.bottom = y
      }
    }
  }
  const areas: PictureChange['areas'] = []
  for (const first of [...boxes.keys()]) {
    const area = boxes.get(first)
    if (!area) continue
    boxes.delete(first)
    const queue = [first]
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      for (const next of neighbours(key, columns)) {
        const box = boxes.get(next)
        if (!box) continue
        boxes.delete(next)
        queue.push(next)
        area.left = Math.min(area.left, box.left)
        area.top = Math.min(area.top, box.top)
        area.right = Math.max(area.right, box.right)
        area.bottom = Math.max(area.bottom, box.bottom)
      }
    }
    areas.push({ x: area.left, y: area.top, width: area.right - area.left + 1, height: area.bottom - area.top + 1 })
  }
  return areas
}

function neighbours(key: number, columns: number): number[] {
  const column = key % columns
  return [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].flatMap((across) => (column + across < 0 || column + across >= columns ? [] : [key + down * columns + across])),
  )
}
