import { describe, expect, test } from 'vitest'
import { actionsWidth, inlineActions, isOfferedForSome, mayOpen, offeredActions, openingAction } from '#renderer/grid/rows/row-actions.ts'
import type { Action } from '#schemas/types/contract.d.ts'

const view: Action = { id: 'view', type: 'modal', flag: 'can_view' }
const edit: Action = { id: 'edit', type: 'navigate', flag: 'can_edit' }
const publish: Action = { id: 'publish', type: 'call', when: { properties: { status: { const: 'draft' } } } }
const actions = [publish, edit, view]
const idsOf = (row: object) => offeredActions(actions, { id: 1, ...row }).map(({ action }) => action.id)

describe('actions of a row', () => {
  test('a flag must be true, not merely there', () => {
    expect(idsOf({ can_view: true, can_edit: false })).toEqual(['view'])
    expect(idsOf({ can_view: 'yes', can_edit: 1 })).toEqual([])
  })
  test('a condition is tested against the row, and a missing property never meets it', () => {
    expect(idsOf({ status: 'draft' })).toEqual(['publish'])
    expect(idsOf({ status: 'published' })).toEqual([])
    expect(idsOf({})).toEqual([])
  })
  test('an action keeps its place in the list of all', () => {
    expect(offeredActions(actions, { id: 1, can_view: true })).toEqual([{ action: view, index: 2 }])
  })
  test('Enter views before it edits, and never changes anything', () => {
    expect(openingAction(actions, { id: 1, status: 'draft', can_view: true, can_edit: true })?.action).toBe(view)
    expect(openingAction(actions, { id: 1, status: 'draft', can_edit: true })?.action).toBe(edit)
    expect(openingAction(actions, { id: 1, status: 'draft' })).toBeNull()
  })
  test('a bulk action must suit one of the rows at least', () => {
    expect(
      isOfferedForSome(edit, [
        { id: 1, can_edit: false },
        { id: 2, can_edit: true },
      ]),
    ).toBe(true)
    expect(isOfferedForSome(edit, [{ id: 1, can_edit: false }])).toBe(false)
  })
})

describe('the column of actions', () => {
  const drawn = (count: number): Action[] => Array.from({ length: count }, (_, at) => ({ id: `a${at}`, type: 'call', icon: 'edit' }))
  test.each([
    [0, false],
    [0, true],
    [1, false],
    [1, true],
    [4, true],
  ])('has room for the buttons of a row, so that they lie over no other cell: %i with icons, quick view %s', (count, viewable) => {
    const { inline, hasView } = inlineActions(drawn(count), { id: 1 }, viewable)
    expect(actionsWidth(drawn(count), [{ id: 1 }], viewable, true)).toBe(40 + 28 * (inline.length + (hasView ? 1 : 0)))
  })
  test('is no wider than the menu where nothing can be pointed at', () => expect(actionsWidth(drawn(3), [{ id: 1 }], true, false)).toBe(40))
  test('keeps no room for buttons that no row shows', () => {
    const flagged: Action[] = [{ id: 'edit', type: 'call', icon: 'edit', flag: 'can_edit' }, ...drawn(1)]
    const rows = [{ id: 1, can_edit: false }, { id: 2 }]
    expect(actionsWidth(flagged, rows, false, true)).toBe(40 + 28)
    expect(actionsWidth(flagged, [...rows, { id: 3, can_edit: true }], false, true)).toBe(40 + 2 * 28)
    expect(actionsWidth(flagged, [], true, true)).toBe(40)
  })
})

describe('a cell that leads somewhere', () => {
  const show: Action = { type: 'modal', options: { modal: 'quick-view' } }
  test('shows the record only to those who may view it', () => {
    expect(mayOpen({ action: show }, { id: 1, can_view: true })).toBe(true)
    expect(mayOpen({ action: show }, { id: 1, can_view: false })).toBe(false)
    expect(mayOpen({ to: { name: 'book-edit', params: { id: '{row.id}' } } }, { id: 1, can_view: false })).toBe(false)
  })
  test('obeys its own flag where it has one', () => {
    expect(mayOpen({ action: { ...show, flag: 'can_edit' } }, { id: 1, can_view: false, can_edit: true })).toBe(true)
    expect(mayOpen({ action: { ...show, flag: 'can_edit' } }, { id: 1, can_view: true, can_edit: false })).toBe(false)
    expect(mayOpen({ to: 'books', flag: 'can_edit' }, { id: 1, can_view: true })).toBe(false)
  })
  test('leads on where it does not show the row itself', () => {
    expect(mayOpen({ action: { type: 'copy' } }, { id: 1, can_view: false })).toBe(true)
    expect(mayOpen({ to: 'authors/{row.author_id}' }, { id: 1, can_view: false })).toBe(true)
  })
  test('is offered by lists that know no flags', () => expect(mayOpen({ action: show }, { id: 1 })).toBe(true))
})
