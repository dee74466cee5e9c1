/**
 * Characters without a shape, or that change the direction of the text around them: marks, embeddings and isolates of
 * direction, and control characters except line breaks.
 */
const unseen = /[\u200B\u200E\u200F\u061C\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|(?!\n)\p{Cc}/gu

/** A text with its invisible characters written as `\\u202e`, so that a name in a sentence cannot reverse or hide the rest of it. */
export const showControls = (text: string): string =>
  text.replace(unseen, (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`)
