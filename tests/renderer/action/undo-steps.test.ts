import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteTakenBack, offerUndo, offerUndoStep, versionNow, type Undone } from '#renderer/action/undo-steps.ts'
import { dismissToast, undoLatest, undoToast, useToasts } from '#renderer/ui/toast-store.ts'

const shown = () =>
  useToasts
    .getState()
    .toasts.filter(({ undo }) => undo)
    .map(({ text }) => text)
const openPage = (pathname: string) => vi.stubGlobal('window', { location: { pathname } })
beforeEach(() => {
  openPage('/books')
  useToasts.setState({ toasts: [] })
})
afterEach(() => vi.unstubAllGlobals())

it('steps of one place are taken back one after the other, the latest first, by one toast', async () => {
  const undone: string[] = []
  for (const text of ['one', 'two', 'three'])
    offerUndoStep('list', {
      text,
      undo: () => {
        undone.push(text)
        return Promise.resolve<Undone>('done')
      },
    })
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
  const first = vi.fn(() => Promise.resolve<Undone>('done'))
  offerUndoStep('list', { text: 'first', undo: first })
  offerUndoStep('list', { text: 'second', undo: () => Promise.resolve('refused') })
  undoLatest()
  await vi.waitFor(() => expect(shown()).toEqual([]))
  offerUndoStep('list', { text: 'third', undo: () => Promise.resolve('done') })
  dismissToast(useToasts.getState().toasts.find(({ text }) => text === 'third')!.id)
  offerUndoStep('list', { text: 'fourth', undo: () => Promise.resolve('done') })
  undoLatest()
  await vi.waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('toast.undone'))
  expect(shown()).toEqual([])
  expect(first).not.toHaveBeenCalled()
})

it('what was not answered is offered again, and the steps before it after it', async () => {
  const answers: Undone[] = ['unanswered', 'done']
  offerUndoStep('shelf', { text: 'first', undo: () => Promise.resolve('done') })
  offerUndoStep('shelf', { text: 'second', undo: () => Promise.resolve(answers.shift()!) })
  undoLatest()
  await vi.waitFor(() => expect(answers).toEqual(['done']))
  await vi.waitFor(() => expect(shown()).toEqual(['second']))
  undoLatest()
  await vi.waitFor(() => expect(shown()).toEqual(['first']))
  expect(answers).toEqual([])
})

it('the keys take back only what was done on the page that is open; its own button does everywhere', async () => {
  const answers: Undone[] = ['unanswered', 'done']
  offerUndo({ text: 'trashed', undo: () => Promise.resolve(answers.shift()!) })
  openPage('/authors')
  expect(undoLatest()).toBe(false)
  undoToast(useToasts.getState().toasts[0]!)
  await vi.waitFor(() => expect(answers).toEqual(['done']))
  await vi.waitFor(() => expect(shown()).toEqual(['trashed']))
  expect(undoLatest()).toBe(false)
  openPage('/books')
  expect(undoLatest()).toBe(true)
  await vi.waitFor(() => expect(answers).toEqual([]))
})

it('a version that was brought back is known by its new number, step after step', () => {
  expect(versionNow('book 7', 2)).toBe(2)
  noteTakenBack('book 7', 3, 5)
  noteTakenBack('book 7', 2, 6)
  expect([versionNow('book 7', 3), versionNow('book 7', 2), versionNow('book 8', 2)]).toEqual([5, 6, 2])
})
