import { createHtmlSanitiser, type HtmlSanitiser } from '#schemas/rules/html/rich-html.ts'

let made: HtmlSanitiser | undefined
const sanitiser = (): HtmlSanitiser => (made ??= createHtmlSanitiser(window))

/** Takes out of an element, which is outside the page, whatever could run or ask. */
export function sanitiseElement(element: Element): Element {
  sanitiser().clean(element)
  return element
}

/** A separate body outside the page, in which nothing runs or loads. */
export const inertBody = (html: string): HTMLElement => sanitiser().inertBody(html)

/** Sanitised markup, as it can be stored and drawn. */
export const sanitise = (html: string): string => sanitiser().sanitise(html)
