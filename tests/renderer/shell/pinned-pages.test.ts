// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { maxPinned, togglePinned } from '#renderer/shell/pinned-pages.ts'
import { readRecent, withRecent } from '#renderer/shell/recent-pages.ts'

const page = (path: string) => ({ title: path, path })

afterEach(() => localStorage.clear())

it('pins a page after the others, and takes it from there', () => {
  const pinned = togglePinned([page('/a')], page('/b'))
  expect(pinned).toEqual([page('/a'), page('/b')])
  expect(togglePinned(pinned, page('/a'))).toEqual([page('/b')])
})

it('gives up the oldest where there is no room', () => {
  const many = Array.from({ length: maxPinned }, (_, at) => page(`/${at}`))
  expect(togglePinned(many, page('/new'))).toEqual([...many.slice(1), page('/new')])
})

it('has the page that was opened last in front, once', () => {
  expect(withRecent([page('/a'), page('/b')], page('/b'))).toEqual([page('/b'), page('/a')])
})

it('shows nobody the pages of another user, and nothing that is broken', () => {
  localStorage.setItem('pishkhan-recent', JSON.stringify({ user: 7, pages: [page('/a')] }))
  expect(readRecent(7)).toEqual([page('/a')])
  expect(readRecent(8)).toEqual([])
  localStorage.setItem('pishkhan-recent', '{')
  expect(readRecent(7)).toEqual([])
})
