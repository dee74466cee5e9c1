import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActionContext, BulkOutcome, Selection } from '#renderer/documents/action-context.ts'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { runAction } from '#renderer/action/run-action.ts'
import { bulkRequest } from '#renderer/action/run-bulk.ts'
import { showLocale, translate } from '#renderer/locale/translate.ts'
import { closeAllModals, useModals } from '#renderer/dialog/modal-store.ts'
import { setAuth } from '#renderer/session/session.ts'
import { undoLatest, useToasts } from '#renderer/ui/toast-store.ts'
import { purgeTasks } from '#renderer/tasks/follow-tasks.ts'
import { useTasks } from '#renderer/tasks/task-store.ts'
import type { Action, BulkAnswer, TaskAnswer } from '#schemas/types/contract.d.ts'

const trash: Action = {
  id: 'trash',
  type: 'call',
  title: 'Move to trash',
  options: { name: 'trash', method: 'DELETE', params: { model: 'book', id: '{row.id}', version: '{row.version}' } },
}
const list = {
  name: 'grid',
  params: { module: 'library', class: 'book', part: 'list' },
  matching: { module: 'library', class: 'book', part: 'list', q: 'war', tab: 'all' },
}
const selection: Selection = {
  ids: [1, 2],
  count: 2,
  rows: [
    { id: 1, version: 4 },
    { id: 2, version: 1, title: 'Second' },
  ],
  list,
}
const failure = { id: 2, title: 'Second', code: 'in-use', message: 'It is in use.' }

const sent: { name: string; body: Record<string, unknown> }[] = []
let answers: Record<string, unknown>[] = []
const answer = (...results: unknown[]) => {
  answers = results.map((one) => ({ results: one, metadata: {} }))
}
const bulk = (part: Partial<BulkAnswer>): BulkAnswer => ({ done: [], failed: [], task: null, ...part })

const read: string[] = []
for (const kind of ['row', 'grid', 'list'] as const) subscribeRefresh(kind, () => read.push(kind))
const toasts = () => useToasts.getState().toasts
const report = () => useModals.getState().stack.flatMap((one) => (one.kind === 'report' ? [one.report] : []))

beforeEach(() => {
  vi.stubGlobal('window', { location: { pathname: '/books', search: '', origin: 'http://panel.test' } })
  vi.stubGlobal('document', { activeElement: null, body: null, documentElement: {}, visibilityState: 'visible' })
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      name: url.split('/').at(-1)!.split('?')[0]!,
      body: JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, unknown>,
    })
    return new Response(JSON.stringify(answers.shift()), { status: 200 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  purgeTasks()
  closeAllModals()
  sent.length = read.length = 0
  useToasts.setState({ toasts: [] })
})

describe('what the server is asked for selected rows', () => {
  it('is the call as the document has it, and the rows as they were seen', () => {
    expect(bulkRequest(trash, {}, selection)).toEqual({
      call: { name: 'trash', method: 'DELETE', params: trash.options!.params },
      grid: { name: 'grid', params: list.params },
      rows: [
        { id: 1, version: 4 },
        { id: 2, version: 1 },
      ],
      title: 'Move to trash',
    })
  })

  it('names the list, not its rows, for all that match', () => {
    const asked = bulkRequest(trash, {}, { ids: [], count: 1_000_000, isExact: false, all: true, list })
    expect(asked).toMatchObject({ all: true, grid: { params: { q: 'war', tab: 'all' } } })
    expect(asked.rows).toBeUndefined()
  })

  it('brings of what stands around it only what its values insert, and never the token', () => {
    setAuth({ token: 'a.b.secret', user: { id: 7, username: 'u', name_full: 'U' } })
    const lend: Action = { type: 'call', title: 'Lend', options: { name: 'lend', payload: { id: '{row.id}', by: '{session.user.id}' } } }
    const asked = bulkRequest(lend, { form: { note: 'x' }, params: { a: 1 } }, selection)
    expect(asked.values).toEqual({ session: expect.objectContaining({ user: expect.objectContaining({ id: 7 }) }) })
    expect(JSON.stringify(asked)).not.toContain('secret')
  })

  it('takes what was typed into a form as it was typed', () => {
    const tag: Action = { type: 'call', title: 'Tag', options: { name: 'tag' } }
    expect(bulkRequest(tag, { form: { text: '{row.id}' } }, selection)).toMatchObject({
      call: { payload: { text: '{form.text}' } },
      values: { form: { text: '{row.id}' } },
    })
  })
})

describe('an action on selected rows', () => {
  const run = (context: Partial<ActionContext> = {}) => runAction(trash, { selection, ...context })

  it('is one call, tells what came of it, and can be taken back with the versions that were answered', async () => {
    answer(
      bulk({
        done: [
          { id: 1, version: 5, changed: true },
          { id: 2, version: 1, changed: false },
        ],
      }),
      bulk({ done: [{ id: 1, version: 6, changed: true }] }),
    )
    expect(await run()).toBe(true)
    expect(sent.map(({ name }) => name)).toEqual(['bulk'])
    expect(read).toEqual(['list'])
    expect(toasts()).toMatchObject([{ tone: 'success', undo: expect.any(Function) }])
    expect(undoLatest()).toBe(true)
    await vi.waitFor(() => expect(read).toEqual(['list', 'list']))
    expect(sent[1]).toMatchObject({
      name: 'bulk',
      body: { call: { name: 'restore', method: 'PATCH', payload: { model: 'book' } }, rows: [{ id: 1, version: 5 }] },
    })
    expect(sent[1]!.body.grid).toEqual({ name: 'grid', params: list.params })
    expect(undoLatest()).toBe(false)
  })

  it('asks with the number of its rows, and says of a single one what it says of one', async () => {
    const asked = () => useModals.getState().stack.flatMap((one) => (one.kind === 'question' ? [one.question.text] : []))
    const asking: Action = { ...trash, confirm: true }
    void runAction(asking, { selection })
    expect(asked()).toEqual([translate('bulk.confirm', { title: 'Move to trash', count: '2' as never })])
    closeAllModals()
    void runAction({ ...asking, id: 'destroy' }, { selection: { ...selection, ids: [], count: 10_000, isExact: false, all: true } })
    expect(asked()).toEqual([translate('bulk.confirm_destroy', { title: 'Move to trash', count: '10,000+' as never })])
    closeAllModals()
    void runAction(asking, { selection: { ...selection, ids: [1], count: 1 } })
    expect(asked()).toEqual([translate('action.trash.confirm', { type: translate('action.item') })])
    closeAllModals()
    answer(bulk({ done: [{ id: 1, version: 5, changed: true }] }))
    await runAction(trash, { selection: { ...selection, ids: [1], count: 1 } })
    expect(toasts().map(({ text }) => text)).toEqual([translate('action.trash.success', { type: translate('action.item') })])
  })

  it('that partly fails lists the rows with their reasons, keeps them selected, and tries them again', async () => {
    answer(
      bulk({ done: [{ id: 1, version: 5, changed: true }], failed: [failure] }),
      bulk({ done: [{ id: 2, version: 2, changed: true }] }),
    )
    const outcomes: BulkOutcome[] = []
    const close = vi.fn()
    expect(await run({ close, onBulk: (outcome) => outcomes.push(outcome) })).toBe(false)
    expect(outcomes).toEqual([{ done: [1], failed: [failure] }])
    expect(close).toHaveBeenCalledOnce()
    expect(report()).toMatchObject([{ rows: [failure], more: 0 }])
    report()[0]!.retry!()
    await vi.waitFor(() => expect(outcomes).toHaveLength(2))
    expect(sent[1]!.body.rows).toEqual([{ id: 2 }])
  })

  it('tries again only what may succeed', async () => {
    const gone = { ...failure, id: 3, code: 'precondition-failed' }
    const wrong = { ...failure, id: 4, code: '422' }
    answer(bulk({ failed: [failure, gone, wrong] }), bulk({ done: [{ id: 2, version: 2, changed: true }] }), bulk({ failed: [gone] }))
    await run({})
    expect(report()).toMatchObject([{ rows: [failure, gone, wrong], again: 1 }])
    report()[0]!.retry!()
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]!.body.rows).toEqual([{ id: 2 }])
    closeAllModals()
    await run({})
    expect(report()).toMatchObject([{ rows: [gone], retry: undefined }])
  })

  it('of which nothing was done keeps its question open', async () => {
    answer(bulk({ failed: [failure] }))
    const close = vi.fn()
    await run({ close })
    expect(close).not.toHaveBeenCalled()
    expect(read).toEqual([])
    expect(toasts()).toEqual([])
  })

  it('that is refused as a whole is told once', async () => {
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(JSON.stringify({ errorCode: 'permission-denied', userMessage: 'You may not.', errors: {} }), { status: 403 }),
    )
    expect(await run()).toBe(false)
    expect(toasts()).toMatchObject([{ tone: 'danger' }])
    expect(report()).toEqual([])
  })

  it('to which no answer came is the same attempt when it is made again', async () => {
    const keys: unknown[] = []
    let answers = 0
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      keys.push((init.headers as Record<string, string>)['Idempotency-Key'])
      if (answers++ === 0) throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify({ results: bulk({ done: [{ id: 1, version: 5, changed: true }] }), metadata: {} }), {
        status: 200,
      })
    })
    expect(await run()).toBe(false)
    expect(await run()).toBe(true)
    await run()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('that goes on in the background is followed to its end, and read again once then', async () => {
    vi.useFakeTimers()
    const task: TaskAnswer = {
      id: 9,
      kind: 'bulk',
      title: 'Move to trash',
      state: 'running',
      done: 0,
      failed: 0,
      total: 200,
      created_at: '',
    }
    setAuth({ token: 'a.b.c', user: { id: 7, username: 'u', name_full: 'U' } })
    answer(
      bulk({ task }),
      { ...task, done: 120 },
      { ...task, state: 'done', done: 200, failed: 1, failures: [failure], result: { changes: 1, changed: [{ id: 1, version: 5 }] } },
    )
    const outcomes: BulkOutcome[] = []
    await run({ onBulk: (outcome) => outcomes.push(outcome) })
    expect(useTasks.getState().tasks).toMatchObject([{ id: 9, state: 'running' }])
    await vi.advanceTimersByTimeAsync(1000)
    expect(useTasks.getState().tasks).toMatchObject([{ done: 120 }])
    expect(read).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(useTasks.getState().tasks).toEqual([])
    expect(read).toEqual(['list'])
    expect(outcomes).toEqual([
      { done: [], failed: [] },
      { done: [], failed: [failure] },
    ])
    expect(report()).toMatchObject([{ rows: [failure] }])
    expect(toasts()).toMatchObject([{ tone: 'warning', undo: expect.any(Function) }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toHaveLength(3)
    vi.useRealTimers()
  })
})

it('work that was stopped on its way is told as stopped, and what it did can be taken back', async () => {
  await showLocale('en')
  const ended: TaskAnswer = {
    id: 11,
    kind: 'bulk',
    title: 'Move to trash',
    state: 'cancelled',
    done: 1,
    failed: 0,
    total: 200,
    created_at: '',
    result: { changes: 1, changed: [{ id: 1, version: 5 }] },
  }
  answer(bulk({ task: ended }))
  await runAction(trash, { selection })
  expect(toasts()).toMatchObject([{ tone: 'warning', text: 'Stopped. Done: 1, failed: 0, not tried: 199.', undo: expect.any(Function) }])
})

it('work that was stopped tells what failed, what was done and what was not tried, where the number of all is known', async () => {
  await showLocale('en')
  const ended: TaskAnswer = {
    id: 12,
    kind: 'bulk',
    title: 'Move to trash',
    state: 'cancelled',
    done: 107,
    failed: 77,
    failures: [failure],
    total: 1200,
    created_at: '',
  }
  answer(bulk({ task: ended }), bulk({ task: { ...ended, id: 13, total: null } }))
  await runAction(trash, { selection })
  await runAction(trash, { selection })
  expect(report()).toMatchObject([
    { title: 'Stopped before the end', text: 'Stopped. Done: 30, failed: 77, not tried: 1,093.' },
    { title: 'Stopped before the end', text: 'Stopped. Done: 30, failed: 77. The others were not tried.' },
  ])
})

describe('an action on one row', () => {
  const one: Action = { ...trash, options: { ...trash.options, success: { refresh: 'grid' } } }

  it('can be taken back, and says so when it cannot', async () => {
    answer({ id: 1, version: 5 }, { id: 1, version: 6 })
    await runAction(one, { row: { id: 1, version: 4 } })
    undoLatest()
    await vi.waitFor(() => expect(read).toEqual(['grid', 'grid']))
    expect(sent[1]).toEqual({ name: 'restore', body: { model: 'book', id: 1, version: 5 } })
    expect(toasts()).toMatchObject([{ tone: 'success' }])
  })

  it('that changed nothing, or cannot be taken back, offers nothing', async () => {
    answer({ id: 1, version: 4 }, { id: 1 })
    await runAction(one, { row: { id: 1, version: 4 } })
    await runAction({ ...one, id: 'destroy', options: { ...one.options, name: 'destroy' } }, { row: { id: 1, version: 4 } })
    expect(toasts().every(({ undo }) => undo === undefined)).toBe(true)
    expect(undoLatest()).toBe(false)
  })
})
