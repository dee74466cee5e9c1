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
  /** Takes out of an element, which is outside the page, whatever could run or ask; true when that was anything. */
  clean: (element: Element) => boolean
  /** A body of its own, outside the page: nothing in it runs or loads. */
  inertBody: (html: string) => HTMLElement
  /** Markup with nothing in it that could run or ask; what held nothing of that comes back letter for letter. */
  sanitise: (html: string) => string
}

/**
 * Sanitises formatted text in the browser, by the rules that the server has for what it stores. It has a purifier of its own, so
 * that no hook of another part changes what is sent.
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
