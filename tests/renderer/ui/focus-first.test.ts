// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { autoFocus } from '#renderer/ui/focus-first.ts'

beforeEach(() => {
  document.body.innerHTML = `
    <button id="opener">Language</button>
    <div role="menu"><button id="entry">English</button></div>
    <input id="typed" />
    <input id="wanted" />`
})
const wanted = () => document.getElementById('wanted')!

it.each([
  ['nothing', null],
  ['a button', 'opener'],
])('a control that asks for the focus takes it from %s', (_, from) => {
  if (from !== null) document.getElementById(from)!.focus()
  autoFocus(wanted())
  expect(document.activeElement).toBe(wanted())
})

it.each([
  ['an open menu', 'entry'],
  ['a field that somebody types in', 'typed'],
])('a control that arrives late does not take the focus from %s', (_, from) => {
  const before = document.getElementById(from)!
  before.focus()
  autoFocus(wanted())
  expect(document.activeElement).toBe(before)
})
