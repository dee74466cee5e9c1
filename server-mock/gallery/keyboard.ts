import type { Page } from 'playwright'
import type { Finding } from '#schemas/gallery/result.ts'

/** No page is walked through further than this. */
const mostTabs = 240

/**
 * Walks through the page by Tab as somebody without a mouse does: every enabled control is reached, in the order in which it stands there,
 * and the focus can be seen. `rest` lets the page draw what a focus has opened.
 */
export async function walkByKeyboard(page: Page, rest: () => Promise<void>): Promise<Finding[]> {
  const count = await page.evaluate(beginWalk)
  for (let step = 0; step < Math.min(mostTabs, count + 30); step++) {
    await page.keyboard.press('Tab')
    if (!(await page.evaluate(noteFocus))) break
  }
  const findings = await page.evaluate(endWalk, count <= mostTabs)
  await rest()
  return findings
}

/** Closes the open dialog by Escape; a question that comes then may be answered by Escape too. */
export async function escapeDialog(page: Page, rest: () => Promise<void>): Promise<Finding[]> {
  await page.keyboard.press('Escape')
  await rest()
  const isOpen = await page.evaluate(() => [...document.querySelectorAll('[role=dialog]')].some((each) => each.getClientRects().length > 0))
  return isOpen ? [{ rule: 'keyboard', text: 'the dialog is not closed by Escape' }] : []
}

/* Functions that run inside the page: each is complete in itself, since only its text reaches the browser. */

interface Walk {
  place: Element
  controls: HTMLElement[]
  reached: Set<Element>
  order: Element[]
  unseen: Set<Element>
  /** How each control looks without the focus. */
  plain: Map<Element, string>
  /** How a control and what stands around it look now. */
  lookOf: (element: Element) => string
}

/** Finds the controls of the page, or of the dialog that is open, and puts the focus before the first; how many there are. */
function beginWalk(): number {
  const isSeen = (element: Element): boolean => {
    // What a closed part of the page holds has a place there, but is not drawn.
    const isDrawn = element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).pointerEvents !== 'none'
    const hasArea = [...element.getClientRects()].some(({ width, height }) => width > 1 && height > 1)
    return isDrawn && hasArea && !element.closest('[aria-hidden=true], [inert]')
  }
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((each) => each.getClientRects().length > 0)
  const place = dialogs.at(-1) ?? document.body
  const controls = [
    ...place.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [contenteditable=true], [role=button], [role=link], [role=tab], [role=checkbox], [role=switch], [role=combobox], [role=slider]',
    ),
  ].filter(
    (element) => isSeen(element) && !element.matches(':disabled, [aria-disabled=true]') && !element.closest('[data-pishkhan-recorder]'),
  )
  // In the unfocused state, to tell whether a focus can be seen.
  const styleOf = (element: Element): string => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, textDecorationLine } =
      getComputedStyle(element)
    return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor, textDecorationLine].join(
      '|',
    )
  }
  ;(document.activeElement as HTMLElement | null)?.blur?.()
  const lookOf = (element: Element): string => {
    const parts = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
      element.previousElementSibling,
      element.firstElementChild,
    ]
    return parts.map((part) => (part ? styleOf(part) : '')).join(' ')
  }
  const walk: Walk = {
    place,
    controls,
    reached: new Set(),
    order: [],
    unseen: new Set(),
    plain: new Map(controls.map((each) => [each, lookOf(each)])),
    lookOf,
  }
  ;(window as unknown as { pishkhanWalk: Walk }).pishkhanWalk = walk
  const start = dialogs.at(-1) ?? document.body
  start.setAttribute('tabindex', start.getAttribute('tabindex') ?? '-1')
  ;(start as HTMLElement).focus({ preventScroll: true })
  return controls.length
}

/** Notes what has the focus; whether the walk goes on. */
function noteFocus(): boolean {
  const { pishkhanWalk: walk } = window as unknown as { pishkhanWalk: Walk }
  const element = document.activeElement
  if (!element || element === document.body) return walk.order.length === 0
  if (walk.reached.has(element)) return false
  walk.reached.add(element)
  walk.order.push(element)
  if (walk.plain.get(element) === walk.lookOf(element)) walk.unseen.add(element)
  return true
}

/** What the walk found; a page that was not walked through to its end is asked for order and sight only. */
function endWalk(isWhole: boolean): { rule: 'keyboard'; text: string }[] {
  const { pishkhanWalk: walk } = window as unknown as { pishkhanWalk: Walk }
  const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const labels =
      'labels' in element ? [...((element as HTMLInputElement).labels ?? [])].map((label) => plain(label.textContent)).join(' ') : ''
    const name = plain(element.getAttribute('aria-label')) || labels || plain(element.textContent) || plain(element.getAttribute('title'))
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase()
    const around = (element.cloneNode(false) as Element).outerHTML.replace(
      / (?:id|for|data-gallery-new|aria-(?:describedby|labelledby|controls))="[^"]*"/g,
      '',
    )
    return `${kind} "${name.slice(0, 60)}" ${around.slice(0, 120)}`
  }
  const composites =
    '[role=tablist], [role=radiogroup], [role=menu], [role=menubar], [role=toolbar], [role=tree], [role=grid], [role=listbox], [role=combobox], table'
  const group = (element: Element): Element | null => element.parentElement?.closest(composites) ?? null
  const isReached = (element: HTMLElement): boolean => {
    if (walk.reached.has(element)) return true
    // One of a group is in the order of Tab, the arrow keys lead to the others.
    const own = group(element)
    if (own && element.tabIndex < 0 && [...walk.reached].some((other) => own.contains(other))) return true
    if (element instanceof HTMLInputElement && element.type === 'radio')
      return [...walk.reached].some((other) => other instanceof HTMLInputElement && other.type === 'radio' && other.name === element.name)
    // A part of a control that is reached itself, such as the arrow of a list, or what lies in it.
    return [...walk.reached].some(
      (other) =>
        other !== walk.place &&
        other !== document.body &&
        (element.contains(other) || (element.tabIndex < 0 && other.parentElement === element.parentElement)),
    )
  }
  const findings: { rule: 'keyboard'; text: string }[] = []
  const tell = (text: string): void => void findings.push({ rule: 'keyboard', text })
  if (isWhole) for (const element of walk.controls) if (!isReached(element)) tell(`not reached by Tab: ${nameOf(element)}`)
  const order = walk.order.filter((element) => walk.place.contains(element))
  const wrong = order.find((element, at) => {
    const next = order[at + 1]
    return next !== undefined && (element as HTMLElement).tabIndex > 0
  })
  if (wrong) tell(`Tab reaches it before what stands in front of it: ${nameOf(wrong)}`)
  for (const element of walk.unseen)
    if (walk.controls.includes(element as HTMLElement)) tell(`the focus cannot be seen: ${nameOf(element)}`)
  return findings
}
