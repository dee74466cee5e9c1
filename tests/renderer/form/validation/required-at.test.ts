import { describe, expect, it } from 'vitest'
import { isRequiredAt } from '#renderer/form/validation/required-at.ts'

const address = {
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string' }, street: { type: 'string', rules: 'required' } },
}
const form = {
  schema: {
    type: 'object',
    required: ['home'],
    properties: {
      home: address,
      work: address,
      rows: { type: 'array', items: { ...address, properties: { ...address.properties, place: address } } },
    },
  },
}
const asks = (path: (string | number)[], data: unknown, rules?: string) =>
  isRequiredAt(form, { rules }, {}, path, rules === undefined, data)

describe('a field is marked as required', () => {
  it('inside an object that may be left out as soon as something of it is filled in', () => {
    expect([
      asks(['work', 'city'], {}),
      asks(['work', 'city'], { work: { street: '' } }),
      asks(['work', 'city'], { work: { street: 'x' } }),
    ]).toEqual([false, false, true])
    expect([asks(['work', 'street'], {}, 'required'), asks(['work', 'street'], { work: { city: 'x' } }, 'required')]).toEqual([false, true])
  })
  it('inside an object that is required itself, and in rows that are there', () => {
    expect([
      asks(['home', 'city'], {}),
      asks(['rows', 0, 'city'], { rows: [{}] }),
      asks(['rows', 0, 'place', 'city'], { rows: [{ city: 'x' }] }),
    ]).toEqual([true, true, false])
  })
  const list = {
    type: 'array',
    minItems: 2,
    items: { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'string', default: 'x' } } },
  }
  it('in the rows that a list must have', () => {
    const starred = (rows: object[]) =>
      isRequiredAt({ schema: { type: 'object', properties: { rows: list } } }, {}, {}, ['rows', 0, 'a'], true, { rows })
    expect([starred([{ b: 'x' }, {}]), starred([{ b: 'x' }, { b: 'y' }]), starred([{}, {}, {}])]).toEqual([true, true, true])
  })
  it('not in the rows of a group that may be left out, until something of the group is filled in', () => {
    const group = { type: 'object', properties: { rows: list, note: { type: 'string' } } }
    const starred = (value: object, required: string[] = []) =>
      isRequiredAt({ schema: { type: 'object', required, properties: { group } } }, {}, {}, ['group', 'rows', 0, 'a'], true, {
        group: value,
      })
    expect([
      starred({ rows: [{ b: 'x' }, {}] }),
      starred({ rows: [{}, {}], note: 'x' }),
      starred({ rows: [{ b: 'y' }, {}] }),
      starred({ rows: [{}, {}] }, ['group']),
    ]).toEqual([false, true, true, true])
  })
  it('while another field has the value that its rule names', () => {
    const needs = (data: object) => isRequiredAt({ schema: {} }, { rules: 'required_if:kind,a,b' }, {}, ['note'], false, data)
    expect([needs({ kind: 'b' }), needs({ kind: 'c' }), needs({})]).toEqual([true, false, false])
  })
  it('not by a rule about what is hidden', () => {
    const hiding = { schema: {}, ui: { kind: { visible: { properties: { on: { const: true } } } } } }
    expect(isRequiredAt(hiding, { rules: 'required_if:kind,a' }, {}, ['note'], false, { kind: 'a' })).toBe(false)
  })
})
