import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createCellFormats } from '#renderer/grid/cell-formats.ts'
import { ImportReportView } from '#renderer/grid/taking/import-report.tsx'

const formats = createCellFormats({ locale: 'fa', timeZone: 'Asia/Tehran', t: (key) => key, actionTitle: () => '', href: () => null })
const fields = [{ name: 'name', title: 'نام', required: true, is_list: false }, { name: 'day', title: 'روز', required: false, is_list: false }]

it('names a field once, and keeps the direction of values within a sentence', () => {
  const report = { rows: 1, created: 0, updated: 0, failed: 1, is_written: false, errors: [{ line: 2, title: 'A-1', errors: { name: ['نام الزامی است'], day: ['«2024-02-30» پذیرفته نیست'] } }] }
  const text = renderToStaticMarkup(<ImportReportView report={report} fields={fields} formats={formats} onSaveErrors={() => {}} />)
  expect(text).toContain('<div>نام الزامی است</div>')
  expect(text).toContain('<b><bdi>روز</bdi></b>: «<bdi dir="ltr">2024-02-30</bdi>»')
})
