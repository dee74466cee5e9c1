// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Picture } from '#renderer/grid/cells/picture.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a picture that cannot be loaded leaves its text behind, and another one is tried', () => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  act(() => root.render(<Picture src="/gone.png" alt="Cover" size={32} />))
  act(() => {
    host.querySelector('img')!.dispatchEvent(new Event('error'))
  })
  expect(host.querySelector('img')).toBeNull()
  expect(host.querySelector('[role=img]')!.getAttribute('aria-label')).toBe('Cover')
  act(() => root.render(<Picture src="/there.png" alt="Cover" size={32} />))
  expect(host.querySelector('img')!.getAttribute('src')).toBe('/there.png')
})
