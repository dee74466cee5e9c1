import { describe, expect, test } from 'vitest'
import { readLayout } from '#renderer/routing/read-layout.ts'

const entry = { id: 'books', type: 'item', label: 'Books', link: '/books', icon: 'book', order: 1 }
const sound = {
  navbar: { brand: { name: 'Pishkhan', logo: null }, left: [], right: [] },
  profile: { name: 'Sara', avatar: [], children: [] },
  createButton: { book: entry },
  sidebar: [entry],
}
const pointersOf = (given: unknown) => readLayout(given).problems.map(({ pointer }) => pointer)

describe('the frame', () => {
  test('a sound one has no problems', () => {
    const { layout, problems } = readLayout(sound)
    expect(problems).toEqual([])
    expect(layout).toMatchObject({ sidebar: [entry], createButton: { book: entry }, profile: { name: 'Sara' } })
  })
  test.each([
    [{ sidebar: 5 }, '/sidebar'],
    [{ sidebar: [null] }, '/sidebar/0'],
    [{ sidebar: [{ label: {} }] }, '/sidebar/0/label'],
    [{ sidebar: [{ ...entry, children: {} }] }, '/sidebar/0/children'],
    [{ navbar: 5 }, '/navbar'],
    [{ profile: null }, '/profile'],
    [{ profile: { name: 'x', avatar: 5, children: [] } }, '/profile/avatar'],
    [{ profile: { name: {}, avatar: [], children: [] } }, '/profile/name'],
    [{ createButton: [] }, '/createButton'],
    [{ createButton: { book: 3 } }, '/createButton/book'],
    [{ footer: {} }, '/footer'],
    [{ flags: 5 }, '/flags'],
    [{ sidebarSettings: 'x' }, '/sidebarSettings'],
  ])('%j is told, and the rest of the frame stays', (given, pointer) => {
    expect(pointersOf({ ...sound, ...given })).toContain(pointer)
    expect(readLayout({ ...sound, ...given }).layout).toMatchObject({
      ...('navbar' in given ? {} : { navbar: { brand: { name: 'Pishkhan' } } }),
    })
    expect(Array.isArray(readLayout({ ...sound, ...given }).layout.sidebar)).toBe(true)
  })
  test.each([null, 5, undefined, []])('%j leaves an empty frame in which pages still open', (given) => {
    expect(readLayout(given)).toMatchObject({ layout: { sidebar: [], navbar: { left: [], right: [] } }, problems: [{ pointer: '' }] })
  })
})
