// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { FieldWidgetProps } from '#renderer'
import { useToasts } from '#renderer/ui/toast-store.ts'
import SlugField from '#widgets/slug/slug.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

it('a failed slug check is told by a toast with the sentence of the server, and the field stays usable', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ userMessage: 'The check is down.' }), { status: 500 })))
  const field = {
    id: 'slug',
    name: 'slug',
    label: 'Slug',
    value: '',
    props: {},
    disabled: false,
    readonly: false,
    required: false,
    invalid: false,
    onChange: () => {},
    onBlur: () => {},
  } as unknown as FieldWidgetProps<string>
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  act(() => root.render(<SlugField {...field} />))
  const input = host.querySelector('input')!
  act(() => {
    input.focus()
    root.render(<SlugField {...field} value="taken" />)
  })
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'taken-2')
  act(() => {
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  act(() => root.render(<SlugField {...field} value="taken-2" />))
  act(() => input.blur())
  await act(() => vi.advanceTimersByTimeAsync(1100))
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['The check is down.'])
  expect(input.disabled).toBe(false)
})
