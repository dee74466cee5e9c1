import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropCopy, writeCopy } from '#renderer/form/drafts/draft-copy.ts'
import { readDrafts, removeDraft, writeDraft } from '#renderer/form/drafts/draft-store.ts'

const place = '7|/books/1|book'
const day = 24 * 3600 * 1000

/** As a browser keeps texts: names are own properties, and it refuses what does not fit. */
class Texts {
  setItem(name: string, text: string): void {
    if (text.length > 3_000_000) throw new DOMException('full', 'QuotaExceededError')
    ;(this as Record<string, unknown>)[name] = text
  }
  getItem(name: string): unknown {
    return (this as Record<string, unknown>)[name] ?? null
  }
  removeItem(name: string): void {
    delete (this as Record<string, unknown>)[name]
  }
}

describe('drafts of a browser that has no database', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new Texts())
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('are kept at once, each form its own, the newest first', async () => {
    const now = Date.now()
    void writeDraft(place, 'a', { changes: { title: 'One' }, savedAt: now - 1000 })
    void writeDraft(place, 'b', { changes: { title: 'Two' }, version: 3, savedAt: now })
    void writeDraft('8|/books/1|book', 'c', { changes: { title: 'Of another user' }, savedAt: now })
    expect(await readDrafts(place)).toEqual([
      { id: 'b', changes: { title: 'Two' }, version: 3, savedAt: now },
      { id: 'a', changes: { title: 'One' }, savedAt: now - 1000 },
    ])
    await removeDraft(place, 'b')
    expect((await readDrafts(place)).map(({ id }) => id)).toEqual(['a'])
  })
  it('are gone after seven days', async () => {
    await writeDraft(place, 'a', { changes: { title: 'Old' }, savedAt: Date.now() - 8 * day })
    expect(await readDrafts(place)).toEqual([])
    expect(Object.keys(localStorage)).toEqual([])
  })
  it('tell when there is no room, and keep the state before', async () => {
    expect(await writeDraft(place, 'a', { changes: { text: 'short' }, savedAt: Date.now() })).toBe(true)
    expect(await writeDraft(place, 'a', { changes: { text: 'x'.repeat(2_500_000) }, savedAt: Date.now() })).toBe(false)
    expect((await readDrafts(place)).map(({ changes }) => changes)).toEqual([{ text: 'short' }])
  })
  it('that cannot be read are passed over and removed', async () => {
    localStorage.setItem(`pishkhan-draft\n${place}\na`, '{"changes":')
    localStorage.setItem(`pishkhan-draft\n${place}\nb`, '{"savedAt":"x"}')
    expect(await readDrafts(place)).toEqual([])
    expect(Object.keys(localStorage)).toEqual([])
  })
})

it('a browser that keeps nothing has no drafts, and says so', async () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    removeItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(await writeDraft(place, 'a', { changes: { title: 'x' }, savedAt: Date.now() })).toBe(false)
  expect(await readDrafts(place)).toEqual([])
  vi.unstubAllGlobals()
})

it('a copy stays until its own draft has arrived, also when an older one of the same moment arrives', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    setItem: (name: string, text: string) => {
      kept.set(name, text)
    },
    removeItem: (name: string) => {
      kept.delete(name)
    },
  })
  const savedAt = Date.now()
  const [older, newer] = [
    writeCopy('k', { changes: { title: 'Half' }, savedAt })!,
    writeCopy('k', { changes: { title: 'Whole' }, savedAt })!,
  ]
  dropCopy('k', older)
  expect([...kept.values()].join()).toContain('Whole')
  dropCopy('k', newer)
  expect(kept.size).toBe(0)
  vi.unstubAllGlobals()
})
