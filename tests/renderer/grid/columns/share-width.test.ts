import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { columnNeeds } from '#renderer/grid/columns/column-needs.ts'
import { layoutColumns } from '#renderer/grid/columns/columns.ts'
import { shareWidth } from '#renderer/grid/columns/share-width.ts'

const title = { least: 200, whole: 400, fills: true }
const date = { least: 130, whole: 130, fills: false }

test('no date is cut while a title has room', () => {
  expect(shareWidth([title, date, date], 500)).toEqual([240, 130, 130])
  expect(shareWidth([title, date, date], 300)).toEqual([200, 130, 130])
})

test('what is of no use when it is cut comes before what can be cut, and not before the least of others', () => {
  const email = { least: 96, whole: 220, fills: true, isFirst: true }
  expect(shareWidth([title, email], 430)).toEqual([210, 220])
  expect(shareWidth([title, email], 330)).toEqual([200, 130])
})

test('a list is tight where what is of no use when it is cut has too little room', () => {
  const columns = ['name', 'email'].map((key) => ({ key, title: key, cell: 'text' }))
  const lay = (isFirst: boolean) =>
    layoutColumns(columns, {
      selectable: false,
      actionsWidth: 96,
      leastActionsWidth: 40,
      room: 400,
      needs: { name: { least: 168, whole: 200, fills: true }, email: { least: 96, whole: 230, fills: true, isFirst } },
    })
  expect(lay(false)).toMatchObject({ isTight: false, actionsWidth: 96 })
  expect(lay(true)).toMatchObject({ isTight: true, actionsWidth: 40, columns: [{ width: 160 }, { width: 200 }] })
})

test('a table that scrolls anyway cuts no text below the width in its document', () => {
  const columns = [
    { key: 'name', title: 'Name', cell: 'link', freeze: 'start', width: 280 } as const,
    { key: 'text', title: 'Text', cell: 'text', width: 240 },
    { key: 'sum', title: 'Sum', cell: 'money' },
  ]
  const widths = (room: number, whole = 400) =>
    layoutColumns(columns, {
      selectable: false,
      actionsWidth: 0,
      room,
      needs: {
        name: { least: 168, whole, fills: true },
        text: { least: 96, whole, fills: true },
        sum: { least: 400, whole: 400, fills: false },
      },
    }).columns.map(({ width }) => width)
  expect(widths(640)).toEqual([160, 88, 392])
  expect(widths(639)).toEqual([255, 240, 392])
  expect(widths(639, 208)).toEqual([200, 200, 392])
})

test('what is left goes to the titles', () => expect(shareWidth([title, date], 1000)).toEqual([870, 130]))

test('the width of the document comes before what fills, and after what is in the columns', () => {
  const number = { least: 60, whole: 60, wish: 200, fills: false }
  expect(shareWidth([title, number], 1000)).toEqual([800, 200])
  expect(shareWidth([title, number], 460)).toEqual([400, 60])
})

test('columns that fit their frame are never wider than it', () => {
  const need = fc.record({ least: fc.integer({ min: 40, max: 200 }), more: fc.nat(400), fills: fc.boolean() })
  fc.assert(
    fc.property(fc.array(need, { minLength: 1, maxLength: 12 }), fc.integer({ min: 300, max: 3000 }), (given, room) => {
      const needs = given.map(({ least, more, fills }) => ({ least, whole: least + more, fills }))
      const widths = shareWidth(needs, room)
      const least = needs.reduce((sum, each) => sum + each.least, 0)
      expect(widths.every((width, at) => width >= needs[at]!.least)).toBe(true)
      expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(Math.max(least, room))
    }),
  )
})

test('columns are as wide as what is in them, and frozen ones are offset by what they have', () => {
  const formats = createCellFormats({ locale: 'en', timeZone: 'UTC', t: (key) => key, actionTitle: () => '', href: () => null })
  const columns = [
    { key: 'title', title: 'Title', cell: 'text', freeze: 'start' as const, width: 300 },
    { key: 'owner', title: 'Owner', cell: 'text', freeze: 'start' as const },
    { key: 'sum', title: 'Sum', cell: 'money' },
    { key: 'at', title: 'At', cell: 'date' },
  ]
  const rows = [
    { id: 1, title: 'A title of some length that fills more than its column', owner: 'Sara', sum: '99999999999.50', at: '2024-01-01' },
  ]
  const [name, owner, sum, at] = columnNeeds(columns, rows, formats, ({ key }) => key === 'title')
  expect(name).toMatchObject({ least: 168, fills: true })
  expect(sum!.least).toBe(sum!.whole)
  expect(at!.least).toBe(at!.whole)
  const laid = layoutColumns(columns, {
    selectable: true,
    actionsWidth: 0,
    room: 700,
    needs: { title: name!, owner: owner!, sum: sum!, at: at! },
  })
  expect(laid.minWidth).toBeLessThanOrEqual(700)
  expect(
    laid.columns.slice(1).every(({ width, column }, place) => width! >= [owner!, sum!, at!][place]!.least && column.key !== 'title'),
  ).toBe(true)
  expect(laid.columns[1]!.sticky).toEqual({ side: 'start', offset: 44 + laid.columns[0]!.width! })
})
