import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inBackground } from '#server/features/panel/export/read-rows.ts'

it.each([
  ['goes on at once while nobody else asks', true, ['next page', 'others']],
  ['lets others have their turn first', false, ['others', 'next page']],
])('a file that is written in the background %s', async (_, quiet, expected) => {
  const order: string[] = []
  const pause = inBackground(() => quiet).pause!(20).then(() => order.push('next page'))
  await nextTurn()
  order.push('others')
  await pause
  expect(order).toEqual(expected)
})
