import type { PanelChange } from './replay-changed.ts'

/** Of which a user sees nothing; all are played in one session. */
export const harmlessInPanel: Record<string, PanelChange> = {
  'another class name': { script: `pkEach('main', (each) => each.classList.add('renamed'))` },
  'another mark for tests': { script: `pkEach('button', (each) => (each.dataset.test = 'b'))` },
  'an empty element': { script: `pkEach('main', (each) => each.append(document.createElement('span')))` },
  'an element around without a role': { script: `pkEach('footer', (each) => each.append(document.createElement('div')))` },
  'an element that is hidden': {
    script: `pkEach('body', (each) => each.append(Object.assign(document.createElement('p'), { hidden: true, textContent: 'x' })))`,
  },
  'a decoration': { script: `pkEach('body', (each) => each.append(Object.assign(document.createElement('i'), { ariaHidden: 'true' })))` },
  'a template': { script: `document.head.append(document.createElement('template'))` },
  'another word about the page': {
    script: `document.head.append(Object.assign(document.createElement('meta'), { name: 'generator', content: 'x' }))`,
  },
  'a comment in the document': { script: `document.documentElement.append(document.createComment('drawn'))` },
  'a comment in a style': { style: `/* nothing */` },
  'a rule of which nothing is drawn': { style: `.never-used { color: red }` },
  'a variable of a style': { style: `:root { --unused-size: 3px }` },
  'round corners': { style: `button { border-radius: 5px }` },
  'a shadow': { style: `main { box-shadow: 0 0 1px #0001 }` },
  'another pointer': { style: `a { cursor: help }` },
  'a hint for the painter': { style: `footer { will-change: opacity }` },
  'more space below': { style: `footer { padding-block-end: 11px }` },
  'another outline': { style: `:focus-visible { outline-offset: 3px }` },
  'another order of layers': { style: `footer { position: relative; z-index: 0 }` },
  'another mark of selected text': { style: `::selection { background: #ddeeff }` },
  'a bar for scrolling': { style: `main { scrollbar-color: #888 #fff }` },
  'a slower answer': {
    script: `const fast = window.fetch; window.fetch = (...call) => new Promise((done) => setTimeout(done, 15)).then(() => fast(...call))`,
  },
  'calls side by side in another order': {
    script: `const even = window.fetch; let turn = 0
    window.fetch = (...call) => new Promise((done) => setTimeout(done, ++turn % 2 === 0 ? 0 : 10)).then(() => even(...call))`,
  },
  'a word in the console': { script: `console.info('drawn')` },
  'a warning in the console': { script: `console.warn('this will go away')` },
  'something is kept': { script: `localStorage.setItem('unused', '1')` },
  'something is kept for the visit': { script: `sessionStorage.setItem('unused', '1')` },
  'a name of the window': { script: `window.unused = 1` },
  'a listener that does nothing': { script: `addEventListener('click', () => undefined, { passive: true })` },
}
