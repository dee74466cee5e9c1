import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, unusedLifeMs } from '#server/features/uploads/routes.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { databaseKinds } from '#tests/helpers/database.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { importForm } from '#tests/server-mock/panel/import-form.ts'
import { sendFile } from './multipart.ts'

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size - 9)])
const megabyte = 1024 * 1024

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind, env: { FILES_USER_MAX_MB: '2', FILES_MAX_MB: '3' } })
  })
  afterAll(() => server.close())
  const send = async (username: string, size: number) =>
    sendFile(server, await server.signIn(username), { name: 'a.pdf', type: 'application/pdf', content: pdf(size) })
  const stored = () => readdirSync(join(server.config.filesDir, 'stored')).length

  it('a user has a quota, and so have all together', async () => {
    expect((await send('editor', megabyte)).status).toBe(200)
    expect((await send('editor', megabyte)).status).toBe(200)
    expect(await send('editor', 1000)).toMatchObject({
      status: 422,
      body: {
        errorCode: 'quota-exceeded',
        metadata: { used: 2 * megabyte, size: 1000, max_size: 2 * megabyte },
        errors: { file: [expect.stringContaining('۲ مگابایت')] },
      },
    })
    expect(stored()).toBe(2)
    expect((await send('staff', megabyte)).status).toBe(200)
    expect(await send('staff', 1000)).toMatchObject({ status: 507, body: { errorCode: 'storage-full', userMessage: expect.any(String) } })
    expect(stored()).toBe(3)
  })

  it('files that are removed count no more', async () => {
    const later = new Date(Date.now() + unusedLifeMs + 1000)
    await server.database.transaction(async (trx) =>
      cleanUp.run(trx, await createRegistries(server.config).current(trx), later, server.config),
    )
    expect((await send('editor', megabyte)).status).toBe(200)
  })

  it('the smaller versions of a picture count as well', async () => {
    const used = async () => {
      const { rows } = await server.database.read((trx) =>
        sql<{ bytes: string }>`select sum(bytes) as bytes from pishkhan.file_use`.execute(trx),
      )
      return Number(rows[0]!.bytes)
    }
    const before = await used()
    const content = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#08a' } })
      .png()
      .toBuffer()
    const { body } = await sendFile(server, await server.signIn('operator'), { name: 'a.png', type: 'image/png', content })
    const folder = join(server.config.filesDir, 'stored', body.metadata.versions.original.split('/').at(-2))
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeGreaterThan(content.length)
    expect((await used()) - before).toBe(bytes)
  })

  it('files that wait to be imported count to the quota of who sent them', async () => {
    const headers = { authorization: `Bearer ${await server.signIn('administrator')}` }
    const lines = Array.from({ length: 900 }, (_, row) => `user${row},${'x'.repeat(1000)}`)
    const form = importForm(`username,first_name\n${lines.join('\n')}\n`, 'persons/user/list', {})
    const open = () => server.inject({ method: 'POST', url: '/api/v1/grid-import-open', ...form, headers: { ...headers, ...form.headers } })
    const answers = [await open(), await open(), await open()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, expect.any(Number)])
    expect(['quota-exceeded', 'storage-full']).toContain(answers[2]!.body.errorCode)
    expect(readdirSync(join(server.config.filesDir, 'imports'))).toHaveLength(2)
  })
})
