import { describe, expect, it } from 'vitest'
import { changedBeside, savedBy } from '#renderer/form/conflict/changed-beside.ts'

const form = { schema: { type: 'object', properties: { title: {} } } }
const base = {
  id: 1,
  version: 3,
  title: 'A',
  status: 'published',
  pinned: false,
  author: { id: 1 },
  updated_at: '2026-01-01T00:00:00Z',
  can_edit: true,
}
const current = {
  ...base,
  version: 4,
  title: 'B',
  status: 'draft',
  author: { id: 2 },
  updated_at: '2026-01-02T00:00:00Z',
  updated_name: 'Sara',
  can_edit: false,
}

describe('what others changed outside the form', () => {
  it('is told by field, with the title and the choices that the page shows', () => {
    const column = { key: 'status', title: 'Status', cell: 'badge' }
    expect(changedBeside(form, { current, base }, {}, [column])).toEqual([{ field: 'status', before: 'published', after: 'draft', column }])
  })
  it('is no value that is worked out of others, and is called as the server calls it', () => {
    const other = { base: { ...base, display: 'A (1)' }, current: { ...current, display: 'B (1)' }, labels: { status: 'وضعیت' } }
    expect(changedBeside(form, other, {})).toEqual([
      { field: 'status', before: 'published', after: 'draft', column: undefined, label: 'وضعیت' },
    ])
  })
  it('is measured by what was loaded when the server has no history', () =>
    expect(changedBeside(form, { current }, base).map(({ field }) => field)).toEqual(['status']))
  it('comes with who and when, as far as the record tells', () => {
    expect(savedBy({ current })).toEqual({ name: 'Sara', at: '2026-01-02T00:00:00Z' })
    expect(savedBy({ current: { updated_by: { name_full: 'Ali' } } })).toEqual({ name: 'Ali', at: undefined })
  })
})
