// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { readLayout } from '#renderer/routing/read-layout.ts'
import { Sidebar } from '#renderer/shell/sidebar.tsx'
import type { LayoutAnswer } from '#schemas/types/contract.d.ts'

const draw = (children: object[], collapsed: boolean): string[] => {
  const layout = { sidebar: [{ id: 'p', label: 'Parent', icon: 'tags', children }] } as unknown as LayoutAnswer
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Sidebar layout={layout} collapsed={collapsed} onFollow={() => {}} />
    </MemoryRouter>,
  )
  const list = html.slice(html.indexOf('pk-side-children'))
  return [...list.matchAll(/class="pk-side-entry"[^>]*>(<svg|<span class="pk-side-(?:gap|dot)")?/g)].map(
    ([, before]) => before ?? 'nothing',
  )
}
const [plain, drawn] = [
  { id: 'a', label: 'A', link: '/a' },
  { id: 'b', label: 'B', link: '/b', icon: 'read' },
]

describe.each([
  ['open', false],
  ['folded', true],
])('in the %s menu', (_, collapsed) => {
  it('an entry without an icon keeps the room of one where its siblings have icons', () =>
    expect(draw([plain, drawn], collapsed)).toEqual(['<span class="pk-side-gap"', '<svg']))
  it('a state has a dot in its colour', () =>
    expect(draw([plain, { ...plain, id: 'c', color: 'warning' }], collapsed)).toEqual([
      '<span class="pk-side-gap"',
      '<span class="pk-side-dot"',
    ]))
  it('entries stand at the edge where none has an icon', () =>
    expect(draw([plain, { ...plain, id: 'c' }], collapsed)).toEqual(['nothing', 'nothing']))
})

it('pages that the user has pinned stand above the menu, in a list of their own', () => {
  const { layout } = readLayout({
    navbar: { brand: { name: 'Pishkhan' }, left: [], right: [] },
    profile: { name: 'Sara', avatar: [], children: [] },
    createButton: {},
    sidebar: [{ id: 'a', label: 'Alpha', link: '/a' }],
    pinned: [{ title: 'Beta', path: '/b' }],
  })
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Sidebar layout={layout} collapsed={false} onFollow={() => {}} />
    </MemoryRouter>,
  )
  expect(html).toMatch(/<ul[^>]*class="pk-side-pinned"[^>]*>.*href="\/b".*Beta.*<\/ul>.*Alpha/)
})
