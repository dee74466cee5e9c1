import { describe, expect, it } from 'vitest'
import { isBlockShown } from '#renderer/screen/blocks/block-visibility.ts'
import { offersSaving } from '#renderer/screen/blocks/page-body.ts'
import type { ScreenBlock } from '#schemas/types/contract.d.ts'

const draft = { properties: { status: { const: 'draft' } } }
const of = (status: string) => ({ site: {}, route: { id: 4 }, post: { id: 4, status } })
const note: ScreenBlock = { text: 'x', visible: draft }

describe('a block with `visible`', () => {
  it('is shown while the loaded record meets it', () => {
    expect(isBlockShown(note, of('draft'))).toBe(true)
    expect(isBlockShown(note, of('published'))).toBe(false)
    expect(isBlockShown(note, { route: { id: 4 } })).toBe(false)
    expect(isBlockShown({ text: 'x' }, {})).toBe(true)
  })
  it('is about the record that it names where several are loaded', () => {
    const data = { ...of('published'), parent: { id: 9, status: 'draft' } }
    expect(isBlockShown({ ...note, record: 'parent' }, data)).toBe(true)
    expect(isBlockShown({ ...note, record: 'post' }, data)).toBe(false)
  })
  it('takes what stands around it along when nothing else is there', () => {
    const around: ScreenBlock[] = [
      { panel: 'P', body: [note] },
      { columns: [{ body: [note] }] },
      { tabs: [{ key: 'a', title: 'A', body: [{ panel: 'P', body: [note] }] }] },
    ]
    expect(around.map((block) => isBlockShown(block, of('published')))).toEqual([false, false, false])
    expect(around.map((block) => isBlockShown(block, of('draft')))).toEqual([true, true, true])
    expect(isBlockShown({ columns: [{ body: [note] }, { body: [{ text: 'y' }] }] }, of('published'))).toBe(true)
    expect(isBlockShown({ panel: 'P', body: [] }, of('published'))).toBe(true)
  })
  it('has no say in whether the form of the page is saved while it is hidden', () => {
    const body: ScreenBlock[] = [
      { form: 'post' },
      { actions: [{ type: 'call', options: { name: 'x', payload: { data: '{form}' } } }], visible: draft },
      { actions: [{ type: 'refresh' }] },
    ]
    expect(offersSaving(body, of('draft'))).toBe(true)
    expect(offersSaving(body, of('published'))).toBe(false)
  })
})
