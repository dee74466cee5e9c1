import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFormStore } from '#renderer/form/data/form-store.ts'
import { noteStored } from '#renderer/form/data/note-stored.ts'
import { enterRoute } from '#renderer/api/route-scope.ts'
import { emptyState, useSessionStore } from '#renderer/session/session.ts'

let asked: string[] = []
const versionNow = 4

beforeEach(() => {
  asked = []
  vi.stubGlobal('window', { location: { pathname: '/', search: '', origin: 'http://panel.test' } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response(JSON.stringify({ results: { id: 7, version: versionNow }, metadata: {} }))
  })
  useSessionStore.setState(emptyState())
  enterRoute('/posts/7')
})
afterEach(() => vi.unstubAllGlobals())

/** A record of version 3 with a tick that a call has just stored, and a title that is not stored yet. */
function opened(entity?: string) {
  const store = createFormStore({ id: 7, version: 3, pinned: 0, title: 'a' }, () => ({}))
  store.commit(['title'], 'b')
  store.commit(['pinned'], 1)
  return { store, form: { entity, schema: {} } }
}
const versions = ({ store }: ReturnType<typeof opened>) => [store.getState().data.version, store.getState().baseline.version]

it('takes the version that the call answers', async () => {
  const scope = opened('content/post')
  await noteStored(scope, ['pinned'], 1, { id: 7, version: 4 })
  expect([versions(scope), scope.store.getState().baseline.pinned, scope.store.isDirty(), asked]).toEqual([[4, 4], 1, true, []])
})

it('asks for the version when the call answers none', async () => {
  const scope = opened('content/post')
  await noteStored(scope, ['pinned'], 1, {})
  expect(versions(scope)).toEqual([4, 4])
  expect(asked).toEqual([expect.stringMatching(/single\?.*model=post.*id=7|single\?.*id=7.*model=post/)])
})

it('stays on its version when others have changed the record too, so that saving tells of them', async () => {
  const scope = opened('content/post')
  await noteStored(scope, ['pinned'], 1, { version: 6 })
  expect([versions(scope), scope.store.getState().baseline.pinned]).toEqual([[3, 3], 1])
})

it('asks nobody where the form does not say what it edits', async () => {
  const scope = opened()
  await noteStored(scope, ['pinned'], 1, { id: 12, version: 9 })
  expect([versions(scope), asked]).toEqual([[3, 3], []])
})
