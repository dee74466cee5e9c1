import { describe, expect, it } from 'vitest'
import { allBlocks, fieldsShown, offersSaving } from '#renderer/screen/blocks/page-body.ts'
import type { ScreenBlock } from '#schemas/types/contract.d.ts'

const body: ScreenBlock[] = [
  {
    columns: [
      { body: [{ form: 'post' }] },
      {
        body: [
          {
            panel: 'P',
            body: [{ actions: '{buttons}' }, { details: 'post', fields: [{ key: 'status', title: 'Status', cell: 'badge' }] }],
          },
        ],
      },
    ],
  },
]
const save = { type: 'call', options: { payload: { data: '{form}' } } }

describe('what a page does with its form', () => {
  it('is found in every block', () => expect(allBlocks(body)).toHaveLength(5))
  it('is to save it when a button takes it along', () => expect(offersSaving(body, { buttons: [{ type: 'call' }, save] })).toBe(true))
  it('is nothing when its buttons do other things', () =>
    expect(offersSaving(body, { buttons: [{ type: 'call', options: { payload: { id: 1 } } }] })).toBe(false))
  it('is not known while a page has no buttons, or has not loaded them', () => {
    expect(offersSaving([{ form: 'post' }], {})).toBe(true)
    expect(offersSaving(body, {})).toBe(true)
  })
  it('shows fields of the record beside it', () => expect(fieldsShown(body, 'post').map(({ key }) => key)).toEqual(['status']))
})
