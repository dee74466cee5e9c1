import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { ImportColumns } from '#renderer/grid/export-import/import-columns.tsx'
import { leftImport } from '#renderer/grid/export-import/import-task.ts'
import { ImportReportView } from '#renderer/grid/export-import/import-report.tsx'

const formats = createCellFormats({ locale: 'fa', timeZone: 'Asia/Tehran', t: (key) => key, actionTitle: () => '', href: () => null })
const fields = [
  { name: 'name', title: 'نام', required: true, is_list: false },
  { name: 'day', title: 'روز', required: false, is_list: false },
]

it('names a field once, and keeps the direction of values within a sentence', () => {
  const report = {
    rows: 1,
    created: 0,
    updated: 0,
    failed: 1,
    is_written: false,
    errors: [{ line: 2, title: 'A-1', errors: { name: ['نام الزامی است'], day: ['«2024-02-30» پذیرفته نیست'] } }],
  }
  const text = renderToStaticMarkup(<ImportReportView report={report} fields={fields} formats={formats} onSaveErrors={() => {}} />)
  expect(text).toContain('<div>نام الزامی است</div>')
  expect(text).toContain('<b><bdi>روز</bdi></b>: «<bdi dir="ltr">2024-02-30</bdi>»')
})

it('says which columns of a file stay behind, where there are any', () => {
  const opened = {
    import: 'x',
    grid: 'a/b/c',
    title: 'A',
    name: 'a.csv',
    rows: 1,
    columns: [
      { title: 'name', samples: ['a'] },
      { title: 'nick', samples: ['b'] },
      { title: '', samples: [] },
    ],
    fields,
    mapping: {},
    modes: ['create' as const],
  }
  const textOf = (mapping: Record<string, number>) =>
    renderToStaticMarkup(
      <ImportColumns
        opened={opened}
        mapping={mapping}
        mode="create"
        formats={{ ...formats, t: (key, values) => [key, ...Object.values(values ?? {})].join(' ') }}
        onMapping={() => {}}
        onMode={() => {}}
      />,
    )
  expect(textOf({ name: 0 }).replace(/[\u2066-\u2069]/g, '')).toMatch(/grid\.import_left_behind nick.+grid\.import_column_number/)
  expect(textOf({ name: 0, day: 1, other: 2 })).not.toContain('import_left_behind')
})

describe('an import that was left in a list', () => {
  const task = (id: number, change: Partial<TaskAnswer>, about: Record<string, unknown> = {}): TaskAnswer => ({
    id,
    kind: 'grid-import',
    title: 'x',
    state: 'done',
    done: 1,
    failed: 0,
    total: 1,
    created_at: '',
    about: { import: 'x', grid: 'a/b/c', params: { type: 'news' }, name: 'a.csv', mapping: {}, mode: 'create', dry: true, ...about },
    ...change,
  })
  const idOf = (...tasks: TaskAnswer[]) => leftImport(tasks, 'a/b/c', { type: 'news', more: 1 })?.id
  it('is the latest of that list: what goes on, or a check that waits', () => {
    expect(idOf({ ...task(5, {}), kind: 'bulk', about: null }, task(4, { state: 'running' }, { dry: false }), task(3, {}))).toBe(4)
    expect(idOf(task(4, {}, { params: { type: 'article' } }), task(3, {}))).toBe(3)
  })
  it('is none after the file was written, or where the latest was stopped', () => {
    expect(idOf(task(4, {}, { dry: false }), task(3, {}))).toBeUndefined()
    expect(idOf(task(4, { state: 'cancelled' }), task(3, {}))).toBeUndefined()
  })
})
