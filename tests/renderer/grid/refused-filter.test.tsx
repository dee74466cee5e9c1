// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { CallFailure } from '#renderer/api/call-failure.ts'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { DroppedNotice, ShortenedNotice } from '#renderer/grid/frame/dropped-notice.tsx'
import { FailedGrid, NoMatches } from '#renderer/grid/frame/grid-states.tsx'

beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

const formats = createCellFormats({
  locale: 'en',
  timeZone: 'UTC',
  t: (key, values) => `${key}${values ? ` ${Object.values(values).join(' ')}` : ''}`,
  actionTitle: () => '',
  href: () => null,
})
function draw(element: React.ReactNode): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'))
  act(() => createRoot(host).render(<MemoryRouter>{element}</MemoryRouter>))
  return host
}

test.each([400, 422])(
  'a list whose filter is refused with %d says so and offers to take it away; it is no page that does not exist',
  (status) => {
    const onClear = vi.fn()
    const failure = new CallFailure('grid', status, { errorCode: 'bad-request', userMessage: 'No such price.' })
    const host = draw(<FailedGrid failure={failure} formats={formats} part busy={false} onReload={() => {}} onClear={onClear} />)
    expect(host.textContent).toContain('grid.filters_refused')
    expect(host.textContent).toContain('No such price.')
    act(() => host.querySelector('button')!.click())
    expect(onClear).toHaveBeenCalled()
  },
)

test('what was not applied, and which part of a long search was looked for, stand at the list', () => {
  const titleOf = (key: string) => ({ price: 'Price', q: 'Search' })[key] ?? key
  const dropped = draw(
    <DroppedNotice dropped={[{ parts: [{ key: 'price', value: 'x' }] }]} titleOf={titleOf} formats={formats} onClose={() => {}} />,
  )
  expect(dropped.querySelector('[role=alert]')!.textContent).toMatch(/grid\.dropped .*Price.*x/)
  const shortened = draw(<ShortenedNotice shortened={[{ key: 'q', text: 'one two' }]} titleOf={titleOf} formats={formats} />)
  expect(shortened.querySelector('[role=status]')!.textContent).toMatch(/Search .*one two/)
})

test('an empty list gives no advice about filters that are not set', () => {
  const textOf = (isFiltered: boolean, searched?: string[]) =>
    draw(<NoMatches formats={formats} searched={searched} isFiltered={isFiltered} onClear={() => {}} />).querySelector('p')!.textContent
  expect(textOf(false, ['Title'])).toBe('grid.no_matches_search')
  expect(textOf(true)).toBe('grid.no_matches_filters')
  expect(textOf(true, ['Title'])).toBe('grid.no_matches_text')
})
