import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { DeliveryError } from '#server/messages/drivers/driver.ts'
import { sendByHttp, type HttpSettings } from '#server/messages/drivers/http.ts'
import { addressOf, isPublicAddress, mayCallAddress } from '#server/messages/drivers/public-address.ts'
import { fillRequest } from '#server/messages/drivers/request-template.ts'
import { webServer } from '#tests/helpers/web-server.ts'

const settings: HttpSettings = {
  method: 'POST',
  url: 'http://127.0.0.1/send',
  headers: [{ name: 'Authorization', value: 'Bearer {key}' }],
  bodyKind: 'json',
  body: '{ "to": "{recipient}", "text": "Hello: {text}", "values": "{values}", "id": "{pattern_number}" }',
  timeoutMs: 400,
  success: { from: 200, to: 299, pointer: '/status', value: '1' },
  messagePointer: '/message',
  reach: 'machine',
}
const values = {
  recipient: '+989121234567',
  text: 'a "quoted"\n\\ text',
  key: 'top-secret',
  values: { code: '"}, "x": {' },
  pattern_number: 17,
}
const says = (status: number, body: string) => (response: ServerResponse) => response.writeHead(status).end(body)

async function send(answer: (response: ServerResponse) => void, changes: Partial<HttpSettings> = {}) {
  const { url, requests } = await webServer(answer)
  const outcome = await sendByHttp({ ...settings, url: `${url}/send`, ...changes }, values).then(
    () => 'sent',
    ({ code, message, isFinal }: DeliveryError) => ({ code, message, isFinal }),
  )
  return { outcome, requests }
}

test('values are inserted into JSON as texts, whatever they hold', async () => {
  const { outcome, requests } = await send(says(200, '{"status":1}'))
  expect(outcome).toBe('sent')
  expect(JSON.parse(requests[0]!.body)).toEqual({ to: values.recipient, text: `Hello: ${values.text}`, values: values.values, id: 17 })
  expect(requests[0]!.headers).toMatchObject({ authorization: 'Bearer top-secret', 'content-type': 'application/json' })
})

test('values add no fields to a form and no steps to an address', () => {
  const form = {
    ...settings,
    bodyKind: 'form' as const,
    body: 'to={recipient}&text={text}',
    url: 'https://sms.example.com/{key}/send?to={recipient}',
  }
  const filled = fillRequest(form, { ...values, text: 'a&b=c', key: 'a/../b' })
  expect([...new URLSearchParams(filled.body)]).toEqual([
    ['to', '+989121234567'],
    ['text', 'a&b=c'],
  ])
  expect(filled.url.href).toBe('https://sms.example.com/a%2F..%2Fb/send?to=%2B989121234567')
  expect(() => fillRequest(form, { ...values, key: '..' })).toThrow(DeliveryError)
})

test('a value that would begin another header is refused', () => {
  expect(() => fillRequest(settings, { ...values, key: 'a\r\nHost: b' })).toThrow(DeliveryError)
})

test.each([
  ['refuses for the moment', says(500, '{"message":"Later"}'), { code: 'refused', message: 'Later', isFinal: false }],
  ['refuses for good', says(400, 'no'), { code: 'refused', message: 'HTTP 400', isFinal: true }],
  ['does not know the key', says(401, '{"message":"top-secret is wrong"}'), { code: 'login', message: '… is wrong', isFinal: false }],
  [
    'accepts with a fault in the body',
    says(200, '{"status":9,"message":"No credit for +989121234567"}'),
    { code: 'refused', message: 'No credit for …', isFinal: true },
  ],
  ['answers something else', says(200, '<html>'), { code: 'unknown', message: 'HTTP 200', isFinal: true }],
  ['says nothing', () => undefined, { code: 'hangs', message: '', isFinal: false }],
  ['ends the connection', (response: ServerResponse) => response.destroy(), { code: 'dropped', isFinal: false }],
] as const)('a provider that %s is told as that', async (_, answer, reason) => {
  const { outcome } = await send(answer as (response: ServerResponse) => void)
  expect(outcome).toMatchObject(reason)
})

test('nothing answers', async () => {
  const { url } = await webServer(() => undefined)
  const port = Number(new URL(url).port)
  await expect(sendByHttp({ ...settings, url: `http://127.0.0.1:${port === 1 ? 2 : 1}/` }, values)).rejects.toMatchObject({
    code: 'unreachable',
  })
})

test('a redirect is not followed', async () => {
  const target = await webServer(says(200, '{"status":1}'))
  const { outcome } = await send((response) => response.writeHead(307, { location: `${target.url}/send` }).end())
  expect(outcome).toMatchObject({ code: 'refused', message: 'HTTP 307', isFinal: true })
  expect(target.requests).toEqual([])
})

test('without private addresses nothing is sent to this machine, and nothing without https', async () => {
  const { outcome, requests } = await send(says(200, '{"status":1}'), { reach: 'public' })
  expect(outcome).toMatchObject({ code: 'address', isFinal: true })
  expect(requests).toEqual([])
  await expect(sendByHttp({ ...settings, url: 'https://127.0.0.1/', reach: 'public' }, values)).rejects.toMatchObject({ code: 'address' })
  await expect(sendByHttp({ ...settings, url: 'https://localhost/', reach: 'public' }, values)).rejects.toMatchObject({ code: 'address' })
  await expect(addressOf('[::1]', 'public')).rejects.toMatchObject({ code: 'address' })
  expect(await addressOf('127.0.0.1', 'machine')).toEqual({ address: '127.0.0.1', family: 4 })
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  'no address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['https://127.0.0.1/', true],
  ['http://localhost:9000/', true],
  ['http://[::1]/', true],
  ['https://example.com/', true],
  ['http://example.com/', false],
  ['http://10.0.0.1/', false],
  ['https://192.168.1.1/', false],
  ['https://169.254.169.254/latest', false],
  ['https://[fd00::1]/', false],
])('where developers work, the machine itself may be called beside public addresses: %s %s', async (url, may) => {
  expect(mayCallAddress(new URL(url), 'machine')).toBe(may)
  if (!may) await expect(sendByHttp({ ...settings, url }, values)).rejects.toMatchObject({ code: 'address' })
})
