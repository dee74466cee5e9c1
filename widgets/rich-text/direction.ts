import { Node } from 'slate'
import type { Direction, RichElement } from './model.ts'

/** The direction that the first letter gives a text; undefined without letters. */
export const firstDirection = (text: string): Direction | undefined => {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter === undefined ? undefined : /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(letter) ? 'rtl' : 'ltr'
}

const known = new WeakMap<RichElement, { dir: Direction | undefined }>()

/**
 * The direction of a block: its own, otherwise that of its first letter, otherwise (while it is empty) that of its
 * surroundings. `dir="auto"` is not enough: it ignores inner blocks with a direction of their own, and treats an empty
 * block as ltr.
 */
export function directionOf(element: RichElement & { dir?: Direction }): Direction | undefined {
  if (element.dir) return element.dir
  const found = known.get(element) ?? { dir: firstDirection(textOf(element)) }
  known.set(element, found)
  return found.dir
}

function textOf(element: RichElement): string {
  for (const [{ text }] of Node.texts(element)) if (/\p{L}/u.test(text)) return text
  return ''
}
