import { beforeEach, expect, it, vi } from 'vitest'
import { ask, closeAllModals, closeModal, openModal, useModals } from '#renderer/dialog/modal-store.ts'

beforeEach(() => {
  class Element {}
  vi.stubGlobal('HTMLElement', Element)
  vi.stubGlobal('document', { activeElement: null, body: null })
  useModals.setState({ stack: [] })
})

it('stacks modals and closes the one that is meant', () => {
  openModal({ id: 'a', title: 'A' })
  openModal({ id: 'b', title: 'B' }, { row: { id: 1 } })
  const [first] = useModals.getState().stack
  closeModal(first!.key)
  expect(useModals.getState().stack).toMatchObject([{ kind: 'document', modal: { id: 'b' }, context: { row: { id: 1 } } }])
})

it('answers open questions with no when the route changes', async () => {
  const answer = ask({ text: 'Sure?' })
  closeAllModals()
  await expect(answer).resolves.toBe(false)
  expect(useModals.getState().stack).toEqual([])
})

it('ends a question with yes when what it waits for has come', async () => {
  const waited = ask({ text: 'Wait?' }, Promise.resolve())
  const other = ask({ text: 'Sure?' })
  await expect(waited).resolves.toBe(true)
  expect(useModals.getState().stack).toMatchObject([{ question: { text: 'Sure?' } }])
  closeAllModals()
  await other
})
