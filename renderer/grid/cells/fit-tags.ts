import { textWidth } from '#renderer/grid/columns/text-width.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import type { Tag } from './cell-values.ts'

/** Tags of a cell, at most; and letters of one of them. */
export const shownTags = 3
const tagLetters = 30

const tagTextSize = 12
/** Padding and borders of a tag in pixels, and the gap after it. */
const tagFramePx = 14
const colorPx = 2
const gapPx = 4
/** Room for how many more there are: `+1`. */
const morePx = 22

export const tagText = (title: string): string => clip(title, tagLetters)

const widthOf = ({ title, color, tone }: Tag): number =>
  textWidth(tagText(title), { size: tagTextSize }) + tagFramePx + (color !== null || tone !== undefined ? colorPx : 0)

/** Width of the first tags of a cell in pixels, with the number of those that are left out. */
export function tagsWidth(tags: readonly Tag[], count = Math.min(shownTags, tags.length)): number {
  const shown = tags.slice(0, count).reduce((sum, tag) => sum + widthOf(tag) + gapPx, 0)
  return tags.length > count ? shown + morePx : shown - gapPx
}

/** How many tags are shown in `room` pixels, so that none is cut; the first one is shown at any rate, and may be cut. */
export function fitTags(tags: readonly Tag[], room: number): number {
  let count = Math.min(shownTags, tags.length)
  while (count > 1 && tagsWidth(tags, count) > room) count -= 1
  return count
}
