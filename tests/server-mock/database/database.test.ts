import { fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { runMigrations } from '#server/database/migrations.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'

describe.each(databaseKinds)('a database of kind %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase(kind)
    await sql`create table data.note (id bigint generated always as identity primary key, text text)`.execute(database.kysely)
  })
  afterAll(() => database.close())

  const texts = () =>
    database.read(async (trx) => (await trx.selectFrom('data.note').select('text').orderBy('id').execute()).map((row) => row.text))

  it('answers the same values from both kinds', async () => {
    const query = sql`select 5::int8 as big, 1.50::numeric as amount, date '2024-02-03' as day, timestamptz '2024-02-03 10:00:00.25+03:30' as moment, '{"a":[1]}'::jsonb as json, true as flag`
    const { rows } = await database.read((trx) => query.execute(trx))
    expect(rows[0]).toEqual({ big: 5, amount: '1.50', day: '2024-02-03', moment: '2024-02-03T06:30:00.250Z', json: { a: [1] }, flag: true })
  })

  it('a text that begins with U+FEFF is read as it was stored, also after a statement has failed', async () => {
    const text = '\uFEFFa\uFEFFb'
    const query = sql`select ${text}::text as text, array[${text}::text] as list, jsonb_build_object('a', ${text}::text) as json`
    const read = async () => (await database.read((trx) => query.execute(trx))).rows[0]
    for (const _ of [1, 2, 3]) expect(await read()).toEqual({ text, list: [text], json: { a: text } })
    await expect(database.read((trx) => sql`select nothing`.execute(trx))).rejects.toMatchObject({ code: '42703' })
    expect(await read()).toEqual({ text, list: [text], json: { a: text } })
  })

  it('rolls back what throws and keeps what does not', async () => {
    await expect(
      database.transaction(async (trx) => {
        await trx.insertInto('data.note').values({ text: 'lost' }).execute()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await database.transaction((trx) => trx.insertInto('data.note').values({ text: 'kept' }).execute())
    expect(await texts()).toEqual(['kept'])
  })

  it('lets no reading transaction write', async () => {
    await expect(database.read((trx) => trx.insertInto('data.note').values({ text: 'x' }).execute())).rejects.toMatchObject({
      code: '25006',
    })
  })

  it('runs many transactions at once to the end', async () => {
    await sql`insert into pishkhan.counters (name) values ('many')`.execute(database.kysely)
    await Promise.all(
      Array.from({ length: 40 }, () =>
        database.transaction((trx) => sql`update pishkhan.counters set value = value + 1 where name = 'many'`.execute(trx)),
      ),
    )
    const { rows } = await sql<{ value: number }>`select value from pishkhan.counters where name = 'many'`.execute(database.kysely)
    expect(rows[0]?.value).toBe(40)
  })

  it('refuses a second transaction inside the first instead of hanging', async () => {
    await expect(database.transaction(() => database.read(async () => 1))).rejects.toThrow('A transaction is open')
  })

  it('tries a transaction again after a deadlock', async () => {
    let calls = 0
    const answer = await database.transaction(async (trx) => {
      await trx.selectFrom('data.note').selectAll().execute()
      if (++calls < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return 'done'
    })
    expect([answer, calls]).toEqual(['done', 3])
  })

  it('keeps its system tables when opened again', async () => {
    const { rows } = await sql<{ name: string }>`select name from pishkhan.migrations order by name`.execute(database.kysely)
    expect(rows.map((row) => row.name)).toContain('0001-system')
  })

  it('runs no step a second time, and refuses a database of a newer release by the names of its steps', async () => {
    const ledger = () => sql`select name, at from pishkhan.migrations order by name`.execute(database.kysely)
    const before = (await ledger()).rows
    await runMigrations(database)
    expect((await ledger()).rows).toEqual(before)
    await sql`insert into pishkhan.migrations (name) values ('9998-later'), ('9999-latest')`.execute(database.kysely)
    await expect(runMigrations(database)).rejects.toThrow('of a newer release: it has had 9998-later, 9999-latest')
    await sql`delete from pishkhan.migrations where name like '999%'`.execute(database.kysely)
  })
})

// Each starts processes of its own.
describe('the embedded database', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pishkhan-database-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const start = (dataDir: string) =>
    fork(join(import.meta.dirname, 'writer.ts'), [dataDir], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })

  it('refuses a query beside the open transaction instead of hanging', async () => {
    const database = await openDatabase()
    await expect(database.transaction(() => sql`select 1`.execute(database.kysely))).rejects.toThrow('A transaction is open')
    await database.close()
  })

  it('lets others have turns while a queue of transactions is worked off', async () => {
    const database = await openDatabase()
    let [turns, isDone] = [0, false]
    const count = () => {
      if (isDone) return
      turns++
      setImmediate(count)
    }
    count()
    await Promise.all(Array.from({ length: 100 }, () => database.transaction((trx) => sql`select 1`.execute(trx))))
    isDone = true
    await database.close()
    expect(turns).toBeGreaterThan(95)
  })

  it('loses no acknowledged write when its process is killed in the middle of writing, and keeps a second process out', async () => {
    const dataDir = join(folder, 'killed')
    const child = start(dataDir)
    let acknowledged = 0
    child.on('message', (id: number) => {
      acknowledged = id
    })
    while (acknowledged < 25) await once(child, 'message')
    await expect(openDatabase({ dataDir })).rejects.toThrow(`in use by process ${child.pid}`)
    while (acknowledged < 60) await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const messages: string[] = []
    const database = await openDatabase({ dataDir, log: (message) => messages.push(message) })
    const { rows } = await sql<{ count: number; last: number }>`select count(*) as count, max(id) as last from data.written`.execute(
      database.kysely,
    )
    await database.close()
    expect(messages).toContain('lock of a process that is gone taken over')
    expect(rows[0]!.last).toBeGreaterThanOrEqual(acknowledged)
    expect(rows[0]!.count).toBe(rows[0]!.last)
  })

  it('takes over the lock of a process that is killed while its parent has not asked for it', async () => {
    const dataDir = join(folder, 'zombie')
    await (await openDatabase({ dataDir })).close()
    // A shell that becomes another program never waits for the child that it began.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(String(line).trim())
    const stat = () => {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return text.slice(text.lastIndexOf(')') + 2).split(' ')
    }
    writeFileSync(join(dataDir, 'lock'), `${pid}\n${stat()[19]}\n`)
    await expect(openDatabase({ dataDir })).rejects.toThrow(`in use by process ${pid}`)
    process.kill(pid, 'SIGKILL')
    while (stat()[0] !== 'Z') await new Promise(setImmediate)
    await (await openDatabase({ dataDir })).close()
    parent.kill('SIGKILL')
  })

  it('takes over the lock of a process whose id was given out again', async () => {
    const dataDir = join(folder, 'reused')
    await (await openDatabase({ dataDir })).close()
    writeFileSync(join(dataDir, 'lock'), `${process.pid}\n1\n`)
    const database = await openDatabase({ dataDir })
    expect(readFileSync(join(dataDir, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid}\\n(?!1\\n)`))
    await database.close()
  })
})
