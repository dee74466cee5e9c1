import { afterEach, expect, it } from 'vitest'
import { createThreadPool, type ThreadPool } from '#server/workers/thread-pool.ts'

const html = (text: string) => ({ kind: 'html' as const, html: text })
/** A table in two parts: its task goes on only when the first of them has been taken. */
const table = { kind: 'table' as const, bytes: Buffer.from('a\n1\n'), name: 'a.csv', locale: 'en' }

let pool: ThreadPool
afterEach(() => pool.end())

it('the slow task of one user does not hold up the task of another', async () => {
  pool = createThreadPool({ threads: 2, maxHeapMb: 128, limitMs: 20_000 })
  let isSlowOver = false
  const slow = Promise.all(Array.from({ length: 4 }, () => pool.run('slow', html('<p a b c>x</p>'.repeat(20_000))))).then(() => {
    isSlowOver = true
  })
  expect(await pool.run('quick', html('<b onclick="x">a</b>'))).toEqual({ html: '<b>a</b>' })
  expect(isSlowOver).toBe(false)
  await slow
  expect(isSlowOver).toBe(true)
})

it('with one thread, users take turns, and the tasks of each run in their order', async () => {
  pool = createThreadPool({ threads: 1, maxHeapMb: 128, limitMs: 20_000 })
  const order: string[] = []
  const run = (owner: string, name: string) => pool.run(owner, table).then(() => order.push(name))
  await Promise.all([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('b', 'b2'), run('c', 'c1')])
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

it('a task that fails gives its thread to the next', async () => {
  pool = createThreadPool({ threads: 1, maxHeapMb: 128, limitMs: 20_000 })
  const broken = pool.run('a', { ...table, bytes: Buffer.from('a,"b') })
  const next = pool.run('a', html('<b onclick="x">a</b>'))
  await expect(broken).rejects.toMatchObject({ code: 'file-broken' })
  expect(await next).toEqual({ html: '<b>a</b>' })
})
