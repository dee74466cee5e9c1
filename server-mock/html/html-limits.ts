/** Most elements of a text. */
export const maxElements = 20_000
/** Deepest nesting of elements. */
export const maxDepth = 100
/** Most attributes of one element. */
export const maxAttributes = 100

/** The exceeded limit, with the actual number if it was counted to the end. */
export interface HtmlExcess {
  key: 'errors.html_elements' | 'errors.html_depth' | 'errors.html_attributes'
  values: { count: number; max: number }
}

/** Thrown for a text that is too large to be formatted text. */
export class HtmlTooLarge extends Error {
  readonly excess: HtmlExcess
  constructor(excess: HtmlExcess) {
    super(excess.key)
    this.excess = excess
  }
}
