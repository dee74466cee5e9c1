import { describe, expect, it } from 'vitest'
import { columnOnRow } from '#schemas/rules/conditions/column-case.ts'
import type { GridColumn } from '#schemas/types/contract.d.ts'

const kind = (value: string) => ({ properties: { kind: { const: value } } })
const column: GridColumn = {
  key: 'value',
  title: 'Value',
  cell: 'text',
  options: [{ value: 'a', title: 'A' }],
  cases: [
    { when: kind('image'), key: 'value', cell: 'image', default: '/logo.svg' },
    { when: kind('several'), key: 'choices', cell: 'tags' },
  ],
}

describe('a column with cases', () => {
  it('is on a row as the first case that holds says', () => {
    expect(columnOnRow(column, { kind: 'image' })).toMatchObject({ key: 'value', title: 'Value', cell: 'image', default: '/logo.svg' })
    expect(columnOnRow(column, { kind: 'several' })).toMatchObject({ key: 'choices', cell: 'tags' })
    expect(columnOnRow(column, { kind: 'image' }).options).toBeUndefined()
  })
  it('is itself on every other row', () => expect(columnOnRow(column, { kind: 'text' })).toBe(column))
})
