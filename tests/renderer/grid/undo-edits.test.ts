// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { call, callNamed } from '#renderer/api/call.ts'
import { CallFailure } from '#renderer/api/call-failure.ts'
import { createGridEdits, type GridEditing } from '#renderer/grid/edit/grid-edits.ts'
import { formOf, noteCells, saveRows } from '#renderer/grid/edit/row-form.ts'
import { useModals } from '#renderer/dialog/modal-store.ts'
import { undoLatest, useToasts } from '#renderer/ui/toast-store.ts'

vi.mock('#renderer/api/call.ts', async (original) => ({ ...(await original<object>()), callNamed: vi.fn(), call: vi.fn() }))
const one = vi.mocked(callNamed)
const many = vi.mocked(call)
const form = { schema: { type: 'object', properties: { title: { type: 'string' }, order: { type: 'integer' } } } }
const rowOf = (id: number) => ({ id, version: 2, can_edit: true, title: `Row ${id}`, order: 10 })
const stored = (id: number, version: number, rest: object = {}) => ({
  results: { id, version, title: `Row ${id}`, order: 10, ...rest },
  metadata: {},
})

let list = 0
function open() {
  const editing: GridEditing = {
    edits: createGridEdits(),
    edit: { model: 'category', save: 'together', form },
    columns: [{ key: 'title', title: 'Title', cell: 'text', editable: 'title' }],
    list: { name: 'grid', params: { part: (list += 1) } } as never,
  }
  const type = (id: number, field: string, value: unknown) => {
    editing.edits.begin(rowOf(id), field)
    formOf(editing, rowOf(id), 'en', 'UTC').commit([field], value)
    noteCells(editing, id)
    editing.edits.close(id)
  }
  return { editing, type }
}
const sent = () => one.mock.calls.map(([, options]) => options!.payload)
const told = () => useToasts.getState().toasts.map(({ text }) => text)
beforeEach(() => {
  one.mockReset()
  many.mockReset()
  useToasts.setState({ toasts: [] })
})

it('an edit is taken back with what the cell held, on the version that the save left', async () => {
  const { editing, type } = open()
  one.mockResolvedValueOnce(stored(1, 3, { title: 'New' })).mockResolvedValueOnce(stored(1, 4))
  type(1, 'title', 'New')
  await saveRows(editing, [1])
  expect(told()).toEqual(['grid.edit.saved_cell'])
  undoLatest()
  await vi.waitFor(() => expect(told()).toContain('toast.undone'))
  expect(sent()[1]).toEqual({ model: 'category', id: 1, version: 3, data: { title: 'Row 1' } })
})

it('two edits of one record are taken back one after the other', async () => {
  const { editing, type } = open()
  one
    .mockResolvedValueOnce(stored(1, 3, { title: 'New' }))
    .mockResolvedValueOnce(stored(1, 4, { title: 'New', order: null }))
    .mockResolvedValueOnce(stored(1, 5, { title: 'New' }))
    .mockResolvedValueOnce(stored(1, 6))
  type(1, 'title', 'New')
  await saveRows(editing, [1])
  formOf(editing, rowOf(1), 'en', 'UTC')
  type(1, 'order', undefined)
  await saveRows(editing, [1])
  for (const count of [3, 4]) {
    undoLatest()
    await vi.waitFor(() => expect(one).toHaveBeenCalledTimes(count))
    await vi.waitFor(() => expect(told().some((text) => text === 'toast.undone')).toBe(true))
  }
  expect(sent().slice(2)).toEqual([
    { model: 'category', id: 1, version: 4, data: { order: 10 } },
    { model: 'category', id: 1, version: 5, data: { title: 'Row 1' } },
  ])
})

it.each([
  [0, 'network'],
  [503, 'unavailable'],
])('an edit whose taking back met %i can be taken back still, under the same key', async (status, errorCode) => {
  const { editing, type } = open()
  one
    .mockResolvedValueOnce(stored(1, 3, { title: 'New' }))
    .mockRejectedValueOnce(new CallFailure('save', status, { errorCode }))
    .mockResolvedValueOnce(stored(1, 4))
  type(1, 'title', 'New')
  await saveRows(editing, [1])
  undoLatest()
  await vi.waitFor(() => expect(told()).toContain('grid.edit.saved_cell'))
  undoLatest()
  await vi.waitFor(() => expect(told()).toContain('toast.undone'))
  expect(sent()[2]).toEqual(sent()[1])
  expect(one.mock.calls[2]![1]!.idempotencyKeys).toBe(one.mock.calls[1]![1]!.idempotencyKeys)
})

it('what somebody else wrote meanwhile is not overwritten: the former value meets it in the merge', async () => {
  const { editing, type } = open()
  one.mockResolvedValueOnce(stored(1, 3, { title: 'New' }))
  type(1, 'title', 'New')
  await saveRows(editing, [1])
  one.mockRejectedValueOnce(
    new CallFailure('save', 409, {
      errorCode: 'stale-version',
      metadata: { current: { ...rowOf(1), version: 4, title: 'Theirs' }, base: { ...rowOf(1), version: 3, title: 'New' } },
    }),
  )
  undoLatest()
  await vi.waitFor(() =>
    expect(editing.edits.store.getState().conflict).toMatchObject({ id: 1, conflict: { current: { title: 'Theirs' } } }),
  )
  expect(editing.edits.forms.get(1)!.getState().data).toMatchObject({ title: 'Row 1' })
  expect(editing.edits.line(1)!.cells).toMatchObject({ title: { value: 'Row 1', state: 'failed' } })
  expect(told()).not.toContain('toast.undone')
})

it('cells that were saved together are taken back in one call, and what could not be is told', async () => {
  const { editing, type } = open()
  one.mockImplementation((_, options) => Promise.resolve(stored((options!.payload as { id: number }).id, 3)) as never)
  type(1, 'title', 'A')
  type(2, 'title', 'B')
  type(2, 'order', undefined)
  await saveRows(editing, [1, 2])
  expect(told()).toEqual(['grid.edit.saved_cells'])
  many.mockResolvedValueOnce({
    results: {
      done: [{ id: 1, version: 4, changed: true }],
      failed: [{ id: 2, title: 'B', code: 'stale-version', message: 'Changed.' }],
      task: null,
    },
    metadata: {},
  } as never)
  undoLatest()
  await vi.waitFor(() => expect(many).toHaveBeenCalledOnce())
  expect(many.mock.calls[0]).toMatchObject([
    'bulk',
    {
      payload: {
        call: { name: 'save', payload: { data: '{own.data}' } },
        rows: [
          { id: 1, version: 3, own: { data: { title: 'Row 1' } } },
          { id: 2, version: 3, own: { data: { title: 'Row 2', order: 10 } } },
        ],
      },
    },
  ])
  await vi.waitFor(() => expect(useModals.getState().stack).toMatchObject([{ report: { rows: [{ id: 2, title: 'B' }] } }]))
  expect(told()).not.toContain('toast.undone')
})
