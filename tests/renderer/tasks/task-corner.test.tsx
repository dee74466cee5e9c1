// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, it, vi } from 'vitest'
import { emptyState, useSessionStore } from '#renderer/session/session.ts'
import { TaskCorner } from '#renderer/tasks/task-corner.tsx'

const asked = vi.hoisted(() => vi.fn(() => Promise.resolve({ results: [] })))
vi.mock('#renderer/api/call.ts', () => ({ call: asked }))

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

const signIn = (forceChangePassword: boolean) =>
  act(() =>
    useSessionStore.setState({
      auth: { ...emptyState().auth, token: 'x', user: { id: 1, username: 'sara', name_full: 'Sara' }, forceChangePassword },
    }),
  )

it('asks for no tasks until a password that has to be changed was changed', async () => {
  const root = createRoot(document.createElement('div'))
  await signIn(true)
  await act(() => root.render(<TaskCorner kinds={{}} />))
  expect(asked).not.toHaveBeenCalled()
  await signIn(false)
  expect(asked).toHaveBeenCalledWith('task-list', { background: true })
  act(() => root.unmount())
})
