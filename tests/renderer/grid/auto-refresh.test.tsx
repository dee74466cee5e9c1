// @vitest-environment jsdom
import { act, createRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useAutoRefresh } from '#renderer/grid/data/use-auto-refresh.ts'

const [look, miss] = [vi.fn(), vi.fn()]
const list = createRef<HTMLDivElement>()
let root: Root

function List({ every, held = false, inside = '' }: { every?: number; held?: boolean; inside?: string }) {
  useAutoRefresh({ everySeconds: every, list, held, look, miss })
  return <div ref={list} dangerouslySetInnerHTML={{ __html: inside }} />
}
const draw = (props: Parameters<typeof List>[0]) => act(() => root.render(<List {...props} />))
const pass = (seconds: number) =>
  act(() => {
    vi.advanceTimersByTime(seconds * 1000)
  })
const setSeen = (isSeen: boolean) =>
  act(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: !isSeen })
    document.dispatchEvent(new Event('visibilitychange'))
  })

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
beforeEach(() => {
  vi.useFakeTimers()
  look.mockReset()
  miss.mockReset()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  setSeen(true)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('looks again every so many seconds, where the document asks for it, and no more often than every five', () => {
  draw({})
  pass(60)
  expect(look).not.toHaveBeenCalled()
  draw({ every: 10 })
  pass(30)
  expect(look).toHaveBeenCalledTimes(3)
  draw({ every: 1 })
  pass(10)
  expect(look).toHaveBeenCalledTimes(5)
})

test('rests while nobody sees the page, and looks at once when somebody does after that long', () => {
  draw({ every: 10 })
  setSeen(false)
  pass(60)
  expect(look).not.toHaveBeenCalled()
  setSeen(true)
  expect(look).toHaveBeenCalledTimes(1)
})

test('leaves the rows alone while they are held, or somebody works inside the list', () => {
  draw({ every: 10, held: true })
  pass(20)
  for (const inside of [
    '<table><tbody><tr><td data-editing>…</td></tr></tbody></table>',
    '<table><tbody><tr data-lifted=""></tr></tbody></table>',
    '<button aria-expanded="true">…</button>',
  ]) {
    draw({ every: 10, inside })
    pass(20)
  }
  expect(look).not.toHaveBeenCalled()
  draw({
    every: 10,
    inside:
      '<table><tbody><tr aria-expanded="true"><td><button data-part="expand" aria-expanded="true"></button></td></tr></tbody></table>',
  })
  pass(10)
  expect(look).toHaveBeenCalledTimes(1)
})

test('tells how old the rows are while there is no network, and looks when it returns', () => {
  draw({ every: 10 })
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  pass(10)
  expect([look.mock.calls.length, miss.mock.calls.length]).toEqual([0, 1])
  network.mockReturnValue(true)
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  expect(look).toHaveBeenCalledTimes(1)
})
