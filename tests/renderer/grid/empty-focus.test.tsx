// @vitest-environment jsdom
import { act, createRef, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { useEmptyFocus, useReloadFocus, useSelectionFocus } from '#renderer/grid/table/use-empty-focus.ts'
import { Toasts } from '#renderer/shell/toasts.tsx'
import { showToast, useToasts } from '#renderer/ui/toast-store.ts'

const list = createRef<HTMLDivElement>()
let root: Root
function List({ count }: { count: number | undefined }) {
  useEmptyFocus(list, count)
  return (
    <div ref={list}>
      {count === 0 ? (
        <p className="grid-empty" tabIndex={-1}>
          Nothing
        </p>
      ) : count === undefined ? null : (
        <table>
          <tbody>
            <tr>
              <td>
                <button type="button" tabIndex={0}>
                  Row
                </button>
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </div>
  )
}
const draw = (count: number | undefined) => act(() => root.render(<List count={count} />))

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} })
})
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  useToasts.setState({ toasts: [] })
})

it('stays in a list whose last row went with it', () => {
  draw(1)
  list.current!.querySelector('button')!.focus()
  draw(undefined)
  draw(0)
  expect(document.activeElement?.className).toBe('grid-empty')
})
it('goes back to the rows when they return', () => {
  draw(1)
  list.current!.querySelector('button')!.focus()
  draw(0)
  draw(undefined)
  draw(2)
  expect(document.activeElement?.textContent).toBe('Row')
})
it('is with the list that was asked for again, or with its failure', () => {
  function Reloaded({ state }: { state: 'failed' | 'asked' | 'there' }) {
    const failed = useRef<HTMLDivElement>(null)
    const hold = useReloadFocus(list, failed, state !== 'asked')
    return state === 'failed' ? (
      <div ref={failed}>
        <button type="button" onClick={hold}>
          Reload
        </button>
      </div>
    ) : (
      <div ref={list}>
        <table>
          <tbody>{state === 'there' ? <tr tabIndex={0} /> : null}</tbody>
        </table>
      </div>
    )
  }
  const focused = () => document.activeElement?.tagName
  const states = (...all: ('failed' | 'asked' | 'there')[]) => {
    for (const state of all) act(() => root.render(<Reloaded state={state} />))
  }
  const press = () =>
    act(() => {
      const button = document.querySelector('button')!
      button.focus()
      button.click()
    })
  states('failed')
  press()
  states('asked', 'failed')
  expect(focused()).toBe('BUTTON')
  press()
  states('asked', 'there')
  expect(focused()).toBe('TR')
})
it.each([0, -1])('is in the list when the bar of its selection goes, its lines being stops (0) or not (-1)', (tabIndex) => {
  function Selected({ some }: { some: boolean }) {
    useSelectionFocus(list, some)
    return (
      <>
        {some ? (
          <button type="button" id="bar">
            Do
          </button>
        ) : null}
        <div ref={list}>
          <table>
            <tbody>
              <tr data-id="1" tabIndex={tabIndex} />
            </tbody>
          </table>
        </div>
      </>
    )
  }
  act(() => root.render(<Selected some />))
  document.getElementById('bar')!.focus()
  act(() => root.render(<Selected some={false} />))
  expect(document.activeElement?.tagName).toBe('TR')
})
it('is not taken by a list that is empty from the start', () => {
  draw(0)
  expect(document.activeElement).toBe(document.body)
})
it('needs not be in the list for the keys of undo, but not where somebody types', () => {
  const undo = vi.fn(async () => {})
  const input = document.body.appendChild(document.createElement('input'))
  act(() => {
    root.render(<Toasts />)
    showToast({ tone: 'success', text: 'Gone', undo })
  })
  const press = (target: EventTarget) =>
    act(() => {
      target.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true }))
    })
  press(input)
  expect(undo).not.toHaveBeenCalled()
  press(document.body)
  expect(undo).toHaveBeenCalledOnce()
  input.remove()
})
