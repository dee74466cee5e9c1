import type { PanelChange } from './replay-changed.ts'

/** Changes that are played together in the session with a dialog, or in its first steps. */
export interface FaultyPanel {
  steps?: number
  /** Each with what is said of it: the step, the place, and what was there before and after. */
  changes: Record<string, [change: PanelChange, told: RegExp]>
}

export const faultsInPanel: Record<string, FaultyPanel> = {
  'what is done': {
    changes: {
      'a dialog cannot be closed by Escape': [
        {
          script: `for (const name of ['keydown', 'cancel']) addEventListener(name, (event) => {
          if (name === 'cancel' || event.key === 'Escape') { event.preventDefault(); event.stopImmediatePropagation() }
        }, true)`,
        },
        /^4 page [+] dialog "Add division"/m,
      ],
      'a focus is lost': [
        {
          script: `addEventListener('click', ({ target }) => {
          if (target.closest?.('[role=tab]')) setTimeout(() => document.activeElement.blur())
        })`,
        },
        /^1 focus - tab "Continents 7" \[selected\]$/m,
      ],
      'a call is made twice': [
        {
          script: `const once = window.fetch
        window.fetch = (...call) => {
          const [first, options] = call
          const isTab = String(first?.url ?? first).includes('tab=continents')
          if (isTab) void once(first?.clone?.() ?? first, options).then((answer) => answer.text())
          return once(...call)
        }`,
        },
        /^1 calls [+] GET divisions-grid .*continents/m,
      ],
      'a call is made that nobody expects': [
        { script: `void fetch('/api/v1/who-is-there').then((answer) => answer.text())` },
        /^0 errors [+] no answer was recorded for GET who-is-there$/m,
      ],
      'an error is in the console': [
        { script: `console.error('the list is upside down')` },
        /^0 errors [+] console: the list is upside down$/m,
      ],
      'an exception is thrown': [
        { script: `setTimeout(() => { throw new Error('torn apart') })` },
        /^0 errors [+] exception: torn apart$/m,
      ],
      'a contrast is too low': [
        { style: `footer { color: #ccc !important; background: #fff !important }` },
        /^4 accessibility \(axe\) [+] .*color-contrast/m,
      ],
      'a label is cut off': [
        { style: `footer { max-width: 60px !important; overflow: hidden !important; white-space: nowrap !important }` },
        /^0 texts that are cut off [+] Pishkhan · All rights reserved[.]$/m,
      ],
      'a button has no name': [
        { script: `pkEach('[aria-label=Refresh]', (each) => { each.removeAttribute('aria-label'); each.title = '' })` },
        /^0 banner - button "Refresh" [+] button$/m,
      ],
      'a button that was enabled is disabled': [
        { script: `pkEach('button[aria-label="Search the panel"]', (each) => (each.disabled = true))` },
        /^0 banner - button "Search the panel" [+] button "Search the panel" \[disabled\]$/m,
      ],
      'a text is missing in a locale': [
        { text: ['Rows per page', 'grid.rows-per-page'] },
        /^0 .*tabpanel.* - text: Rows per page [+] text: grid[.]rows-per-page$/m,
      ],
      'a heading is no heading': [
        { script: `pkEach('h1', (each) => each.setAttribute('role', 'note'))` },
        /^0 main - heading "Divisions" \[level=1\]/m,
      ],
      'a message is gone': [
        { style: `[role=dialog] [role=alert], dialog [role=alert] { display: none !important }` },
        /^3 dialog "Add division" - alert/m,
      ],
      'a part of the page is hidden': [
        { style: `nav[aria-label="You are here"] { display: none !important }` },
        /^0 page - navigation "You are here"/m,
      ],
      'something is said that did not happen': [
        {
          script: `addEventListener('DOMContentLoaded', () => {
          document.body.append(Object.assign(document.createElement('p'), { textContent: 'It was saved.' }))
        })`,
        },
        /^0 page [+] paragraph: It was saved[.]$/m,
      ],
    },
  },
  'what things say of themselves': {
    steps: 2,
    changes: {
      'the security policy blocks something': [
        { script: `document.head.append(Object.assign(document.createElement('script'), { src: 'https://elsewhere.example/a.js' }))` },
        /^0 errors [+] blocked by script-src/m,
      ],
      'a switch does not say what it is': [
        { script: `pkEach('[role=switch]', (each) => each.removeAttribute('role'))` },
        /^2 dialog "Add division" - switch "Active" \[checked\]/m,
      ],
      'digits are those of another language': [{ text: ['.NumberFormat(', '.NumberFormat("fa",'] }, /^0 .*- tab "All 1,143"/m],
      'a tab does not say that it is chosen': [
        { script: `pkEach('[role=tab][aria-selected=true]', (each) => each.removeAttribute('aria-selected'))` },
        /^1 .*- tab "Continents 7" \[selected\] [+] tab "Continents 7"$/m,
      ],
      'a field has a hint for its name': [
        { script: `pkEach('input[type=search]', (each) => { each.removeAttribute('aria-label'); each.removeAttribute('placeholder') })` },
        /^0 .*search - searchbox "Search" [+] 'searchbox "Searched in/m,
      ],
    },
  },
}
