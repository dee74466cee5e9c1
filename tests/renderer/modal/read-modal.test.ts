import { describe, expect, it } from 'vitest'
import { readModal } from '#renderer/modal/read-modal.ts'
import type { ModalAnswer } from '#schemas/types/contract.d.ts'

const read = (modal: unknown) => readModal(modal as ModalAnswer)

describe('the document of a modal', () => {
  it('is taken as it is when all is well', () => {
    const sound = { id: 'm', title: 'T', size: 'md', fetch: { name: 'one' }, buttons: [{ id: 'ok', title: 'OK' }] }
    expect(read(sound)).toEqual({ modal: { ...sound, text: undefined }, problems: [] })
  })

  it('without a title is headed by what opened it: nothing is wrong with it', () => {
    expect(read({ id: 'm' })).toMatchObject({ modal: { title: '' }, problems: [] })
  })

  it.each([
    ['a title that is no text', { id: 'm', title: { a: 1 } }, '/title'],
    ['an unknown size', { id: 'm', title: 'T', size: 'giant' }, '/size'],
    ['buttons that are no list', { id: 'm', title: 'T', buttons: 5 }, '/buttons'],
    ['a button without a title', { id: 'm', title: 'T', buttons: [{ id: 'ok' }] }, '/buttons/0/title'],
    ['a call without a name', { id: 'm', title: 'T', fetch: 'one' }, '/fetch'],
  ])('with %s is drawn all the same and says where', (_, modal, pointer) => {
    const { modal: drawn, problems } = read(modal)
    expect(typeof drawn.title).toBe('string')
    expect(problems.map((problem) => problem.pointer)).toEqual([pointer])
  })
})
