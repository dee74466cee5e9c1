import { beforeAll, expect, it } from 'vitest'
import { tableColumns } from '#renderer/form/rows/table-columns.ts'
import { setWidgets } from '#renderer/registry/widgets.ts'
import { widgets } from '#widgets/index.ts'

beforeAll(() => setWidgets(widgets))

const itemSchema = { type: 'object', properties: { name: { type: 'string' }, count: { type: 'integer' } } } as const
const columns = (count: number, isNarrow: boolean) =>
  tableColumns({ itemSchema: itemSchema as never, most: 100, count }, { rows_as: 'table' }, {}, isNarrow)?.map(({ name }) => name)

it('rows are cards on a phone, where a table would be cut, unless there are many', () => {
  expect(columns(3, false)).toEqual(['name', 'count'])
  expect(columns(3, true)).toBeUndefined()
  expect(columns(40, true)).toEqual(['name', 'count'])
})
