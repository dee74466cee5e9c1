import { expect, test } from 'vitest'
import { carriersFor, deliverByOne } from '#server/messages/deliver.ts'
import { DeliveryError, type DeliveryCode, type RenderedMessage } from '#server/messages/drivers/driver.ts'
import type { Carrier } from '#server/messages/read-drivers.ts'

const message = { key: '1', template: 'auth/sign_in_code' } as RenderedMessage

function carrier(code?: DeliveryCode, isFinal = false): Carrier & { sent: number } {
  const own = {
    sent: 0,
    carries: () => true,
    deliver: () => {
      own.sent += 1
      return code ? Promise.reject(new DeliveryError(code, { isFinal })) : Promise.resolve()
    },
  }
  return own
}

test('the next carrier sends what the first one does not take', async () => {
  const [first, second, third] = [carrier('refused', true), carrier(), carrier()]
  await deliverByOne([first, second, third], message)
  expect([first.sent, second.sent, third.sent]).toEqual([1, 1, 0])
})

test('what may have arrived is not sent by another one', async () => {
  const second = carrier()
  await expect(deliverByOne([carrier('unknown', true), second], message)).rejects.toMatchObject({ code: 'unknown' })
  expect(second.sent).toBe(0)
})

test('it is tried again while one of the refusals was for the moment', async () => {
  await expect(deliverByOne([carrier('unreachable'), carrier('refused', true)], message)).rejects.toMatchObject({
    code: 'unreachable',
    isFinal: false,
  })
  await expect(deliverByOne([carrier('refused', true), carrier('login')], message)).rejects.toMatchObject({ code: 'login', isFinal: false })
})

test('another carrier is not begun with when the first one took too long', async () => {
  const second = carrier()
  const times = [0, 50_000]
  await expect(deliverByOne([carrier('hangs'), second], message, () => times.shift()!)).rejects.toMatchObject({ code: 'hangs' })
  expect(second.sent).toBe(0)
})

test('a message without a pattern goes as a plain SMS where there is one', () => {
  const [sms, pattern] = [carrier(), { ...carrier(), carries: (template: string) => template === message.template }]
  const drivers = { mail: [], sms: [sms], 'pattern-sms': [pattern], browser: [] }
  expect(carriersFor(drivers, 'pattern-sms', message.template)).toEqual([pattern])
  expect(carriersFor(drivers, 'pattern-sms', 'auth/other')).toEqual([sms])
  expect(carriersFor({ ...drivers, sms: [] }, 'pattern-sms', 'auth/other')).toEqual([])
})
