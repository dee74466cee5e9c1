// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, it } from 'vitest'
import { useSelection, type SelectionState } from '#renderer/grid/selection/use-selection.ts'

beforeAll(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
})

const pages = { first: [1, 2, 3], second: [4, 5], 'first later': [2, 3] }
const rows = Object.fromEntries(Object.entries(pages).map(([name, ids]) => [name, ids.map((id) => ({ id }))]))

it('lets go of rows that have left the list once something was tried with them, and of no others', () => {
  const seen: { selection?: SelectionState } = {}
  const root = createRoot(document.createElement('div'))
  function List({ shown }: { shown: keyof typeof pages }) {
    const selection = useSelection(rows[shown]!, 'list', shown.split(' ')[0])
    seen.selection = selection
    return null
  }
  const show = (shown: keyof typeof pages) => act(() => root.render(<List shown={shown} />))
  const selected = () => [...seen.selection!.ids]
  show('first')
  act(() => seen.selection!.selectAll(true))
  show('second')
  expect(selected()).toEqual([1, 2, 3])
  show('first')
  act(() => seen.selection!.only([1, 2]))
  show('first later')
  expect(selected()).toEqual([2])
  show('second')
  expect(selected()).toEqual([2])
  act(() => root.unmount())
})
