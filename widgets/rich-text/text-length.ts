import { Node } from 'slate'
import type { RichElement } from './model.ts'

const counted = new WeakMap<RichElement, { words: number; characters: number }>()

/** Words and characters as people count them: an emoji is one, a half-space parts no word. */
export function countText(blocks: readonly RichElement[]): { words: number; characters: number } {
  let words = 0
  let characters = 0
  for (const block of blocks) {
    let count = counted.get(block)
    if (!count) {
      const texts = [...Node.texts(block)].map(([{ text }]) => text)
      const isInlineOnly = 'children' in block && block.children.length > 0 && 'text' in block.children[0]!
      const text = texts.join(isInlineOnly ? '' : ' ')
      count = {
        words: text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200c'’_-]*/gu)?.length ?? 0,
        characters: [...(isInlineOnly ? text : texts.join(''))].length,
      }
      counted.set(block, count)
    }
    words += count.words
    characters += count.characters
  }
  return { words, characters }
}
