import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { createLive } from '#renderer/form/live/create-live.ts'

type Row = Record<string, unknown>

const amount = (computed?: unknown) => ({
  type: 'string',
  format: 'decimal',
  scale: 2,
  ...(computed !== undefined && { computed, readOnly: true }),
})

/** An order: totals and taxes of its lines, sums over them, and with `isShared` a discount that is split over the lines. */
function orderForm(isShared: boolean): Pick<FormAnswer, 'schema' | 'ui' | 'layout'> {
  const line = {
    count: { type: 'integer' },
    unit_price: amount(),
    discount: amount(),
    total: amount('count * unit_price - discount'),
    tax: amount('total * 9 / 100'),
    ...(isShared && { share: amount({ share: 'order.coupon', by: 'total' }) }),
  }
  const order = {
    coupon: amount(),
    lines: { type: 'array', rows: 'line', items: { type: 'object', parent: 'order', properties: line } },
    sum: amount('sum(lines.total)'),
    taxes: amount('sum(lines.tax)'),
    payable: amount('sum + taxes - coupon'),
  }
  return { schema: { type: 'object', properties: order } }
}

/** Script in milliseconds of what follows a key in one of so many rows: the median of 300 keys. */
export function liveKey(rows: number, isShared: boolean): number {
  const live = createLive(orderForm(isShared))
  const lines: Row[] = Array.from({ length: rows }, (_, at) => ({ count: (at % 7) + 1, unit_price: `${1000 + at}.50`, discount: '10' }))
  let data = live.compute(undefined, { coupon: '1000', lines }, {}).data
  const times: number[] = []
  for (let key = 0; key < 350; key++) {
    const typed = key % rows
    const changed = (data.lines as Row[]).map((row, at) => (at === typed ? { ...row, count: (Number(row.count) % 9) + 1 } : row))
    const started = performance.now()
    data = live.compute(data, { ...data, lines: changed }, {}).data
    times.push(performance.now() - started)
  }
  const measured = times.slice(50).sort((one, other) => one - other)
  return measured[Math.floor(measured.length / 2)]!
}
