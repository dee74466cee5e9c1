import { describe, expect, it } from 'vitest'
import { actionsShown } from '#renderer/action/actions-shown.ts'
import { shownRecord } from '#renderer/screen/shown-record.ts'
import type { Action } from '#schemas/types/contract.d.ts'

const order = { id: 7, status: 'open', can_edit: true, can_trash: false }
const data = { site: { id: 1 }, route: { id: 7 }, order }

describe('the record that the buttons of a screen are about', () => {
  it('is the only one that was loaded', () => {
    expect(shownRecord(data)).toBe(order)
    expect(shownRecord({ ...data, totals: { sum: 5 }, lines: [{ id: 1 }] })).toBe(order)
  })
  it('is the one that is named, where several were', () => {
    const several = { ...data, customer: { id: 3 } }
    expect(shownRecord(several)).toBeUndefined()
    expect(shownRecord(several, 'order')).toBe(order)
    expect(shownRecord({ answer: { order } }, 'answer.order')).toBe(order)
    expect(shownRecord(several, 'nothing')).toBeUndefined()
  })
  it('decides by its flags and values which buttons are there', () => {
    const actions: Action[] = [
      { type: 'call', id: 'edit', flag: 'can_edit', options: { name: 'a' } },
      { type: 'call', id: 'trash', flag: 'can_trash', options: { name: 'a' } },
      { type: 'call', id: 'close', when: { properties: { status: { const: 'open' } } }, options: { name: 'a' } },
      { type: 'call', id: 'reopen', when: { properties: { status: { const: 'closed' } } }, options: { name: 'a' } },
    ]
    expect(actionsShown(actions, shownRecord(data)).map(({ id }) => id)).toEqual(['edit', 'close'])
  })
})
