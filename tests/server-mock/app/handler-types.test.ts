import { expect, it } from 'vitest'
import type { Feature, Handler, UnmanagedHandler } from '#server/feature.ts'

/* The type check reads this file: a line below `@ts-expect-error` that compiles is an error. */

const single: Handler<'task-cancel'> = async ({ payload }) => ({ results: { ...task, id: payload.id } })
const task = {
  id: 1,
  kind: 'bulk',
  title: '',
  state: 'queued',
  done: 0,
  failed: 0,
  total: null,
  failures: [],
  result: null,
  error: null,
  file: null,
  created_at: '2026-01-01T00:00:00Z',
  started_at: null,
  finished_at: null,
} as const

it('a handler is known by the name, the payload and the results of its call', async () => {
  const feature = (handlers: Feature['handlers']): Feature => ({ module: 'panel', handlers })
  // @ts-expect-error no call has this name
  expect(feature({ 'task-cancle': single }).module).toBe('panel')
  // @ts-expect-error another call answers something else
  expect(feature({ modules: single }).module).toBe('panel')
  // @ts-expect-error the payload has no such field
  const payload: Handler<'task-cancel'> = async ({ payload: { name } }) => ({ results: { ...task, title: name } })
  // @ts-expect-error an id is a number
  const results: Handler<'task-cancel'> = async () => ({ results: { ...task, id: '1' } })
  // @ts-expect-error a page has its pagination
  const metadata: Handler<'list'> = async () => ({ results: [] })
  const params: UnmanagedHandler<'grid-import-errors'> = {
    // @ts-expect-error a query of this call has no such parameter
    unmanaged: async ({ params: { grid } }) => ({ results: null, metadata: { grid } }),
  }
  expect([payload, results, metadata, params]).toHaveLength(4)
})
