import { describe, expect, it } from 'vitest'
import { conflictOf, differences, mergeSides } from '#renderer/form/conflict.ts'

const form = { schema: { type: 'object', properties: { title: {}, status: {}, note: {}, created: { readOnly: true } } } }
const base = { title: 'Old', status: 'draft', note: 'n', created: '1' }
const mine = { ...base, title: 'Mine' }
const conflict = { current: { ...base, title: 'Theirs', status: 'published', created: '2', version: 9 }, base }

describe('two people save the same record', () => {
  it('is told by the code and the stored record', () => {
    expect(conflictOf({ errorCode: 'stale-version', metadata: conflict }, form)).toEqual(conflict)
    expect(conflictOf({ errorCode: 'in-use', metadata: conflict }, form)).toBeUndefined()
    expect(conflictOf({ errorCode: 'stale-version', metadata: {} }, form)).toBeUndefined()
  })
  it('lists what differs, and who changed it', () => expect(differences(form, mine, base, conflict)).toEqual([
    { field: 'title', mine: 'Mine', theirs: 'Theirs', suggested: 'mine', both: true },
    { field: 'status', mine: 'draft', theirs: 'published', suggested: 'theirs', both: false },
  ]))
  it('takes the side that changed a field unless one is chosen', () => {
    const list = differences(form, mine, base, conflict)
    expect(mergeSides(mine, conflict, list, {})).toMatchObject({ title: 'Mine', status: 'published' })
    expect(mergeSides(mine, conflict, list, { title: 'theirs', status: 'mine' })).toMatchObject({ title: 'Theirs', status: 'draft' })
  })
  it('compares with what was loaded when the server has no history', () => expect(differences(form, mine, base, { current: conflict.current }).map(({ field }) => field)).toEqual(['title', 'status']))
})
