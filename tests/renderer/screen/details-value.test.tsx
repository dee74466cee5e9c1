// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { DetailsValue } from '#renderer/screen/blocks/details-value.tsx'
import type { GridColumn } from '#schemas/types/contract.d.ts'

const formats = createCellFormats({ locale: 'en', timeZone: 'UTC', t: (key) => key, actionTitle: () => '', href: () => null })
const draw = (value: unknown, column: Partial<GridColumn>) =>
  renderToStaticMarkup(
    <DetailsValue row={{ id: 1, value }} column={{ key: 'value', title: 'Value', cell: 'text', ...column }} formats={formats} />,
  )

describe('a value of a details block', () => {
  it('keeps the format of a text and none of its scripts', () => {
    const drawn = draw('<p>Tea <strong>leaf</strong></p><script>alert(1)</script><img src="x" onerror="alert(1)">', { cell: 'html' })
    expect(drawn).toContain('<strong>leaf</strong>')
    expect(drawn).not.toMatch(/script|onerror/)
  })
  it('gives a text no class of the panel, which would lay it over the page', () => {
    expect(draw('<p class="ant-modal-wrap">Tea</p>', { cell: 'html' })).toContain('<p>Tea</p>')
  })
  it('shows rows as a table under their titles', () => {
    const drawn = draw([{ name: 'Tea', count: 2 }], {
      cell: 'rows',
      columns: [
        { key: 'name', title: 'Name', cell: 'text' },
        { key: 'count', title: 'Count', cell: 'number' },
      ],
    })
    expect(drawn).toMatch(/<th[^>]*><bdi>Name<\/bdi>/)
    expect(drawn).toContain('Tea')
  })
  it('shows all of many tags, each in full', () => {
    const names = ['Amir Rostami of the northern branch', 'Layla Haddad', 'Omid Najafi', 'Zahra Ghasemi', 'Said Tavakoli']
    const drawn = draw(names, { cell: 'tags' })
    for (const name of names) expect(drawn).toContain(`>${name}<`)
    expect(drawn).not.toContain('grid-more')
  })
  it('says yes and no in words, and shows one dash for nothing', () => {
    expect(draw(true, { cell: 'boolean' })).toBe('grid.yes')
    expect(draw([], { cell: 'rows' })).toContain('—')
    expect(draw(null, { cell: 'html' })).toContain('—')
    expect(draw(null, { cell: 'file' })).toContain('—')
  })
})
