import { expect, test } from 'vitest'
import { createCellFormats } from '#renderer/grid/cell-formats.ts'
import { layoutColumns } from '#renderer/grid/columns.ts'
import { leastWidths } from '#renderer/grid/least-width.ts'

const formatsOf = (locale: string) => createCellFormats({ locale, timeZone: 'Asia/Tehran', t: (key) => key, actionTitle: () => '', href: () => null })

test('a date has room for its longest month, whatever the document says', () => {
  const leastWidth = leastWidths(formatsOf('en'))
  const { columns } = layoutColumns([{ key: 'at', title: 'At', cell: 'date', width: 90 }, { key: 'name', title: 'Name', cell: 'text' }], { selectable: false, hasActions: false, leastWidth })
  expect(columns[0]!.minWidth).toBeGreaterThan('September 28, 2024'.length * 7)
  expect(leastWidth('datetime')).toBeGreaterThan(leastWidth('date'))
  expect(leastWidth('text')).toBe(0)
})

test('short dates ask for less', () => {
  expect(leastWidths(formatsOf('zh'))('date')).toBeLessThan(leastWidths(formatsOf('ru'))('date') + 1)
})
