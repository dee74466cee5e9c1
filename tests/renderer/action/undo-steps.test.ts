import { beforeEach, expect, it, vi } from 'vitest'
import { noteTakenBack, offerUndo, versionNow } from '#renderer/action/undo-steps.ts'
import { dismissToast, undoLatest, useToasts } from '#renderer/shell/toast-store.ts'

const shown = () => useToasts.getState().toasts.filter(({ undo }) => undo).map(({ text }) => text)
beforeEach(() => useToasts.setState({ toasts: [] }))

it('steps of one place are taken back one after the other, the latest first, by one toast', async () => {
  const undone: string[] = []
  for (const text of ['one', 'two', 'three']) offerUndo('list', { text, undo: () => { undone.push(text); return Promise.resolve(true) } })
  expect(shown()).toEqual(['three'])
  undoLatest()
  await vi.waitFor(() => expect(shown()).toEqual(['two']))
  undoLatest()
  await vi.waitFor(() => expect(shown()).toEqual(['one']))
  undoLatest()
  await vi.waitFor(() => expect(undone).toEqual(['three', 'two', 'one']))
  expect(shown()).toEqual([])
})

it('what could not be taken back offers nothing more, and steps whose toast has gone are over', async () => {
  const first = vi.fn(() => Promise.resolve(true))
  offerUndo('list', { text: 'first', undo: first })
  offerUndo('list', { text: 'second', undo: () => Promise.resolve(false) })
  undoLatest()
  await vi.waitFor(() => expect(shown()).toEqual([]))
  offerUndo('list', { text: 'third', undo: () => Promise.resolve(true) })
  dismissToast(useToasts.getState().toasts.find(({ text }) => text === 'third')!.id)
  offerUndo('list', { text: 'fourth', undo: () => Promise.resolve(true) })
  undoLatest()
  await vi.waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('toast.undone'))
  expect(shown()).toEqual([])
  expect(first).not.toHaveBeenCalled()
})

it('a version that was brought back is known by its new number, step after step', () => {
  expect(versionNow('book 7', 2)).toBe(2)
  noteTakenBack('book 7', 3, 5)
  noteTakenBack('book 7', 2, 6)
  expect([versionNow('book 7', 3), versionNow('book 7', 2), versionNow('book 8', 2)]).toEqual([5, 6, 2])
})
