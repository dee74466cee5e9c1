// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FieldWidgetProps } from '#renderer'
import { useToasts } from '#renderer/ui/toast-store.ts'
import SlugField from '#widgets/slug/slug.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let host: HTMLElement
let root: Root
beforeEach(() => {
  vi.useFakeTimers()
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  vi.useRealTimers()
})

const draw = (value: string, invalid = false) =>
  act(() =>
    root.render(
      <SlugField
        {...({
          id: 'slug',
          name: 'slug',
          label: 'Slug',
          value,
          props: {},
          disabled: false,
          readonly: false,
          required: false,
          invalid,
          onChange: () => {},
          onBlur: () => {},
        } as unknown as FieldWidgetProps<string>)}
      />,
    ),
  )

/** Types a slug, leaves the field and waits for the answer of the check. */
async function ask(slug: string, answer: Response): Promise<HTMLInputElement> {
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
  draw('')
  const input = host.querySelector('input')!
  act(() => input.focus())
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, slug)
  act(() => {
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  draw(slug)
  act(() => input.blur())
  await act(() => vi.advanceTimersByTimeAsync(1100))
  return input
}

it('a failed slug check is told by a toast with the sentence of the server, and the field stays usable', async () => {
  const input = await ask('taken-2', new Response(JSON.stringify({ userMessage: 'The check is down.' }), { status: 500 }))
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['The check is down.'])
  expect(input.disabled).toBe(false)
})

it('a taken slug is told once: when the save has refused it too, the check keeps only the one to use instead', async () => {
  const input = await ask('taken', new Response(JSON.stringify({ results: { is_available: false, suggestion: 'taken-2' } })))
  const verdict = host.querySelector('#slug-verdict')!
  expect(verdict.textContent).toBe('✗ form.slug.invalid form.slug.suggestion')
  draw('taken', true)
  expect(verdict.textContent).toBe('form.slug.suggestion')
  expect(verdict.querySelector('button')).not.toBeNull()
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

it('a slug that the check found free and the save refused is not called available', async () => {
  const input = await ask('free', new Response(JSON.stringify({ results: { is_available: true } })))
  expect(host.querySelector('#slug-verdict')!.textContent).toContain('form.slug.valid')
  draw('free', true)
  expect(host.querySelector('#slug-verdict')!.textContent).toBe('')
  expect(input.dataset.verdict).toBe('invalid')
})
