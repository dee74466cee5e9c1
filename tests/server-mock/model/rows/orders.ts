import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { entities } from '../library.ts'

const access = { read: 'library.read', write: 'library.write' }

/** Orders with lines, which have parts, and with payments that are written one by one. */
export const orderEntities: EntityDocument[] = [
  ...entities,
  {
    name: 'ware',
    title: 'Ware',
    schema: { type: 'object', required: ['title'], properties: { title: { type: 'string', rules: 'required' }, code: { type: 'string' } } },
    storage: { trash: false },
    access,
  },
  {
    name: 'order',
    title: 'Order',
    display: '{number}',
    schema: {
      type: 'object',
      required: ['number'],
      properties: {
        number: { type: 'string', rules: 'required' },
        status: { enum: ['draft', 'issued'], default: 'draft' },
        lines: { type: 'array', rows: 'order_line', maxItems: 600, rules: 'required' },
        payments: { type: 'array', rows: 'payment', edit: 'own', maxItems: 3 },
      },
    },
    access,
  },
  {
    name: 'order_line',
    title: 'Line',
    parent: 'order',
    display: '{ware}',
    schema: {
      type: 'object',
      required: ['ware', 'count'],
      properties: {
        ware: { type: 'integer', references: 'ware' },
        count: { type: 'integer', rules: 'required|min_value:1' },
        price: { type: 'string', format: 'decimal' },
        note: { type: 'string' },
        serial: { type: 'string' },
        parts: { type: 'array', rows: 'line_part', maxItems: 10 },
      },
    },
    storage: { unique: [['order', 'ware'], ['serial']] },
  },
  {
    name: 'line_part',
    title: 'Part',
    parent: 'order_line',
    display: '{name}',
    schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', rules: 'required|max:20' } } },
  },
  {
    name: 'payment',
    title: 'Payment',
    parent: 'order',
    display: '{amount}',
    schema: { type: 'object', required: ['amount'], properties: { amount: { type: 'string', format: 'decimal' } } },
  },
  {
    name: 'claim',
    title: 'Claim',
    display: '{reason}',
    schema: { type: 'object', properties: { reason: { type: 'string' }, line: { type: 'integer', references: 'order_line' } } },
    access,
  },
]
