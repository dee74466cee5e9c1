/* Functions that run inside the page: each is complete in itself, since only its text reaches the browser. */

import type { Finding } from '#schemas/gallery/result.ts'

/** Goes to a path of the panel without loading it anew, as Back and Forward do. */
export function goTo(path: string): void {
  const state = { idx: history.length, key: path, usr: null }
  history.pushState({ ...state, key: `${path} ${performance.now()}` }, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}

/** Presses the button that opens the dialog of the page; whether there is one. */
export function pressOpen(): boolean {
  const button = [...document.querySelectorAll<HTMLElement>('main button, main a')].find((each) => each.textContent?.trim() === 'Open')
  button?.click()
  return button !== undefined
}

/** Presses the button that sends the form of the open dialog, else of the page; whether there is one that can be pressed. */
export function pressSubmit(isPressed: boolean): boolean {
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((each) => each.getClientRects().length > 0)
  const place = dialogs.at(-1) ?? document.querySelector('main') ?? document.body
  if (place.querySelector('form, .pf-form') === null) return false
  const buttons = [...place.querySelectorAll<HTMLButtonElement>('.pk-modal-foot button, .pf-foot button[type=submit]')]
  const main = buttons.find((each) => /pk-button-(?!danger)/.test(each.className) && !each.disabled)
  if (isPressed) main?.click()
  return main !== undefined
}

/** What is wrong with the page as it stands. */
export function checkPage(): Finding[] {
  const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()
  const isSeen = (element: Element): boolean =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible' && !element.closest('[aria-hidden=true]')
  // Ids are made anew by each drawing, and would keep the same fault of two pictures apart.
  const short = (element: Element): string =>
    (element.cloneNode(false) as Element).outerHTML
      .replace(/ (?:id|data-gallery-new|aria-(?:describedby|labelledby|controls))="[^"]*"/g, '')
      .slice(0, 160)
  const findings: Finding[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth + 1) {
    const widest = [...document.querySelectorAll('body *')].find((element) => {
      const { right, left, width } = element.getBoundingClientRect()
      return width > 0 && (right > root.clientWidth + 1 || left < -1) && getComputedStyle(element).position !== 'fixed'
    })
    findings.push({
      rule: 'reflow',
      text: `the page scrolls sideways by ${root.scrollWidth - root.clientWidth} pixels${widest ? `: ${short(widest)}` : ''}`,
    })
  }
  const nameOf = (element: Element): string => {
    const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => plain(document.getElementById(id)?.textContent))
    const labels = 'labels' in element ? [...((element as HTMLButtonElement).labels ?? [])].map((label) => plain(label.textContent)) : []
    const images = [...element.querySelectorAll('img[alt], svg[aria-label], [aria-label]')].map((image) =>
      plain(image.getAttribute('alt') ?? image.getAttribute('aria-label')),
    )
    return [
      plain(element.getAttribute('aria-label')),
      ...labelledBy,
      ...labels,
      plain(element.textContent),
      plain(element.getAttribute('title')),
      ...images,
    ].join('')
  }
  for (const element of document.querySelectorAll('button, a[href], [role=button], [role=tab], [role=menuitem]'))
    if (isSeen(element) && nameOf(element) === '')
      findings.push({ rule: 'name', text: `${element.tagName.toLowerCase()} without a name: ${short(element)}` })
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const text = plain(node.textContent)
    const isOdd =
      /^\$[a-z][a-z0-9_.]*$/i.test(text) ||
      /\{[a-z_]+([.][a-z0-9_]+)+\}/i.test(text) ||
      /\b(undefined|NaN|Invalid Date)\b|\[object /.test(text)
    if (isOdd && node.parentElement && isSeen(node.parentElement) && !node.parentElement.closest('code, pre, textarea, .cm-editor'))
      findings.push({ rule: 'text', text: `a text that is not meant for people: ${text.slice(0, 120)}` })
  }
  const isRtl = /^(fa|ar|he|ur)/.test(root.lang)
  if (root.lang !== '' && getComputedStyle(root).direction !== (isRtl ? 'rtl' : 'ltr'))
    findings.push({ rule: 'direction', text: `the page in "${root.lang}" runs the wrong way` })
  const script = /\p{Script=Arabic}/gu
  for (const element of isRtl ? document.querySelectorAll('body *') : []) {
    const own = plain([...element.childNodes].map((child) => (child.nodeType === Node.TEXT_NODE ? child.textContent : '')).join(''))
    const letters = own.replace(/[\s\p{N}\p{P}\p{S}]/gu, '').length
    if (
      letters < 3 ||
      (own.match(script)?.length ?? 0) < letters / 2 ||
      !isSeen(element) ||
      element.closest('code, pre, .cm-editor, [dir=ltr]')
    )
      continue
    const { direction, textAlign, display } = getComputedStyle(element)
    if (direction === 'ltr') findings.push({ rule: 'direction', text: `runs from left to right: ${own.slice(0, 60)}: ${short(element)}` })
    else if (textAlign === 'left' && !display.startsWith('inline') && !element.closest('th, td, [role=columnheader], [role=gridcell]'))
      findings.push({ rule: 'direction', text: `begins on the left: ${own.slice(0, 60)}: ${short(element)}` })
  }
  for (const element of document.querySelectorAll('body *')) {
    if (element.childElementCount > 3 || !isSeen(element)) continue
    const isWide = element.scrollWidth > element.clientWidth + 1
    const isHigh = element.scrollHeight > element.clientHeight + 6
    if (!isWide && !isHigh) continue
    const { textOverflow, overflowX, overflowY, clipPath, position, webkitLineClamp } = getComputedStyle(element)
    if (position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1)) continue
    const ownsText = [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && plain(child.textContent) !== '')
    const isHidden = (value: string): boolean => value === 'hidden' || value === 'clip'
    const isCut = (isWide && (textOverflow === 'ellipsis' || isHidden(overflowX))) || (isHigh && isHidden(overflowY))
    if (!ownsText || !isCut || (webkitLineClamp !== 'none' && webkitLineClamp !== '')) continue
    // The whole text is to be had elsewhere: by a title, or by the cell that is opened.
    if (element.closest('[title], td, [role=gridcell], [role=cell], [aria-haspopup], [data-tip]')) continue
    findings.push({ rule: 'cut', text: `${plain(element.textContent).slice(0, 80)}: ${short(element)}` })
  }
  return findings
}

/**
 * Marks the elements that are of a kind which was not there before, so that only these are examined: kinds are told apart by tag, class,
 * role, state and where their name comes from. Returns the kinds, and whether some are new.
 */
export function markNewKinds(known: readonly string[]): string[] {
  const seen = new Set(known)
  const fresh = new Set<string>()
  for (const element of document.querySelectorAll('[data-gallery-new]')) element.removeAttribute('data-gallery-new')
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('svg') && element.tagName !== 'svg') continue
    const attributes = [...element.attributes]
      .filter(({ name }) => /^(role|type|disabled|alt|title|href|for|placeholder|aria-)/.test(name))
      .map(({ name, value }) =>
        /^(role|type|aria-(hidden|current|selected|checked|expanded|invalid|sort|disabled))$/.test(name)
          ? `${name}=${value}`
          : `${name}${value === '' ? '=' : ''}`,
      )
    const hasText = [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && (child.textContent ?? '').trim() !== '')
    const style =
      element
        .getAttribute('style')
        ?.match(/(?:^|;|\s)(?:color|background[^:]*|opacity)\s*:[^;]*/g)
        ?.join('') ?? ''
    const classes = typeof element.className === 'string' ? element.className.replace(/\b(css-\w+|rc-\w+-\d+)\b/g, '') : ''
    const kind = `${element.parentElement?.tagName ?? ''}>${element.tagName} ${classes} ${attributes.sort().join(' ')} ${hasText} ${style}`
    if (seen.has(kind)) continue
    fresh.add(kind)
    element.setAttribute('data-gallery-new', '')
  }
  return [...fresh]
}
