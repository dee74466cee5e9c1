import type pg from 'pg'
import { expect, test } from 'vitest'
import { preparingPool } from '#server/database/connection/prepared-statements.ts'

/** A connection that keeps what it is sent; `answer` says how a statement ends. */
async function connect(answer: (text: string) => Promise<unknown> = () => Promise.resolve({ command: '', rowCount: 0, rows: [] })) {
  const sent: string[] = []
  const released: unknown[] = []
  let corked = 0
  const client = {
    query: (query: string | { text: string }) => {
      const text = typeof query === 'string' ? query : query.text
      sent.push(corked > 0 ? `together: ${text}` : text)
      return answer(text)
    },
    release: (isOutdated: unknown) => released.push(isOutdated),
    connection: { stream: { cork: () => (corked += 1), uncork: () => (corked -= 1) } },
  }
  const pool = preparingPool({ connect: () => Promise.resolve(client) } as unknown as pg.Pool)
  const connection = await pool.connect()
  return { sent, released, run: (text: string) => connection.query(text, []), release: () => connection.release() }
}
const reading = 'start transaction isolation level repeatable read read only'

test('a transaction begins with its first statement, in one message', async () => {
  const { sent, run } = await connect()
  for (const text of ['begin', 'select 1', 'select 2', 'commit']) await run(text)
  expect(sent).toEqual(['together: begin', 'together: select 1', 'select 2', 'commit'])
})

test('a transaction without a statement sends nothing', async () => {
  const { sent, run } = await connect()
  for (const end of ['commit', 'rollback']) for (const text of ['begin', end]) await run(text)
  expect(sent).toEqual([])
})

test('the end of a transaction that read is not waited for, that of one that wrote is', async () => {
  const never = (text: string) => (text === 'commit' ? new Promise(() => {}) : Promise.resolve({ rows: [] }))
  const reader = await connect(never)
  for (const text of [reading, 'select 1', 'commit']) await reader.run(text)
  expect(reader.sent.at(-1)).toBe('commit')
  const failed = (text: string) => (text === 'commit' ? Promise.reject(new Error('could not serialize')) : Promise.resolve({ rows: [] }))
  const writer = await connect(failed)
  for (const text of ['begin', 'update data.post set title = 1']) await writer.run(text)
  await expect(writer.run('commit')).rejects.toThrow('could not serialize')
})

test('a connection on which the end of reading fails is not used again', async () => {
  const { released, run, release } = await connect((text) =>
    text === 'commit' ? Promise.reject(new Error('lost')) : Promise.resolve({ rows: [] }),
  )
  for (const text of [reading, 'select 1', 'commit']) await run(text)
  await Promise.resolve()
  release()
  expect(released).toEqual([true])
})

test('where a transaction cannot begin, its first statement fails with the reason', async () => {
  const { run } = await connect((text) =>
    text === 'begin' ? Promise.reject(new Error('no more connections')) : Promise.resolve({ rows: [] }),
  )
  await run('begin')
  await expect(run('select 1')).rejects.toThrow('no more connections')
})
