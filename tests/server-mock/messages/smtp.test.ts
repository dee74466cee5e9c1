import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { DeliveryError, type RenderedMessage } from '#server/messages/drivers/driver.ts'
import { createSmtpDriver, readSmtpUrl } from '#server/messages/drivers/smtp.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A mail server that answers each command as it is told; answers its address and what it was sent. */
async function mailServer(answer: (command: string, socket: Socket) => string | undefined) {
  const lines: string[] = []
  const server = createServer((socket) => {
    let inData = false
    closing.push(() => socket.destroy())
    const say = (command: string) => {
      const text = answer(command, socket)
      if (text !== undefined) socket.write(`${text}\r\n`)
    }
    say('connect')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        lines.push(line)
        if (inData && line !== '.') continue
        say(line)
        inData = line === 'DATA'
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, lines }
}

const usual = (command: string) => (command === 'connect' ? '220 ready' : command === 'DATA' ? '354 go on' : '250 ok')
const message: RenderedMessage = {
  ...{ key: '7', to: 'a@example.com', template: 'notifier/driver_test', locale: 'en', values: {} },
  ...{ subject: 'Hello', text: 'Plain words', html: '<p>Plain words</p>' },
}
const limits = { connectMs: 300, silenceMs: 300, wholeMs: 1000 }
const send = (url: string) => createSmtpDriver(readSmtpUrl({ url, from: 'Shop <shop@example.com>' }), limits)(message)

test('a mail has its text and its page, and the same identifier each time', async () => {
  const { url, lines } = await mailServer(usual)
  await send(url)
  const mail = lines.join('\n')
  expect(mail).toContain('RCPT TO:<a@example.com>')
  expect(mail).toContain('Message-ID: <outbox-7@example.com>')
  expect(mail).toContain('text/plain')
  expect(mail).toContain('text/html')
})

test.each([
  ['says nothing', () => undefined, { code: 'hangs', isFinal: false }],
  [
    'refuses the recipient',
    (command: string) => (command.startsWith('RCPT') ? '550 unknown' : usual(command)),
    { code: 'refused', isFinal: true },
  ],
  [
    'refuses for the moment',
    (command: string) => (command.startsWith('RCPT') ? '451 later' : usual(command)),
    { code: 'refused', isFinal: false },
  ],
  [
    'accepts and drops',
    (command: string, socket: Socket) => (command === 'DATA' ? void socket.destroy() : usual(command)),
    { code: 'dropped', isFinal: false },
  ],
] as const)('a mail server that %s is told as that', async (_, answer, reason) => {
  const { url } = await mailServer(answer)
  await expect(send(url)).rejects.toMatchObject(reason)
})

test('a password is not sent to a server without encryption', async () => {
  const { url, lines } = await mailServer(usual)
  await expect(send(url.replace('//', '//name:word@'))).rejects.toBeInstanceOf(DeliveryError)
  expect(lines.join()).not.toContain('AUTH')
})
