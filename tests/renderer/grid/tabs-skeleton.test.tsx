// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { TabsSkeleton } from '#renderer/grid/frame/grid-skeleton.tsx'

const formats = createCellFormats({ locale: 'en', timeZone: 'UTC', t: (key) => key, actionTitle: () => '', href: () => null })

test('while a list loads, the counts that another list of its grid had give room and no number', () => {
  const host = document.createElement('div')
  const tabs = [{ title: 'All', count: 4478 }, { title: 'Draft', count: 3 }, { title: 'Trash' }]
  host.innerHTML = renderToStaticMarkup(<TabsSkeleton tabs={tabs} formats={formats} />)
  expect(host.textContent).toBe('AllDraftTrash')
  expect([...host.querySelectorAll<HTMLElement>('.grid-count')].map(({ style }) => style.inlineSize)).toEqual(['5ch', '1ch'])
})
