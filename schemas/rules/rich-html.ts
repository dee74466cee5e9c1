import DOMPurify, { type Config, type WindowLike } from 'dompurify'

// Browsers skip control signs and blanks within an address; DOMPurify has taken them out before it asks.
/** Addresses that markup may hold: the web, mail, telephone, and relative ones. */
export const safeAddress = /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i

/** Of elements that somebody else gives a meaning, every attribute but those that a browser would act on. */
const inertAttribute =
  /^(?!on|srcdoc$|contenteditable$|slot$|popover|is$|formaction$|style$|autofocus$|tabindex$|part$|exportparts$|xmlns)[a-z_][a-z0-9:_.-]*$/i
const runnable = /^(?:javascript|vbscript|data):/i

const config: Config = {
  // A page that others wrote may not ask for input, style the panel, or run anything.
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'textarea',
    'select',
    'option',
    'link',
    'meta',
    'base',
    'title',
    'noscript',
    'template',
    'dialog',
  ],
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['target', 'allowfullscreen', 'frameborder', 'referrerpolicy', 'sandbox', 'loading', 'start', 'controls'],
  FORBID_ATTR: ['srcdoc', 'contenteditable', 'slot', 'popover', 'is'],
  CUSTOM_ELEMENT_HANDLING: {
    tagNameCheck: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/,
    attributeNameCheck: inertAttribute,
    allowCustomizedBuiltInElements: false,
  },
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
 * Sanitises formatted text, in the browser and on the server by the same list. It has a purifier of its own, so that no
 * hook of another part changes what is stored.
 */
export function createHtmlSanitiser(window: WindowLike): HtmlSanitiser {
  const purifier = DOMPurify(window)
  let framesRemoved = 0
  purifier.addHook('uponSanitizeElement', (node) => {
    // What another site draws in a frame has to come over the network, encrypted.
    if (node.nodeName !== 'IFRAME' || /^(?:https:)?\/\//i.test((node as Element).getAttribute('src') ?? '')) return
    framesRemoved += 1
    node.parentNode?.removeChild(node)
  })
  purifier.addHook('uponSanitizeAttribute', (node, data) => {
    if (node.nodeName.includes('-') && runnable.test(data.attrValue.replace(/[\u0000-\u0020]/g, ''))) data.keepAttr = false
  })
  const clean = (element: Element): boolean => {
    framesRemoved = 0
    purifier.sanitize(element, config)
    return framesRemoved > 0 || purifier.removed.length > 0
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
