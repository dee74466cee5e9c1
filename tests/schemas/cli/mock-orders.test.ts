import { describe, expect, test } from 'vitest'
import { describeDisturbances, disturbanceOf, readOrder } from '#schemas/cli/mock-orders.ts'

describe('orders to the mock', () => {
  test('slow and fail hold together for a call, and ok ends them', () => {
    const slow = readOrder('slow 2000 save', [])
    const both = readOrder('fail 422 save', slow)
    expect(both).toEqual([{ call: 'save', slow: 2000, fail: '422' }])
    expect(readOrder('ok save', both)).toEqual([])
    expect(readOrder('ok', readOrder('slow 10', both))).toEqual([])
  })

  test('an order for all calls leaves those alone without which nothing opens', () => {
    const all = readOrder('fail 500', [])
    expect(disturbanceOf('book-list', all)).toEqual({ fail: '500' })
    expect(disturbanceOf('login', all)).toBeUndefined()
    expect(disturbanceOf('login', readOrder('fail 403 login', all))).toEqual({ call: 'login', fail: '403' })
  })

  test.each(['', 'stop', 'slow', 'slow fast', 'slow 999999', 'fail', 'fail 418'])('%j is told how it is written', (line) => {
    expect(() => readOrder(line, [])).toThrow(RangeError)
  })

  test('each disturbance is one line', () => {
    expect(describeDisturbances([])).toBe('every call is answered as usual')
    expect(describeDisturbances([{ slow: 5 }, { call: 'save', fail: 'cut' }])).toBe('every call, after 5 ms\nsave, fails: cut')
  })
})
