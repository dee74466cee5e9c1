import { describe, expect, it } from 'vitest'
import { activeKey, holdsKey, menuNodes, parentBadge, sidebarNodes, trailKey } from '#renderer/shell/sidebar-items.ts'

const texts = { settings: 'Settings', developerTools: 'Developer tools', developer: (tool: string) => tool }
const link = (id: string, to: string, order?: number) => ({ id, label: id, link: to, order })

describe('the sidebar', () => {
  it('stands in its order; entries without one come last as they came', () => {
    expect(menuNodes([link('c', '/c', 3), link('x', '/x'), link('a', '/a', 1), link('b', '/b', 2)]).map((node) => node.key)).toEqual([
      'menu-a',
      'menu-b',
      'menu-c',
      'menu-x',
    ])
  })

  it('draws the five types as headings, lines, links and parents', () => {
    const kinds = menuNodes([
      { type: 'header', label: 'h' },
      { type: 'heading', label: 'h' },
      { type: 'divider' },
      { type: 'separator' },
      { ...link('i', '/i'), type: 'item' },
      { label: 'p', type: 'item', children: [link('k', '/k')] },
      { label: 'leads nowhere' },
    ])
    expect(kinds.map((node) => node.kind)).toEqual(['heading', 'heading', 'separator', 'separator', 'link', 'parent'])
  })

  it('ends with the settings, where there are any', () => {
    expect(sidebarNodes({ sidebar: [link('a', '/a')], sidebarSettings: [link('s', '/s')] }, true, texts).map((node) => node.key)).toEqual([
      'menu-a',
      'developer-tools',
      'settings',
    ])
    expect(sidebarNodes({ sidebar: [link('a', '/a')] }, false, texts)).toHaveLength(1)
  })

  it('has five tools for developers, unless the server sent them', () => {
    const own = sidebarNodes({ sidebar: [] }, true, texts)
    expect(own[0]).toMatchObject({ kind: 'parent', children: { length: 5 } })
    expect(sidebarNodes({ sidebar: [link('r', '/developer-tools/routes')] }, true, texts)).toHaveLength(1)
  })
})

describe('the active entry', () => {
  const nodes = menuNodes([
    link('home', '/'),
    link('posts', '/content/post/news'),
    { id: 'p', label: 'p', children: [link('tab', '/grid/a/b/c?tab=x'), link('grid', '/grid/a/b/c')] },
  ])
  const active = (pathname: string, search = '') => activeKey(nodes, pathname, search, (to) => String(to))
  it.each([
    ['/', '', 'menu-home'],
    ['/content/post/news', '?page=2', 'menu-posts'],
    ['/content/post/news/7/edit', '', 'menu-posts'],
    ['/grid/a/b/c', '', 'menu-p-grid'],
    ['/grid/a/b/c', '?tab=x&page=2', 'menu-p-tab'],
    ['/content/post/newsletter', '', null],
  ])('of %s%s', (path, search, key) => expect(active(path, search)).toBe(key))

  it.each<[string, { to?: string }[], string | null]>([
    ['of the list that its trail begins at', [{ to: '/grid/a/b/c' }, {}], 'menu-p-grid'],
    ['of the nearest one in its trail', [{ to: '/content/post/news' }, { to: '/grid/a/b/c?tab=x' }], 'menu-p-tab'],
    ['of none where the trail leads to no entry', [{ to: '/' }, { to: '/elsewhere' }], null],
  ])('%s', (_, crumbs, key) => expect(trailKey(nodes, crumbs, (to) => String(to))).toBe(key))

  it('opens its group', () => {
    expect(nodes.map((node) => holdsKey(node, active('/grid/a/b/c')))).toEqual([false, false, true])
  })
})

describe('badges that count', () => {
  const counts = (of: Record<string, number>) => ({ counts: new Map(Object.entries(of)), format: String })
  const items = [
    { id: 'content', label: 'Content', children: [{ ...link('comments', '/c'), count: { color: 'warning' } }, link('posts', '/p')] },
    { ...link('briefs', '/b'), count: {} },
  ]
  it('stand where there is something to count, and say no more than there is room for', () => {
    const [content, briefs] = menuNodes(items, 'menu', counts({ comments: 3, briefs: 1200 }))
    expect(content).toMatchObject({ children: [{ badge: { title: '3', color: 'warning' } }, { badge: undefined }] })
    expect(briefs).toMatchObject({ badge: { title: '99+' } })
    expect(menuNodes(items)[1]).toMatchObject({ badge: undefined })
  })
  it('are told together beside a parent that is closed', () => {
    const of = counts({ comments: 3 })
    const [content] = menuNodes(items, 'menu', of)
    expect(parentBadge(content as Extract<typeof content, { kind: 'parent' }>, of)).toEqual({ title: '3', color: 'warning', count: 3 })
    const [empty] = menuNodes(items)
    expect(parentBadge(empty as Extract<typeof empty, { kind: 'parent' }>, counts({}))).toBeUndefined()
  })
})
