import { expect, test } from 'vitest'
import { findEntries, searchEntries } from '#renderer/shell/search-entries.ts'
import { menuNodes } from '#renderer/shell/sidebar-items.ts'

const nodes = menuNodes([
  { id: 'home', label: 'Dashboard', link: '/' },
  {
    id: 'content',
    label: 'Content',
    children: [
      { id: 'posts', label: 'Posts', link: '/posts' },
      { id: 'gone', label: 'Gone', link: '/gone' },
    ],
  },
  { type: 'divider' },
])
const layout = {
  createButton: { post: { label: 'Post', link: '/posts/new', order: 2 }, book: { label: 'کتاب‌ها', link: '/books/new', order: 1 } },
  profile: {
    name: 'Sara',
    avatar: [],
    children: [
      { label: 'Posts of mine', link: '/posts' },
      { label: 'Sign out', link: '/auth/logout' },
    ],
  },
}
const entries = searchEntries(nodes, layout, 'Create', (to) => to !== '/gone')
const labels = (term: string) => findEntries(entries, term).map((entry) => entry.label)

test('holds the menu, what may be created and the profile, each address once and none that leads nowhere', () => {
  expect(entries.map(({ label, trail }) => [label, trail])).toEqual([
    ['Dashboard', ''],
    ['Posts', 'Content'],
    ['کتاب‌ها', 'Create'],
    ['Post', 'Create'],
    ['Sign out', 'Sara'],
  ])
})

test('finds by any words of name and place, the nearest name first', () => {
  expect(labels('')).toHaveLength(5)
  expect(labels('con post')).toEqual(['Posts'])
  expect(labels('create')).toEqual(['کتاب‌ها', 'Post'])
  expect(labels('sign')).toEqual(['Sign out'])
  expect(labels('كتاب')).toEqual(['کتاب‌ها'])
  expect(labels('nothing like it')).toEqual([])
})
