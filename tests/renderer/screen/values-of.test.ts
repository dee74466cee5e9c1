import { describe, expect, it } from 'vitest'
import { valuesOf } from '#renderer/screen/use-loads.ts'

const post = { id: 7, version: 1, title: 'Old', can_edit: true }
const loaded = { post, author: { id: 7 }, buttons: [{ id: 'save' }] }

describe('what a save has answered', () => {
  it('stands for the load of the same record, which is not read again', () => {
    const answer = { id: 7, version: 2, title: 'New', can_edit: true, status: 'draft' }
    expect(valuesOf(answer, loaded)).toEqual({ post: answer })
  })
  it('is no answer for another record, or where it leaves out what was loaded', () => {
    expect(valuesOf({ ...post, id: 8, version: 2 }, loaded)).toEqual({})
    expect(valuesOf({ id: 7, version: 2, title: 'New' }, loaded)).toEqual({})
    expect([valuesOf(null, loaded), valuesOf([post], loaded), valuesOf({ id: 7 }, loaded)]).toEqual([{}, {}, {}])
  })
})
