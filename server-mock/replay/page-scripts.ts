/* Functions that run inside the page: each is complete in itself, since only its text reaches the browser. */

import type { PageClock } from './page-clock.ts'

export interface PageReading {
  page: string
  title: string
  invalid: string[]
  cut: string[]
  /** What is written in fields for passwords. */
  passwords: string[]
  hasFocus: boolean
}

interface NativeParts {
  frame: (then: () => void) => void
  /** As `waitForRest`. */
  rest: () => Promise<boolean>
  blocked: string[]
  /** Changes of the document since somebody has asked. */
  changes: number
}

/**
 * Before anything of the page runs: keeps what the clock replaces, takes lots from a seed, counts changes of the document, and notes
 * what the security policy blocks. `state` is what the panel finds in its storage.
 */
export function preparePage({ seed, state }: { seed: number; state: string }): void {
  const own = window as unknown as { pishkhanReplay?: NativeParts }
  if (own.pishkhanReplay) return
  const frame = window.requestAnimationFrame.bind(window)
  const whenIdle = window.requestIdleCallback.bind(window)
  const blocked: string[] = []
  const rest = async (): Promise<boolean> => {
    await new Promise<void>((done) => frame(() => whenIdle(() => done(), { timeout: 500 })))
    const isChanged = parts.changes > 0
    parts.changes = 0
    return isChanged
  }
  const parts: NativeParts = { frame, rest, blocked, changes: 0 }
  own.pishkhanReplay = parts
  new MutationObserver(({ length }) => (parts.changes += length)).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    blocked.push(`blocked by ${violatedDirective}: ${blockedURI}`),
  )
  // mulberry32, public domain
  let lot = seed
  const next = (): number => {
    lot = (lot + 0x6d2b79f5) | 0
    let mixed = Math.imul(lot ^ (lot >>> 15), 1 | lot)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  Math.random = next
  crypto.getRandomValues = (<T extends ArrayBufferView | null>(array: T): T => {
    if (array) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
      for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(next() * 256)
    }
    return array
  }) as typeof crypto.getRandomValues
  crypto.randomUUID = () =>
    'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(next() * 16).toString(16)) as ReturnType<typeof crypto.randomUUID>
  try {
    if (localStorage.getItem('pishkhan') === null) localStorage.setItem('pishkhan', state)
  } catch {
    // A page without storage, such as about:blank.
  }
  const still = document.createElement('style')
  still.textContent =
    '*,*::before,*::after{animation-duration:1ms!important;animation-delay:0s!important;animation-iteration-count:1!important;transition-duration:1ms!important;transition-delay:0s!important;caret-color:transparent!important;scroll-behavior:auto!important}'
  const place = (): void => void document.documentElement?.append(still)
  if (document.documentElement) place()
  else document.addEventListener('DOMContentLoaded', place)
}

/** Waits until the browser has painted twice: until then what was measured has been told, and every ready promise has run. */
export function waitForFrames(): Promise<void> {
  const { frame } = (window as unknown as { pishkhanReplay: NativeParts }).pishkhanReplay
  return new Promise((done) =>
    frame(() =>
      frame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done()
        port2.postMessage(null)
      }),
    ),
  )
}

/**
 * Waits until the browser has painted, has told what was measured, and has nothing else to do. Says whether the document has changed
 * since this was asked before.
 */
export function waitForRest(): Promise<boolean> {
  return (window as unknown as { pishkhanReplay: NativeParts }).pishkhanReplay.rest()
}

/**
 * Lets the page's clock go on by the first of some portions, and by the next ones up to the first in which something is due; then waits
 * as `waitForRest` does. Nothing can happen in a portion in which nothing is due. Returns the portions that are left.
 */
export async function passUntilDue(portions: readonly number[]): Promise<{ left: number[]; isChanged: boolean }> {
  const { pishkhanReplay: parts, pishkhanClock: clock } = window as unknown as { pishkhanReplay: NativeParts; pishkhanClock: PageClock }
  const left = [...portions]
  for (let ms = left.shift(); ms !== undefined; ms = left.shift()) {
    const isDue = clock.isDue(ms)
    await clock.advance(ms)
    if (isDue) return { left, isChanged: await parts.rest() }
  }
  return { left, isChanged: false }
}

/** Gives the page the browser's own timers back, for what works with them. */
export function releaseClock(): void {
  ;(window as unknown as { pishkhanClock: PageClock }).pishkhanClock.release()
}

/** Whether something on the page says that it is not there yet. */
export function isPageBusy(): boolean {
  const isSeen = (element: Element): boolean => element.getClientRects().length > 0
  return document.fonts.status !== 'loaded' || [...document.querySelectorAll('[aria-busy=true]')].some(isSeen)
}

/** What the accessibility tree does not tell. */
export function readPage(): PageReading {
  const isSeen = (element: Element): boolean =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible' && !element.closest('[aria-hidden=true]')
  const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()
  const textsOf = (ids: string | null): string =>
    (ids ?? '')
      .split(/\s+/)
      .map((id) => plain(document.getElementById(id)?.textContent))
      .filter((text) => text !== '')
      .join(' ')
  const invalid = [...document.querySelectorAll('[aria-invalid=true]')].filter(isSeen).flatMap((field) => {
    const labels =
      'labels' in field ? [...((field as HTMLInputElement).labels ?? [])].map((label) => plain(label.textContent)).join(' ') : ''
    const name = plain(field.getAttribute('aria-label')) || textsOf(field.getAttribute('aria-labelledby')) || labels
    const sentence = textsOf(field.getAttribute('aria-errormessage')) || textsOf(field.getAttribute('aria-describedby'))
    return sentence === '' ? [] : [`${name}: ${sentence}`]
  })
  const cut = [...document.querySelectorAll('body *')].filter((element) => {
    if (element.scrollWidth <= element.clientWidth + 1 || element.childElementCount > 3 || !isSeen(element)) return false
    const { textOverflow, overflowX, clipPath, position } = getComputedStyle(element)
    const isHiddenLabel = position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1)
    const ownsText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && plain(node.textContent) !== '')
    return !isHiddenLabel && ownsText && (textOverflow === 'ellipsis' || overflowX === 'hidden' || overflowX === 'clip')
  })
  return {
    page: location.pathname + location.search,
    title: document.title,
    invalid,
    passwords: [...document.querySelectorAll<HTMLInputElement>('input[type=password]')]
      .map(({ value }) => value)
      .filter((value) => value !== ''),
    cut: [...new Set(cut.map((element) => plain(element.textContent).slice(0, 200)))].sort(),
    hasFocus: document.querySelector(':focus') !== null,
  }
}

/** What the security policy has blocked since the last time. */
export function takeBlocked(): string[] {
  return (window as unknown as { pishkhanReplay: NativeParts }).pishkhanReplay.blocked.splice(0)
}
