/** Most elements of a text. */
export const maxElements = 20_000
/** Elements within each other. */
export const maxDepth = 100
/** Attributes of one element. */
export const maxAttributes = 100

/** Which limit a text is beyond, with the number that was met where it was counted to the end. */
export interface HtmlExcess {
  key: 'errors.html_elements' | 'errors.html_depth' | 'errors.html_attributes'
  values: { count: number; max: number }
}

/** A text that is too large to be formatted text. */
export class HtmlTooLarge extends Error {
  readonly excess: HtmlExcess
  constructor(excess: HtmlExcess) {
    super(excess.key)
    this.excess = excess
  }
}
