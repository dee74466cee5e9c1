import { describe, expect, it } from 'vitest'
import { isInAudience, type StoredAudience } from '#server/publishing/trials/audience.ts'
import { bucketOf, failsTooMuch, outcomeOf, type VersionCounts } from '#server/publishing/trials/counts.ts'
import { changesForAll } from '#server/publishing/trials/data-changes.ts'
import { editionText, keptEdition, parseEdition, type Editions } from '#server/publishing/trials/editions.ts'
import type { Trial } from '#server/publishing/trials/trial-rows.ts'

const share = (percent: number, module = 'library') => ({
  module,
  ...({ audience: 'share', role: null, users: null, usernames: null, share: percent } satisfies StoredAudience),
})
const people = Array.from({ length: 2000 }, (_, at) => ({ user: { id: at + 1 }, roles: [] }))
const within = (percent: number, module?: string) => people.filter((person) => isInAudience(share(percent, module), person))

describe('a share of the users', () => {
  it('is about so many of them, the same each time', () => {
    expect(within(10).length).toBeGreaterThan(150)
    expect(within(10).length).toBeLessThan(250)
    expect(within(10)).toEqual(within(10))
    expect(within(100)).toHaveLength(people.length)
  })
  it('only adds people as it grows', () => {
    const larger = new Set(within(25))
    expect(within(10).every((person) => larger.has(person))).toBe(true)
  })
  it('is other people in another module', () => {
    expect(within(10, 'shop')).not.toEqual(within(10))
  })
})

describe('what a page keeps', () => {
  const trial = (id: number, status: Trial['status']) => ({ id, status, ...share(100) }) as Trial
  const editions: Editions = { publication: 12, trials: [trial(3, 'ended'), trial(4, 'running')] }
  const kept = (asked: string, person: (typeof people)[number] | undefined = people[0]) =>
    editionText(keptEdition(editions, person, parseEdition(asked)))
  it('is what it began with, until the next publication for everybody', () => {
    expect([kept('12'), kept('12+3'), kept('12+4')]).toEqual(['12', '12+3', '12+4'])
    expect(kept('11+3')).toBe('12+4')
  })
  it('is never a trial that is not meant for the reader, nor one that there is not', () => {
    expect(keptEdition(editions, undefined, parseEdition('12+3+4')).trials).toEqual([])
    expect(kept('12+99')).toBe('12')
    expect(kept('12+x')).toBe('12+4')
  })
})

describe('what changes for everybody', () => {
  const module = (more: object) => JSON.stringify({ name: 'library', title: 'Library', version: '1.0.0', ...more })
  it('is all but screens, grids, forms, modals and messages', () => {
    const before = { 'module.json': module({}), 'grids/books.json': '{}', 'endpoints.json': '{}' }
    const after = {
      'module.json': module({ version: '1.1.0', trial: { minCalls: 5 }, menu: [] }),
      'grids/books.json': '{"a":1}',
      'entities/shelf.json': '{"a":1}',
      'endpoints.json': '{ }',
    }
    expect(changesForAll(before, after)).toEqual(['entities/shelf.json', 'module.json /menu'])
  })
})

describe('a trial that fails too much', () => {
  const counts = (calls: number, error_rate: number | null): VersionCounts => ({
    calls,
    error_rate,
    client_errors: 0,
    server_errors: 0,
    panel_errors: 0,
    p50_ms: null,
    p95_ms: null,
  })
  const limits = { max_error_rate: 0.1, min_calls: 50 }
  it.each([
    [counts(50, 0.2), counts(10, 0), true],
    [counts(49, 0.2), counts(10, 0), false],
    [counts(50, 0.1), counts(10, 0), false],
    [counts(50, 0.2), counts(10, 0.3), false],
    [counts(50, 0.2), counts(0, null), true],
  ])('is judged by its own calls and by those of the current version', (tried, current, expected) => {
    expect(failsTooMuch({ tried, current }, limits)).toBe(expected)
  })
  it('does not count refusals that say nothing of documents', () => {
    expect([200, 304, 401, 409, 429, 400, 404, 422, 500, 503].map(outcomeOf)).toEqual([
      ...['ok', 'ok', 'ok', 'ok', 'ok', 'client', 'client', 'client', 'server', 'server'],
    ])
  })
  it('keeps times on a scale', () => {
    expect(bucketOf(0)).toBe(0)
    expect(bucketOf(1000)).toBeGreaterThan(bucketOf(500))
  })
})
