// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callNamed } from '#renderer/api/call.ts'
import { CallFailure } from '#renderer/api/call-failure.ts'
import { createGridEdits, leaveKey, unsavedCells, type GridEditing } from '#renderer/grid/edit/grid-edits.ts'
import { cellsToSave, editedColumn, formOf, noteCells, resolveConflict, saveRow } from '#renderer/grid/edit/row-form.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import { defineWidget, setWidgets } from '#renderer/registry/widgets.ts'

vi.mock('#renderer/grid/edit/focus-cell.ts', () => ({ focusCell: vi.fn() }))
vi.mock('#renderer/api/call.ts', async (original) => ({ ...(await original<object>()), callNamed: vi.fn() }))
const called = vi.mocked(callNamed)
const row = { id: 4, version: 2, can_edit: true, title: 'Art', order: 10, slug: 'art' }
const form = {
  schema: {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string', rules: 'required|max:8' }, order: { type: 'integer' } },
  },
}

function open(save: 'immediate' | 'together' = 'together') {
  const editing: GridEditing = {
    edits: createGridEdits(),
    edit: { model: 'category', save, form },
    columns: [{ key: 'title', title: 'Title', cell: 'text', editable: 'title' }],
    list: { name: 'grid', params: { part: 'list' } } as never,
  }
  const type = (values: Record<string, unknown>) => {
    for (const [field, value] of Object.entries(values)) {
      editing.edits.begin(row, field)
      formOf(editing, row, 'en', 'UTC').commit([field], value)
      noteCells(editing, row.id)
      editing.edits.close(row.id)
    }
  }
  const cells = () => editing.edits.line(row.id)?.cells
  return { editing, type, cells }
}

const refuse = (status: number, body: object) => called.mockRejectedValueOnce(new CallFailure('save', status, body))
beforeEach(() => {
  called.mockReset()
})

describe('a row that is edited', () => {
  it('sends only the fields that were changed, on the version that was shown', async () => {
    const { editing, type } = open()
    called.mockResolvedValue({ results: { id: 4, version: 3, title: 'Arts', order: 10 }, metadata: {} })
    type({ title: 'Arts' })
    expect(await saveRow(editing, 4)).toBe(true)
    expect(called.mock.calls[0]).toMatchObject([
      'save',
      { method: 'POST', payload: { model: 'category', id: 4, version: 2, data: { title: 'Arts' } } },
    ])
    expect(Object.keys((called.mock.calls[0]![1]!.payload as { data: object }).data)).toEqual(['title'])
  })

  it('saves a second change on the version that the first one left', async () => {
    const { editing, type } = open()
    called
      .mockResolvedValueOnce({ results: { id: 4, version: 3, title: 'Arts', order: 10 }, metadata: {} })
      .mockResolvedValueOnce({ results: { id: 4, version: 4, title: 'Arts', order: 11 }, metadata: {} })
    type({ title: 'Arts' })
    const first = saveRow(editing, 4)
    await vi.waitFor(() => expect(called).toHaveBeenCalledOnce())
    type({ order: 11 })
    await Promise.all([first, saveRow(editing, 4)])
    expect(called.mock.calls.map(([, options]) => options!.payload as { version: number; data: object })).toMatchObject([
      { version: 2 },
      { version: 3, data: { order: 11 } },
    ])
  })

  it('is read again where the answer of the save does not tell it, and is not saved where it is as it was', async () => {
    const { editing, type, cells } = open()
    called
      .mockResolvedValueOnce({ results: {}, metadata: {} })
      .mockResolvedValueOnce({ results: { id: 4, version: 2, title: 'Art', order: 10 }, metadata: {} })
    type({ title: 'Arts' })
    expect(await saveRow(editing, 4)).toBe(false)
    expect(called.mock.calls[1]).toEqual(['single', { params: { model: 'category', id: 4 } }])
    expect(cells()).toMatchObject({ title: { value: 'Arts', state: 'failed', message: 'errors.unreadable' } })
    called
      .mockResolvedValueOnce({ results: {}, metadata: {} })
      .mockResolvedValueOnce({ results: { id: 4, version: 3, title: 'ARTS', order: 10 }, metadata: {} })
    expect(await saveRow(editing, 4)).toBe(true)
    expect(cells()).toMatchObject({ title: { value: 'ARTS', state: 'saved' } })
  })

  it('is saved by hand with the others that wait, where cells are saved together, and as what failed where they are not', async () => {
    for (const [save, waiting] of [
      ['together', ['title', 'order']],
      ['immediate', ['title']],
    ] as const) {
      const { editing, type } = open(save)
      type({ title: 'Much too long', order: 11 })
      expect(cellsToSave(editing).map(({ key }) => key)).toEqual(waiting)
    }
  })

  it('is as it was once everything is typed back', () => {
    const { type, cells } = open()
    type({ title: 'Arts' })
    expect(cells()).toMatchObject({ title: { value: 'Arts', state: 'changed' } })
    type({ title: 'Art' })
    expect(cells()).toBeUndefined()
  })

  it('is not sent while a rule is broken, and says which', async () => {
    const { editing, type, cells } = open()
    type({ title: 'Much too long', order: 11 })
    expect(await saveRow(editing, 4)).toBe(false)
    expect(called).not.toHaveBeenCalled()
    expect(cells()).toMatchObject({
      title: { value: 'Much too long', state: 'failed', message: expect.stringMatching(/./) as string },
      order: { state: 'changed' },
    })
  })

  it('keeps what was typed when the server refuses it, with the sentence in its cell', async () => {
    const { editing, type, cells } = open()
    refuse(422, { errorCode: 422, errors: { title: ['Taken.'] } })
    type({ title: 'Arts', order: 11 })
    expect(await saveRow(editing, 4)).toBe(false)
    expect(cells()).toEqual({
      title: { value: 'Arts', state: 'failed', message: 'Taken.' },
      order: { value: 11, state: 'changed', message: undefined },
    })
    expect(unsavedCells(editing.edits.store.getState())).toHaveLength(2)
  })

  it.each([
    [404, 'not-found'],
    [403, 'permission-denied'],
    [0, 'network'],
  ])('keeps what was typed after %i', async (status, errorCode) => {
    const { editing, type, cells } = open()
    refuse(status, { errorCode, userMessage: 'No.' })
    type({ title: 'Arts' })
    await saveRow(editing, 4)
    expect(cells()).toMatchObject({ title: { value: 'Arts', state: 'failed', message: expect.stringMatching(/./) as string } })
  })

  it('goes on from what somebody else saved, on its version', async () => {
    const { editing, type, cells } = open()
    refuse(409, {
      errorCode: 'stale-version',
      metadata: { current: { id: 4, version: 3, title: 'Theirs', order: 10 }, base: { id: 4, version: 2, title: 'Art', order: 10 } },
    })
    type({ title: 'Arts' })
    await saveRow(editing, 4)
    expect(editing.edits.store.getState().conflict).toMatchObject({ id: 4, conflict: { current: { title: 'Theirs' } } })
    called.mockResolvedValue({ results: { id: 4, version: 4, title: 'Arts', order: 10 }, metadata: {} })
    await resolveConflict(editing, { id: 4, version: 3, title: 'Arts', order: 10 })
    expect(called.mock.calls[1]![1]).toMatchObject({ payload: { version: 3, data: { title: 'Arts' } } })
    expect(cells()).toMatchObject({ title: { state: 'saved' } })
  })

  it('shows what it saved until the rows tell it', async () => {
    const { editing, type, cells } = open()
    called.mockResolvedValue({ results: { id: 4, version: 3, title: 'Arts', order: 10 }, metadata: {} })
    type({ title: 'Arts' })
    await saveRow(editing, 4)
    editing.edits.meet([row])
    expect(cells()).toMatchObject({ title: { value: 'Arts', state: 'saved' } })
    editing.edits.meet([{ ...row, title: 'Arts', version: 3 }])
    expect(cells()).toBeUndefined()
  })
})

describe('the editor of a cell', () => {
  it('gathers what is typed before it is there', () => {
    const { editing } = open()
    for (const letter of ['n', 'e', 'w']) editing.edits.begin(row, 'title', letter)
    expect(editing.edits.line(4)).toMatchObject({ editing: 'title', typed: 'new' })
  })

  const other = { ...row, id: 5 }

  it('opens after the one that is open has ended, and leads back into it where that cannot', () => {
    const {
      editing: { edits },
    } = open()
    edits.begin(row, 'order')
    const editor = { end: vi.fn(() => false), recall: vi.fn() }
    edits.noteOpen(editor)
    edits.begin(other, 'title')
    expect(editor.recall).toHaveBeenCalledOnce()
    expect(edits.line(5)).toBeUndefined()
    expect(edits.leave()).toBe(false)
    editor.end.mockImplementation(() => {
      edits.close(4)
      return true
    })
    edits.begin(other, 'title')
    expect(edits.line(4)).toBeUndefined()
    expect(edits.line(5)).toMatchObject({ editing: 'title' })
  })

  it('gives way while it has not arrived, unless something was typed for it; Escape gives it up', () => {
    const {
      editing: { edits },
    } = open()
    edits.begin(row, 'title')
    edits.begin(other, 'title', 'a')
    expect(edits.line(4)).toBeUndefined()
    edits.begin(row, 'title')
    expect(edits.line(4)).toBeUndefined()
    edits.begin(other, 'title', leaveKey)
    expect(edits.line(5)).toBeUndefined()
  })

  it('leaves a value that is wrong unsaved with its reason when its line goes', async () => {
    await loadRuleMessages('en')
    const { type, cells } = open()
    type({ title: 'Much too long' })
    expect(cells()).toMatchObject({ title: { value: 'Much too long', state: 'failed' } })
    expect(cells()!.title!.message).toMatch(/8/)
  })

  it('is there for choices without a type, and for widgets that are no line', () => {
    setWidgets(
      ['select', 'switch', 'radio'].map((name) =>
        defineWidget(
          'field',
          { name, kind: 'field', title: name } as never,
          () => Promise.reject(new Error(name)),
          name === 'radio' ? {} : { line: true },
        ),
      ),
    )
    const choices = {
      schema: { type: 'object', properties: { kind: { enum: ['a', 'b'] }, rank: { enum: [1, 2] }, pick: { type: 'string', enum: ['x'] } } },
      ui: { pick: { widget: 'radio' } },
    }
    expect(['kind', 'rank', 'pick'].map((field) => editedColumn({ form: choices }, field)?.widget)).toEqual(['select', 'select', 'select'])
  })
})
