import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/features/persons/seed.ts'
import { tellOfPausesJob } from '#server/features/auth/notices.ts'
import { features } from '#server/features/index.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['developer', 'administrator', 'staff', 'customer'])
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
const laterFirefox = firefox.replaceAll('128.0', '131.0')
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'

beforeAll(async () => {
  await server.database.transaction(async (trx) => {
    await sql`delete from data.login_entry`.execute(trx)
    await sql`update data."user" set email = username || '@example.com', mobile = null, preferences = '{"panel_locale":"en","timezone":"Europe/Berlin"}'
      where username in ('staff', 'customer', 'editor', 'operator')`.execute(trx)
  })
})

const signIn = (username: string, agent: string, password = demoPassword) =>
  server.post('login', { username, password }, { headers: { 'user-agent': agent } })
interface Mail {
  to: string
  template: string
  subject: string
  text: string
}
const mails = async (to: string): Promise<Mail[]> =>
  ((await server.get('outbox-list', {}, { token: tokens.developer })).body.results as Mail[]).filter((each) => each.to === to)
const bell = async (token: string): Promise<{ title: string; text: string; link?: object }[]> =>
  ((await server.get('user-notification-list', {}, { token, headers: { 'x-locale': 'en' } })).body.results as { data: never }[]).map(
    ({ data }) => data,
  )

test('a device that was not used before is told under the bell and by mail, the first of all and a newer version are not', async () => {
  const { body } = await signIn('editor', firefox)
  await signIn('editor', laterFirefox)
  expect(await mails('editor@example.com')).toEqual([])
  await signIn('editor', safari)
  const [mail, ...more] = await mails('editor@example.com')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ template: 'auth/new-device', subject: 'New sign-in to your account: Safari 17 – iOS' })
  expect(mail!.text).toMatch(/\d\d:\d\d, device: Safari 17 – iOS, IP address: \S+\. If it was not you/)
  const [told] = await bell(body.results.token)
  expect(told).toMatchObject({ title: 'New sign-in to your account: Safari 17 – iOS', link: { name: 'persons-profile-sessions' } })
  await signIn('editor', safari)
  expect(await mails('editor@example.com')).toHaveLength(1)
})

test('a changed password is told, and nothing of it can be turned off', async () => {
  const payload = { current_password: demoPassword, password: 'quiet river stone', password_confirmation: 'quiet river stone' }
  expect((await server.post('change-password', payload, { token: tokens.customer })).status).toBe(200)
  const [mail] = await mails('customer@example.com')
  expect(mail).toMatchObject({ template: 'auth/password-changed', subject: 'Your password was changed' })
  expect(mail!.text).not.toContain('quiet river stone')
  const choice = { key: 'auth/$security_notices', channels: { mail: false } }
  expect((await server.post('user-notification-manage', { choices: [choice] }, { token: tokens.customer })).status).toBe(422)
})

test('another mail address is told to both, with the new one masked, and without the device of whoever changed it', async () => {
  const { rows } = await server.database.read((trx) =>
    sql<{ id: number; version: number }>`select id, version from data."user" where username = 'staff'`.execute(trx),
  )
  const { id, version } = rows[0]!
  const saved = await server.post(
    'user-save',
    { id: Number(id), version, data: { email: 'somebody@example.net' } },
    { token: tokens.administrator },
  )
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  const [[former], [present]] = [await mails('staff@example.com'), await mails('somebody@example.net')]
  for (const mail of [former, present]) {
    expect(mail).toMatchObject({ template: 'auth/mail-changed', subject: 'The email address of your account was changed' })
    expect(mail!.text).toContain('by an administrator. From now on: s•••@example.net.')
  }
})

test('many wrong passwords are told once a day, and an account that there is not answers the same', async () => {
  const answers = async (username: string) => {
    const seen = []
    for (let at = 0; at < 7; at += 1) {
      const { status, body } = await signIn(username, firefox, 'wrong')
      seen.push([status, body.code])
    }
    return seen
  }
  expect(await answers('operator')).toEqual(await answers('nobody-at-all'))
  expect(await mails('operator@example.com')).toEqual([])
  const look = () =>
    server.database.transaction(async (trx) =>
      tellOfPausesJob.run(trx, await createRegistries(server.config, features).current(trx), new Date(), server.config),
    )
  await look()
  await look()
  expect((await mails('operator@example.com')).map(({ subject }) => subject)).toEqual(['Many failed attempts to sign in to your account'])
})
