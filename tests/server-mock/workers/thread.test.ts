import { afterEach, expect, it } from 'vitest'
import { createThread, TooComplex, type Thread } from '#server/workers/thread.ts'

const slow = '<p a b c>x</p>'.repeat(15_000)
let threads: Thread[] = []
const threadOf = (options: Partial<Parameters<typeof createThread>[0]> = {}): Thread => {
  const thread = createThread({ maxHeapMb: 128, limitMs: 20_000, ...options })
  threads.push(thread)
  return thread
}
afterEach(async () => {
  await Promise.all(threads.map((thread) => thread.end()))
  threads = []
})

it('a task that takes too long is given up, and the next one runs', async () => {
  const thread = threadOf({ limitMs: 1 })
  const given = thread.run({ kind: 'html', html: slow })
  const next = thread.run({ kind: 'html', html: slow })
  await expect(given).rejects.toBeInstanceOf(TooComplex)
  await expect(next).rejects.toBeInstanceOf(TooComplex)
  expect(await threadOf().run({ kind: 'html', html: '<b onclick="x">a</b>' })).toEqual({ html: '<b>a</b>' })
})

it('tasks run one after the other, and a refusal of one is not that of the next', async () => {
  const thread = threadOf()
  const broken = thread.run({ kind: 'table', bytes: Buffer.from('a,"b'), name: 'a.csv', locale: 'en' })
  const parts: unknown[] = []
  const sound = thread.run({ kind: 'table', bytes: Buffer.from('a,b\n1,2\n'), name: 'a.csv', locale: 'en' }, (part) => parts.push(part))
  await expect(broken).rejects.toMatchObject({ code: 'file-broken', metadata: { line: 1 } })
  expect(await sound).toMatchObject({ titles: ['a', 'b'] })
  expect(parts).toEqual([[{ line: 2, cells: ['1', '2'] }]])
})
