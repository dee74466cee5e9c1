import { beforeEach, expect, it } from 'vitest'
import { dismissToast, showToast, useToasts } from '#renderer/shell/toast-store.ts'

beforeEach(() => useToasts.setState({ toasts: [] }))

it('shows the same text once, the newest five, and lets one go', () => {
  showToast({ tone: 'danger', text: 'a' })
  showToast({ tone: 'danger', text: 'a' })
  for (const text of ['b', 'c', 'd', 'e', 'f']) showToast({ tone: 'info', text })
  const { toasts } = useToasts.getState()
  expect(toasts.map(toast => toast.text)).toEqual(['b', 'c', 'd', 'e', 'f'])
  dismissToast(toasts[0]!.id)
  expect(useToasts.getState().toasts).toHaveLength(4)
})
