// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useFooterFocus } from '#renderer/form/use-footer-focus.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let host: HTMLElement
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
})

function Form({ bar, busy = false }: { bar: boolean; busy?: boolean }) {
  const foot = useFooterFocus('form', busy)
  return (
    <form id="form">
      <input name="first" />
      <input name="second" />
      {bar && (
        <div ref={foot}>
          <button type="button" name="discard" disabled={busy} />
          <button type="submit" name="save" disabled={busy} />
        </div>
      )}
    </form>
  )
}
const draw = (bar: boolean, busy = false) => act(() => root.render(<Form bar={bar} busy={busy} />))
const focus = (name: string) => act(() => host.querySelector<HTMLElement>(`[name=${name}]`)!.focus())
/** What Chromium does with the focus of a button that is disabled. */
const lose = () => act(() => (document.activeElement as HTMLElement).blur())
const focused = () => (document.activeElement as HTMLInputElement).name

describe('a focus in the bar of a form', () => {
  it('goes back to the field that had it last when the bar goes', () => {
    draw(true)
    focus('second')
    focus('discard')
    draw(false)
    expect(focused()).toBe('second')
  })

  it('goes to the first field when none has had it', () => {
    draw(true)
    focus('save')
    draw(false)
    expect(focused()).toBe('first')
  })

  it('is on the main button again when a save was refused', () => {
    draw(true)
    focus('save')
    draw(true, true)
    lose()
    draw(true, false)
    expect(focused()).toBe('save')
  })

  it('stays where somebody has put it meanwhile', () => {
    draw(true)
    focus('save')
    focus('first')
    act(() => host.dispatchEvent(new Event('pointerdown', { bubbles: true })))
    lose()
    draw(false)
    expect(document.activeElement).toBe(document.body)
  })
})
