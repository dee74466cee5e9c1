import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { nextDue } from '#server/features/notifier/digest/next-due.ts'
import { sendDigests } from '#server/features/notifier/digest/send-digests.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { features } from '#server/features/index.ts'
import { systemCaller } from '#server/model/context.ts'
import { tellUser } from '#server/model/notifications/tell-user.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['developer', 'administrator', 'editor'], { seed: ['notifier'] })
const as = (user: keyof typeof tokens) => ({ token: tokens[user], headers: { 'x-locale': 'en', 'x-timezone': 'Asia/Tehran' } })
const save = (payload: object) => server.post('my-digest-save', payload, as('editor'))

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const run = <T>(work: Parameters<typeof server.database.transaction<T>>[0]) => server.database.transaction(work)
let editor: number
beforeEach(async () => {
  server.config.siteOrigin = 'https://panel.example.com'
  await run(async (trx) => {
    await sql`delete from pishkhan.digests`.execute(trx)
    await sql`delete from pishkhan.outbox`.execute(trx)
    await sql`delete from pishkhan.notices`.execute(trx)
    const { rows } = await sql<{ id: number }>`update data."user"
      set email = 'editor@example.com', preferences = '{"panel_locale":"fa","timezone":"Asia/Tehran"}' where username = 'editor' returning id`.execute(
      trx,
    )
    editor = Number(rows[0]!.id)
  })
})

const registries = () => createRegistries(server.config, features)
const tell = (device: string, now = new Date()) =>
  run(async (trx) => {
    const context = { trx, registry: await registries().current(trx), now, config: server.config, caller: systemCaller('en') }
    await tellUser(context, 'auth/new-device', { user: editor, values: () => ({ device, at: 'today', by: 'you' }) })
  })
/** As one process does it; each has documents of its own. */
const sendAt = (now: Date) =>
  run(async (trx) => sendDigests({ trx, registry: await registries().current(trx), now, config: server.config }))
const dueAt = async () =>
  new Date((await run((trx) => sql<{ due_at: string }>`select due_at from pishkhan.digests`.execute(trx))).rows[0]!.due_at)

interface Sent {
  template: string
  to: string
  locale: string
  subject: string
  text: string
}
const sent = async () =>
  ((await server.get('outbox-list', {}, as('developer'))).body.results as Sent[]).filter(({ template }) => template === 'notifier/digest')

test('is off at first, and needs a mail address', async () => {
  const { body } = await server.get('my-digest', {}, as('editor'))
  expect(body.results).toEqual({ available: true, address: 'editor@example.com', on: false, hour: 8, timezone: 'Asia/Tehran' })
  await run((trx) => sql`update data."user" set email = null where id = ${editor}`.execute(trx))
  const refused = await save({ on: true, hour: 7 })
  expect([refused.status, refused.body.errors]).toEqual([422, { on: ['Your profile holds no mail address. Add one first.'] }])
  expect((await save({ on: true, hour: 24 })).status).toBe(422)
})

test('one mail a day tells what is not read, by kind, in the language and the zone of its reader', async () => {
  expect((await save({ on: true, hour: 7 })).body.results).toMatchObject({ on: true, hour: 7 })
  await tell('Firefox on <b>Linux</b>')
  await tell('Chrome')
  const due = await dueAt()
  expect(due.toISOString()).toMatch(/T03:30:00/)
  await sendAt(new Date(due.getTime() - minuteMs))
  expect(await sent()).toEqual([])
  // Two processes, and one that begins anew.
  await Promise.all([sendAt(due), sendAt(due)])
  await sendAt(new Date(due.getTime() + minuteMs))
  const [mail, ...more] = await sent()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to: 'editor@example.com',
    locale: 'fa',
    subject: expect.stringMatching(/اعلان‌های نخوانده، [۰-۹]+ \S+ [۰-۹]{4}/),
  })
  expect(mail!.text).toContain('Chrome')
  expect(mail!.text).toContain('https://panel.example.com/profile/sessions')
  expect(mail!.text).toContain('https://panel.example.com/profile/notifications')
  expect(mail!.text.split('\n').filter((line) => line.startsWith('• '))).toHaveLength(2)
  expect((await dueAt()).getTime() - due.getTime()).toBe(dayMs)
})

test('nothing is sent of what was read, told before, or not there', async () => {
  await tell('Before')
  await save({ on: true, hour: 7 })
  await tell('Read')
  await server.post('user-notification-read', { all: true }, as('editor'))
  const due = await dueAt()
  await sendAt(due)
  expect(await sent()).toEqual([])
  await tell('Later', new Date(due.getTime() + minuteMs))
  await sendAt(new Date(due.getTime() + dayMs))
  expect((await sent()).map(({ text }) => text.split('\n').filter((line) => line.startsWith('• ')).length)).toEqual([1])
})

test('a server that stood still sends one mail, and whoever turned it off gets none', async () => {
  await save({ on: true, hour: 7 })
  await tell('Chrome')
  const late = new Date((await dueAt()).getTime() + 3 * dayMs + 5 * minuteMs)
  await sendAt(late)
  await sendAt(late)
  expect(await sent()).toHaveLength(1)
  await tell('Firefox', late)
  expect((await save({ on: false, hour: 7 })).body.results.on).toBe(false)
  await sendAt(new Date(late.getTime() + 2 * dayMs))
  expect(await sent()).toHaveLength(1)
})

test('what could not be sent for want of an address comes with the next mail', async () => {
  await save({ on: true, hour: 7 })
  await tell('Firefox')
  await run((trx) => sql`update data."user" set email = null where id = ${editor}`.execute(trx))
  await sendAt(await dueAt())
  expect(await sent()).toEqual([])
  await run((trx) => sql`update data."user" set email = 'editor@example.com' where id = ${editor}`.execute(trx))
  await sendAt(await dueAt())
  expect((await sent()).map(({ text }) => text.split('\n').filter((line) => line.startsWith('• ')).length)).toEqual([1])
})

test('whoever has moved to another zone is told at his hour there', async () => {
  await save({ on: true, hour: 7 })
  await tell('Chrome')
  await run((trx) => sql`update data."user" set preferences = '{"timezone":"America/New_York"}' where id = ${editor}`.execute(trx))
  await sendAt(await dueAt())
  expect(await sent()).toEqual([])
  await sendAt(await dueAt())
  expect(await sent()).toHaveLength(1)
})

test('of many the first fifty are listed, and how many more there are', async () => {
  await save({ on: true, hour: 7 })
  for (let at = 0; at < 53; at += 1) await tell(`Device ${at}`)
  await sendAt(await dueAt())
  const [mail] = await sent()
  expect(mail!.text.split('\n').filter((line) => line.startsWith('• '))).toHaveLength(50)
  expect(mail!.text).toContain('و ۳ اعلان دیگر در پنل.')
})

test.each([
  ['2026-03-01T00:00:00Z', 8, 'Asia/Tehran', '2026-03-01T04:30:00.000Z'],
  ['2026-03-01T04:30:00Z', 8, 'Asia/Tehran', '2026-03-02T04:30:00.000Z'],
  // The night in which clocks go back, and the one in which an hour is left out.
  ['2026-10-25T00:30:00Z', 0, 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-03-28T12:00:00Z', 2, 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
])('after %s it is %i o’clock in %s next at %s', (now, hour, zone, expected) => {
  expect(nextDue(new Date(now), hour, zone).toISOString()).toBe(expected)
})
