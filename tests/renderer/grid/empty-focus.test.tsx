// @vitest-environment jsdom
import { act, createRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { useEmptyFocus } from '#renderer/grid/use-empty-focus.ts'
import { Toasts } from '#renderer/shell/toasts.tsx'
import { showToast, useToasts } from '#renderer/shell/toast-store.ts'

const list = createRef<HTMLDivElement>()
let root: Root
function List({ count }: { count: number | undefined }) {
  useEmptyFocus(list, count)
  return <div ref={list}>{count === 0 ? <p className="grid-empty" tabIndex={-1}>Nothing</p> : count === undefined ? null : <button type="button">Row</button>}</div>
}
const draw = (count: number | undefined) => act(() => root.render(<List count={count} />))

beforeAll(() => { Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }); Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} }) })
beforeEach(() => { root = createRoot(document.body.appendChild(document.createElement('div'))) })
afterEach(() => { act(() => root.unmount()); useToasts.setState({ toasts: [] }) })

it('stays in a list whose last row went with it', () => {
  draw(1)
  list.current!.querySelector('button')!.focus()
  draw(undefined)
  draw(0)
  expect(document.activeElement?.className).toBe('grid-empty')
})
it('is not taken by a list that is empty from the start', () => {
  draw(0)
  expect(document.activeElement).toBe(document.body)
})
it('needs not be in the list for the keys of undo, but not where somebody types', () => {
  const undo = vi.fn(async () => {})
  const input = document.body.appendChild(document.createElement('input'))
  act(() => { root.render(<Toasts />); showToast({ tone: 'success', text: 'Gone', undo }) })
  const press = (target: EventTarget) => act(() => { target.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true })) })
  press(input)
  expect(undo).not.toHaveBeenCalled()
  press(document.body)
  expect(undo).toHaveBeenCalledOnce()
  input.remove()
})
