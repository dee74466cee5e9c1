import { expect, it } from 'vitest'
import { withIds } from '#renderer/routing/route-ids.ts'

it('ids of a path that are whole numbers are numbers; everything else of it is text', () => {
  expect(
    withIds({ id: '7', post_id: '12', type: '5', slug: '2024', order_id: '0042', user_id: 'me', parent_id: '99999999999999999' }),
  ).toEqual({ id: 7, post_id: 12, type: '5', slug: '2024', order_id: '0042', user_id: 'me', parent_id: '99999999999999999' })
})
