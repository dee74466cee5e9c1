import { describe, expect, it } from 'vitest'
import { insertionContext } from '#renderer/documents/action-context.ts'
import { fillTarget } from '#renderer/routing/follow.ts'
import { refresh, refreshPage, subscribeRefresh } from '#renderer/api/refresh.ts'
import { isBulk } from '#renderer/action/run-call.ts'
import { setAuth } from '#renderer/session/session.ts'
import type { Action } from '#schemas/types/contract.d.ts'

const action: Action = { type: 'call', options: { name: 'publish', payload: { id: '{row.id}' } } }
const selection = { ids: [1, 2], count: 2, rows: [{ id: 1, version: 4 }, { id: 2 }], list: { name: 'grid', params: { module: 'library' } } }

describe('an action on selected rows', () => {
  it('is one call when it hands over the selection itself, or stands on a row', () => {
    expect(isBulk(action, { selection })).toBe(true)
    expect(isBulk({ type: 'call', options: { payload: { ids: '{selection.ids}' } } }, { selection })).toBe(false)
    expect(isBulk(action, { selection, row: { id: 1 } })).toBe(false)
  })
})

describe('values of an action', () => {
  it('never hold the token', () => {
    setAuth({ token: 'a.b.secret', user: { id: 7, username: 'u', name_full: 'U' } })
    const values = insertionContext({ row: { id: 1 } })
    expect(values).toMatchObject({ row: { id: 1 }, session: { user: { id: 7 } } })
    expect(JSON.stringify(values)).not.toContain('secret')
  })

  it('cannot change the shape of a path', () => {
    expect(fillTarget('books/{row.slug}/edit', { row: { slug: 'a/../b?c' } })).toBe('books/a%2F..%2Fb%3Fc/edit')
    expect(fillTarget('{row.link}', { row: { link: '/x/y' } })).toBe('/x/y')
    expect(fillTarget({ name: 'book', params: { id: '{row.id}' } }, { row: { id: 7 } })).toMatchObject({ name: 'book', params: { id: 7 } })
  })
})

describe('refresh', () => {
  it('reaches those who show the kind, until they stop', () => {
    const heard: unknown[] = []
    const stop = subscribeRefresh('row', (detail) => heard.push(detail))
    subscribeRefresh('grid', () => heard.push('grid'))
    subscribeRefresh('layout', () => heard.push('layout'))
    refresh('row', { id: 3 })
    stop()
    refresh('row', { id: 4 })
    refreshPage()
    expect(heard).toEqual([{ id: 3 }, 'grid'])
  })
})
