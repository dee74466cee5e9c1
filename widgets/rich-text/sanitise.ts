import DOMPurify, { type Config } from 'dompurify'
import { safeAddress } from './safe-address.ts'

const config: Config = {
  // A page that others wrote may not ask for input, style the panel, or run anything.
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'option', 'link', 'meta', 'base', 'title', 'noscript', 'template', 'dialog'],
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['target', 'allowfullscreen', 'frameborder', 'referrerpolicy', 'sandbox', 'loading', 'start', 'controls'],
  FORBID_ATTR: ['srcdoc', 'contenteditable', 'slot', 'popover', 'is'],
  CUSTOM_ELEMENT_HANDLING: { tagNameCheck: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/, attributeNameCheck: null, allowCustomizedBuiltInElements: false },
  ALLOWED_URI_REGEXP: safeAddress,
  IN_PLACE: true,
}

let purifier: typeof DOMPurify | undefined

/** Its own purifier, so that no hook of another part changes what is stored. */
function purify(): typeof DOMPurify {
  if (purifier) return purifier
  purifier = DOMPurify(window)
  purifier.addHook('uponSanitizeElement', (node) => {
    // What another site draws in a frame has to come over the network, encrypted.
    if (node.nodeName === 'IFRAME' && !/^(?:https:)?\/\//i.test((node as Element).getAttribute('src') ?? '')) node.parentNode?.removeChild(node)
  })
  return purifier
}

/** Takes out of an element, which is outside the page, whatever could run or ask. */
export function sanitiseElement(element: Element): Element {
  purify().sanitize(element, config)
  return element
}

/** A body of its own, outside the page: nothing in it runs or loads. */
export const inertBody = (html: string): HTMLElement => new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html').body

/** Sanitised markup, as it can be stored and drawn. */
export function sanitise(html: string): string {
  const body = inertBody(html)
  const box = body.ownerDocument.createElement('div')
  box.append(...body.childNodes)
  return sanitiseElement(box).innerHTML
}
