import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { features } from '#server/features/index.ts'
import { channelsOffered } from '#server/messages/channels.ts'
import { sendDue } from '#server/messages/message-runner.ts'
import { openValues, sendMessage, type Message } from '#server/messages/send-message.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'developer'])
/** That of the server too: it sends what signing in has told, and takes what was begun long ago for lost. */
const now = new Date()
const code: Message = {
  channel: 'mail',
  to: 'a@example.com',
  template: 'notifier/driver_test',
  values: { code: '482913' },
  locale: 'fa',
  secret: true,
}
interface Row {
  state: string
  sealed: string | null
  error: string | null
}
const rows = async (to: string) =>
  (await server.database.read((trx) => sql<Row>`select state, sealed, error from pishkhan.outbox where recipient = ${to}`.execute(trx)))
    .rows

async function runOnce(outbox: boolean) {
  const config = { ...server.config, outbox }
  const registries = createRegistries(config, features)
  await sendDue({ config, database: server.database, registries, log: { error: () => {} }, now: () => now })
}

const write = (message: Message) => server.database.transaction((trx) => sendMessage({ trx, config: server.config, now }, message))

/** What signing in has told is sent by then: from here on the server looks for nothing by itself. */
beforeAll(async () => {
  await runOnce(true)
  const unsettled = sql`select id from pishkhan.outbox where state in ('waiting', 'sending')`
  await vi.waitFor(async () => expect((await server.database.read((trx) => unsettled.execute(trx))).rows).toEqual([]))
})

test('values are sealed, and read by developers where there is no driver', async () => {
  await write(code)
  expect((await rows(code.to))[0]!.sealed).not.toContain('482913')
  await runOnce(true)
  const [row] = await rows(code.to)
  expect(row!.state).toBe('shown')
  expect(openValues(server.config, code.to, row!.sealed)).toEqual({ code: '482913' })
  expect(openValues(server.config, 'b@example.com', row!.sealed)).toBeUndefined()
})

test('without a driver and without an outbox a message is dead with its reason, and its code is gone', async () => {
  await write({ ...code, to: 'c@example.com' })
  await runOnce(false)
  expect(await rows('c@example.com')).toEqual([{ state: 'dead', error: 'no-driver', sealed: null }])
})

test('a message of a transaction that is taken back is never there', async () => {
  const failing = server.database.transaction(async (trx) => {
    await sendMessage({ trx, config: server.config, now }, { ...code, to: 'd@example.com' })
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(await rows('d@example.com')).toEqual([])
})

test('without an outbox a channel without a driver is not offered', async () => {
  const smtp = { url: 'smtp://mail.example.com', from: 'a@example.com' }
  expect(await channelsOffered({ config: server.config })).toEqual(['mail', 'sms', 'pattern-sms', 'browser'])
  expect(await channelsOffered({ config: { ...server.config, outbox: false } })).toEqual([])
  expect(await channelsOffered({ config: { ...server.config, outbox: false, smtp } })).toEqual(['mail'])
})

test('developers read what would have been sent, and nobody else does', async () => {
  const message = { ...code, to: 'e@example.com', template: 'auth/sign_in_code', values: { code: '482913', minutes: 2 } }
  await write(message)
  const { status, body } = await server.get('outbox-list', {}, { token: tokens.developer })
  expect(status).toBe(200)
  expect(body.results).toContainEqual(
    expect.objectContaining({ to: 'e@example.com', state: 'waiting', text: expect.stringContaining('482913') }),
  )
  expect((await server.get('outbox-list', {}, { token: tokens.administrator })).status).toBe(403)
  expect((await server.get('outbox-list')).status).toBe(401)
})
