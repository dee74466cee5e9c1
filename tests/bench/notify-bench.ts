import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { startPostgres } from '#tests/helpers/postgres.mjs'
import { absolute, relative, type Measurement } from './report.ts'

const recipients = 10_000
const lists = 150
/** Between two calls of somebody who works in a list. */
const pauseMs = 20

const documents = {
  'module.json': { name: 'broadcasts', version: '1.0.0', title: 'Broadcasts', permissions: ['broadcasts.read'] },
  'entities/broadcast.json': {
    name: 'broadcast',
    title: 'Broadcast',
    access: { read: 'broadcasts.read', write: 'broadcasts.read' },
    schema: { type: 'object', properties: { title: { type: 'string', title: 'Title' } } },
  },
  'notifications/news.json': {
    name: 'news',
    title: '{record.title}',
    text: 'Everybody is told of it',
    on: { entity: 'broadcast', created: true },
    to: [{ permission: 'broadcasts.read' }],
    channels: ['database', 'mail'],
  },
}

/** Takes every mail, and drops it. */
async function dropMail(): Promise<{ url: string; count: () => number; close: () => void }> {
  let count = 0
  const server = createServer((socket) => {
    let isData = false
    let tail = ''
    socket.on('error', () => {})
    socket.write('220 drop\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (isData) {
        tail = (tail + text).slice(-5)
        if (tail !== '\r\n.\r\n') return
        tail = ''
        isData = false
        count += 1
        return void socket.write('250 taken\r\n')
      }
      isData = text.startsWith('DATA')
      socket.write(isData ? '354 go on\r\n' : text.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count, close: () => server.close() }
}

const percentile95 = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)]!
const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** 10,000 people are told by the bell and by mail: how long it takes to queue, and what lists that are read meanwhile wait for it. */
export async function measureNotify(): Promise<Measurement[]> {
  const [postgres, mail] = [await startPostgres(), await dropMail()]
  if (!postgres) throw new Error('This part needs PostgreSQL.')
  process.env.TEST_DATABASE_URL = postgres.url
  const { startTestServer } = await import('#tests/helpers/server.ts')
  const server = await startTestServer({ kind: 'postgres' })
  try {
    server.config.smtp = { url: mail.url, from: 'panel@example.com' }
    const token = await server.signIn('developer')
    const published = await server.post(
      'publish',
      {
        module: 'broadcasts',
        documents: Object.fromEntries(Object.entries(documents).map(([file, each]) => [file, JSON.stringify(each)])),
      },
      { token },
    )
    if (published.status !== 200) throw new Error(JSON.stringify(published.body))
    await server.database.transaction((trx) =>
      sql`insert into data."user" (username, name_full, email, roles, permits, version)
        select 'bench' || n, 'Bench ' || n, 'bench' || n || '@example.com', '[]', '["broadcasts.read"]', 1
        from generate_series(1, ${recipients}) n`.execute(trx),
    )
    const readList = async (): Promise<number> => {
      const started = performance.now()
      const { status } = await server.get('grid', { module: 'persons', class: 'user', part: 'list' }, { token })
      if (status !== 200) throw new Error(`the list answers ${status}`)
      return performance.now() - started
    }
    const quiet: number[] = []
    for (let at = 0; at < 20; at += 1) await readList()
    for (let at = 0; at < lists; at += 1) {
      quiet.push(await readList())
      await pause()
    }
    const started = performance.now()
    const saved = await server.post('save', { model: 'broadcast', data: { title: 'News' } }, { token })
    const queuedMs = performance.now() - started
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
    const sendingFrom = performance.now()
    const busy: number[] = []
    while (mail.count() < recipients) {
      busy.push(await readList())
      await pause()
    }
    const sentMs = performance.now() - sendingFrom
    return [
      absolute('10,000 recipients: the call that tells them', queuedMs, 'ms', 2000),
      relative('10,000 recipients: p95 of a list while mail goes out', percentile95(busy), 'ms', percentile95(quiet), 1.3),
      absolute('10,000 recipients: until the last mail is sent', sentMs / 1000, 's', 600),
    ]
  } finally {
    await server.close()
    mail.close()
    await postgres.stop()
  }
}
