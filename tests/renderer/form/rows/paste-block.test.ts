import { describe, expect, it } from 'vitest'
import { parseBlock, pasteBlock, type PasteTarget } from '#renderer/form/rows/paste-block.ts'
import { readCell, type Reading } from '#schemas/rules/values/read-cell.ts'
import type { TableColumn } from '#renderer/form/rows/table-columns.ts'

const reading: Reading = { locale: 'fa', timeZone: 'Asia/Tehran', yes: 'بله', no: 'خیر' }
const column = (name: string, schema: TableColumn['schema'], choices?: TableColumn['choices']): TableColumn => ({
  name,
  title: name,
  widget: 'text',
  kind: 'text',
  schema,
  choices,
  ui: {},
  uiSchema: {},
  required: false,
  several: false,
})
const columns = [
  column('title', { type: 'string' }),
  column('count', { type: 'integer' }),
  column('side', { type: 'string' }, [
    { value: 'n', title: 'شمال' },
    { value: 's', title: 'جنوب', disabled: true },
  ]),
]
const target = (over: Partial<PasteTarget> = {}): PasteTarget => ({
  rows: [
    { title: 'a', count: 1 },
    { title: 'b', count: 2 },
  ],
  columns,
  at: { row: 0, column: 0 },
  most: 3,
  fresh: () => ({ count: 0 }),
  takes: () => true,
  reading,
  ...over,
})

describe('a block from the clipboard', () => {
  it.each([
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['one', [['one']]],
    ['"two\nlines"\t"a ""word"""', [['two\nlines', 'a "word"']]],
    ['"tab\tin it"\nx', [['tab\tin it'], ['x']]],
    ['5" pipe\t"', [['5" pipe', '"']]],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['', [['']]],
  ])('%j', (text, cells) => expect(parseBlock(text)).toEqual(cells))
})

describe('a text from a spreadsheet', () => {
  it.each([
    ['۱٬۲۵۰', { type: 'integer' }, 1250],
    ['1,250.5', { type: 'number' }, 1250.5],
    ['۱۲٫۵', { type: 'string', format: 'decimal' }, '12.5'],
    ['$ 40', { type: 'number' }, 40],
    ['۱۴۰۳/۱/۳۱', { type: 'string', format: 'date' }, '2024-04-19'],
    ['2024-04-19 00:00:00', { type: 'string', format: 'date' }, '2024-04-19'],
    ['TRUE', { type: 'boolean' }, true],
    ['خیر', { type: 'boolean' }, false],
    [' as it is ', { type: 'string' }, ' as it is '],
    ['  ', { type: 'integer' }, undefined],
    ['2024-03-20 14:30', { type: 'string', format: 'date-time' }, '2024-03-20T11:00:00.000Z'],
    ['۱۴۰۳/۰۱/۰۱ ۸:۳۰', { type: 'string', format: 'date-time' }, '2024-03-20T05:00:00.000Z'],
    ['2024-03-20 2:30:00 PM', { type: 'string', format: 'date-time' }, '2024-03-20T11:00:00.000Z'],
    ['2024-03-20T11:00:00Z', { type: 'string', format: 'date-time' }, '2024-03-20T11:00:00.000Z'],
    ['+98 (0)912 123 4567', { type: 'object', format: 'mobile' }, { country_code: '98', mobile: '9121234567' }],
    [
      '۰۲۱ ۱۲۳۴ ۵۶۷۸',
      { type: 'object', properties: { country_code: { type: 'integer' }, phone: { type: 'string' } } },
      { phone: '02112345678' },
    ],
  ])('%j as %j', (text, schema, value) => expect(readCell(text, schema, undefined, reading)).toEqual({ value }))
  it.each([
    ['12.5', { type: 'integer' }],
    ['many', { type: 'number' }],
    ['31/31/31', { type: 'string', format: 'date' }],
    ['maybe', { type: 'boolean' }],
    ['{}', { type: 'object' }],
    ['2024-03-20 25:00', { type: 'string', format: 'date-time' }],
    ['soon', { type: 'string', format: 'date-time' }],
    ['call me', { type: 'object', format: 'mobile' }],
  ])('%j does not fit %j', (text, schema) => expect(readCell(text, schema, undefined, reading)).toBeUndefined())
  it('is a telephone number behind the code of its field', () => {
    expect(
      readCell(
        '0912 123 4567',
        { type: 'object', format: 'mobile', properties: { country_code: { type: 'integer' } } },
        undefined,
        reading,
        { country_code: 98 },
      ),
    ).toEqual({ value: { country_code: 98, mobile: '9121234567' } })
  })
  it('is a choice by its title or its value, whatever its letters', () => {
    const choices = columns[2]!.choices
    expect(readCell('شمال', {}, choices, reading)).toEqual({ value: 'n' })
    expect(readCell('N', {}, choices, reading)).toEqual({ value: 'n' })
    expect(readCell('جنوب', {}, choices, reading)).toBeUndefined()
  })
})

describe('pasting a block', () => {
  it('fills to the right and below, and adds rows as long as there may be more', () => {
    const { rows, filled, added, left } = pasteBlock(
      [
        ['x', '5'],
        ['y', '6'],
        ['z', '7', 'شمال', 'over'],
      ],
      target(),
    )
    expect(rows).toEqual([
      { title: 'x', count: 5 },
      { title: 'y', count: 6 },
      { title: 'z', count: 7, side: 'n' },
    ])
    expect({ filled, added, left }).toEqual({ filled: 7, added: 1, left: 1 })
  })
  it('changes nothing where it has more rows than there is room for', () => {
    const given = target({ at: { row: 1, column: 0 } })
    const { rows, ...rest } = pasteBlock([['x'], ['y'], ['z']], given)
    expect(rows).toEqual(given.rows)
    expect(rest).toEqual({ filled: 0, added: 0, unfit: [], held: [], left: 0, tooMany: { rows: 3, room: 2 } })
  })
  it('keeps what is no number in a cell for numbers as it came, and names it', () => {
    const numbers = [{ ...columns[1]!, kind: 'number' as const }]
    const { rows, held, unfit } = pasteBlock([['۱۲x'], ['۱٬۲۵۰']], target({ columns: numbers }))
    expect(rows).toEqual([
      { title: 'a', count: '۱۲x' },
      { title: 'b', count: 1250 },
    ])
    expect(held).toEqual([{ row: 0, column: 0, text: '۱۲x' }])
    expect(unfit).toEqual([])
  })
  it('leaves the old value where a text does not fit, and names it', () => {
    const { rows, unfit } = pasteBlock([['x', 'many', 'nowhere']], target({ at: { row: 1, column: 0 } }))
    expect(rows[1]).toEqual({ title: 'x', count: 2 })
    expect(unfit).toEqual([
      { row: 1, column: 1, text: 'many' },
      { row: 1, column: 2, text: 'nowhere' },
    ])
  })
  it('changes nothing where cells take nothing, and tells of columns without room', () => {
    const { rows, unfit, left } = pasteBlock(
      [['9', 'شمال', 'extra']],
      target({ at: { row: 0, column: 1 }, takes: (_, { name }) => name !== 'count' }),
    )
    expect(rows[0]).toEqual({ title: 'a', count: 1, side: 'n' })
    expect(unfit).toEqual([{ row: 0, column: 1, text: '9' }])
    expect(left).toBe(1)
  })
  it('empties a cell for an empty text, and touches no row that was given', () => {
    const rows = Object.freeze([Object.freeze({ title: 'a', count: 1 })])
    expect(pasteBlock([['', '']], target({ rows })).rows).toEqual([{}])
  })
  it('keeps more rows than may be added when they are there already', () => {
    expect(pasteBlock([['x']], target({ most: 1, at: { row: 1, column: 0 } })).rows).toHaveLength(2)
  })
})
