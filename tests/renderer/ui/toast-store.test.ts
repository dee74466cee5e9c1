import { beforeEach, expect, it } from 'vitest'
import { dismissToast, retractToasts, showToast, useToasts } from '#renderer/ui/toast-store.ts'

beforeEach(() => useToasts.setState({ toasts: [] }))

it('shows the same text once, the newest five, and lets one go', () => {
  showToast({ tone: 'danger', text: 'a' })
  showToast({ tone: 'danger', text: 'a' })
  for (const text of ['b', 'c', 'd', 'e', 'f']) showToast({ tone: 'info', text })
  const { toasts } = useToasts.getState()
  expect(toasts.map((toast) => toast.text)).toEqual(['b', 'c', 'd', 'e', 'f'])
  dismissToast(toasts[0]!.id)
  expect(useToasts.getState().toasts).toHaveLength(4)
})

it('puts a later toast in the place of what was told about the same thing', () => {
  showToast({ tone: 'danger', text: 'Not saved.', about: 'save book 7' })
  showToast({ tone: 'danger', text: 'Not saved either.', about: 'save book 8' })
  showToast({ tone: 'info', text: 'About nothing.' })
  showToast({ tone: 'success', text: 'Saved.', about: 'save book 7' })
  expect(useToasts.getState().toasts.map((toast) => toast.text)).toEqual(['Not saved either.', 'About nothing.', 'Saved.'])
  retractToasts('save book 8')
  retractToasts(undefined)
  expect(useToasts.getState().toasts.map((toast) => toast.text)).toEqual(['About nothing.', 'Saved.'])
})
