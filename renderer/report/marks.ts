/** A place in a picture, in parts of its width and height. */
export interface Mark {
  kind: 'mark' | 'cover'
  left: number
  top: number
  width: number
  height: number
}

const least = 0.02

/** A mark between two corners, inside of the picture; undefined for a mere press. */
export function markBetween(kind: Mark['kind'], from: [number, number], to: [number, number]): Mark | undefined {
  const [left, right] = [from[0], to[0]].map(inside).sort((a, b) => a - b) as [number, number]
  const [top, bottom] = [from[1], to[1]].map(inside).sort((a, b) => a - b) as [number, number]
  const mark = { kind, left, top, width: right - left, height: bottom - top }
  return mark.width < least / 2 && mark.height < least / 2 ? undefined : mark
}

/** Moves a mark, or its end with `isSize`, by parts of the picture. */
export function shiftMark(mark: Mark, x: number, y: number, isSize: boolean): Mark {
  if (isSize)
    return {
      ...mark,
      width: Math.min(1 - mark.left, Math.max(least, mark.width + x)),
      height: Math.min(1 - mark.top, Math.max(least, mark.height + y)),
    }
  return { ...mark, left: Math.min(1 - mark.width, Math.max(0, mark.left + x)), top: Math.min(1 - mark.height, Math.max(0, mark.top + y)) }
}

const inside = (part: number): number => Math.min(1, Math.max(0, part))

/** The picture with its marks as a part of it: what is covered is not there any more. */
export function drawMarks(picture: HTMLCanvasElement, marks: readonly Mark[]): HTMLCanvasElement {
  const { width, height } = picture
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')!
  context.drawImage(picture, 0, 0)
  for (const { kind, ...mark } of marks) {
    const box = [mark.left * width, mark.top * height, mark.width * width, mark.height * height] as const
    context.fillStyle = '#1b2223'
    if (kind === 'cover') context.fillRect(...box)
  }
  context.strokeStyle = '#d92d20'
  context.lineWidth = Math.max(3, width / 400)
  for (const { kind, ...mark } of marks)
    if (kind === 'mark') context.strokeRect(mark.left * width, mark.top * height, mark.width * width, mark.height * height)
  return canvas
}
