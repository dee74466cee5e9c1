import DOMPurify, { type Config, type WindowLike } from 'dompurify'
import { htmlAttributes, htmlElements } from './html-names.ts'
import { customElement, forbiddenAttributes, frameAddress, inertAttribute, runnable, safeAddress } from './html-rules.ts'
import { stylesInPlace } from './html-styles.ts'

const config: Config = {
  ALLOWED_TAGS: [...htmlElements, '#text'],
  ALLOWED_ATTR: [...htmlAttributes],
  FORBID_ATTR: [...forbiddenAttributes],
  CUSTOM_ELEMENT_HANDLING: { tagNameCheck: customElement, attributeNameCheck: inertAttribute, allowCustomizedBuiltInElements: false },
  ALLOWED_URI_REGEXP: safeAddress,
  IN_PLACE: true,
}

export interface HtmlSanitiser {
  /** Removes from an element, which is outside the page, everything that could run or load; true if there was anything. */
  clean: (element: Element) => boolean
  /** A separate body outside the page, in which nothing runs or loads. */
  inertBody: (html: string) => HTMLElement
  /** Markup without anything that could run or load; markup that holds nothing of the kind is returned unchanged. */
  sanitise: (html: string) => string
}

/**
 * Sanitises formatted text in the browser, by the same rules as the server. It uses its own purifier, so that hooks of
 * other code do not change the result.
 */
export function createHtmlSanitiser(window: WindowLike): HtmlSanitiser {
  const purifier = DOMPurify(window)
  let removed = 0
  purifier.addHook('uponSanitizeElement', (node) => {
    if (node.nodeName !== 'IFRAME' || frameAddress.test((node as Element).getAttribute('src') ?? '')) return
    removed += 1
    node.parentNode?.removeChild(node)
  })
  purifier.addHook('uponSanitizeAttribute', (node, data) => {
    const value = data.attrName === 'style' ? stylesInPlace(data.attrValue) : data.attrValue
    if (value !== data.attrValue) {
      removed += 1
      if (value === '') data.keepAttr = false
      else data.attrValue = value
    }
    if (node.nodeName.includes('-') && runnable.test(data.attrValue.replace(/[\u0000-\u0020]/g, ''))) data.keepAttr = false
  })
  const clean = (element: Element): boolean => {
    removed = 0
    purifier.sanitize(element, config)
    return removed > 0 || purifier.removed.length > 0
  }
  const inertBody = (html: string): HTMLElement => {
    const parser = new (window as unknown as { DOMParser: typeof DOMParser }).DOMParser()
    return parser.parseFromString(`<!doctype html><body>${html}`, 'text/html').body
  }
  return {
    clean,
    inertBody,
    sanitise: (html) => {
      const body = inertBody(html)
      const box = body.ownerDocument.createElement('div')
      box.append(...body.childNodes)
      return clean(box) ? box.innerHTML : html
    },
  }
}
