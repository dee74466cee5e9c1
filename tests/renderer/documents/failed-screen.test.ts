import { describe, expect, it } from 'vitest'
import { failurePage } from '#renderer/documents/failed-screen.tsx'

const page = (status: number, metadata = {}) => failurePage({ status, metadata })

describe('the page of a screen that could not be read', () => {
  it('is the not-found page for a record that is not there and for an address that no record can have', () =>
    expect([page(404), page(422)]).toEqual(['not-found', 'not-found']))
  it('says what the server says for other refusals', () =>
    expect([page(400), page(409), page(429)]).toEqual(['refused', 'refused', 'refused']))
  it('tells a lost network from a broken server', () =>
    expect([page(0), page(500), page(503)]).toEqual(['unreachable', 'server', 'server']))
  it('tells who may not see it, in place or on the page for that', () =>
    expect([page(403), page(403, { refuse: 'forbidden' })]).toEqual(['denied', 'forbidden']))
})
