import { expect, it } from 'vitest'
import { ApiError } from '#server/errors.ts'
import { maxDepth, maxKeys, maxValues, parseJsonBody, readText } from '#server/plugins/json-body.ts'

const refusal = (text: string): ApiError => {
  try {
    parseJsonBody(text)
  } catch (fault) {
    return fault as ApiError
  }
  throw new Error('nothing was refused')
}
const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)

it('reads an object, and an empty body as one without fields', () => {
  expect(parseJsonBody('{"a":[1,{"b":"😀"}]}')).toEqual({ a: [1, { b: '😀' }] })
  expect(parseJsonBody(' ')).toEqual({})
})

it.each(['[]', '1', 'null', '"text"', '{', '{"a":1}}', '{a:1}'])('refuses %s, which is no JSON object', (text) => {
  expect(refusal(text).code).toBe('bad-request')
})

it('refuses what is nested deeper than the limit before it is parsed', () => {
  expect(parseJsonBody(nested(maxDepth))).toHaveProperty('a')
  expect(refusal(nested(maxDepth + 1)).code).toBe('bad-request')
  expect(refusal('['.repeat(1_000_000)).code).toBe('bad-request')
})

it('refuses more values than the limit before it is parsed, and says how many there are', () => {
  expect(parseJsonBody(`{"a":[${'1,'.repeat(maxValues - 10)}1]}`)).toHaveProperty('a')
  expect(refusal(`{"a":[${'{},'.repeat(maxValues)}1]}`)).toMatchObject({
    code: 'bad-request',
    metadata: { count: maxValues * 2 + 3, max: maxValues },
  })
  expect(parseJsonBody(JSON.stringify({ a: ',{['.repeat(maxValues), b: '\\",{' }))).toHaveProperty('b')
})

it('refuses an object with more fields than the limit before it is parsed; lists may be longer', () => {
  const fields = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":[1,2]`).join()}}`
  expect(Object.keys(parseJsonBody(fields(maxKeys)))).toHaveLength(maxKeys)
  expect(refusal(`{"a":[],"data":${fields(maxKeys + 1)}}`)).toMatchObject({
    code: 'bad-request',
    metadata: { count: maxKeys + 1, max: maxKeys },
  })
  expect(parseJsonBody(`{"a":[${'1,'.repeat(maxKeys)}1]}`)).toHaveProperty('a')
})

it('counts no brackets inside of strings', () => {
  expect(parseJsonBody(JSON.stringify({ a: '['.repeat(100), b: '\\"{{{'.repeat(40) }))).toHaveProperty('b')
})

it.each(['{"__proto__":{"admin":true}}', '{"a":[{"__proto__":1}]}', '{"constructor":{"prototype":{"a":1}}}'])('refuses %s', (text) => {
  expect(refusal(text).code).toBe('bad-request')
  expect(({} as Record<string, unknown>).admin).toBeUndefined()
})

it('lets a field be named constructor', () => {
  expect(parseJsonBody('{"constructor":"who built it"}')).toHaveProperty('constructor', 'who built it')
})

it('names each field whose text no column can hold', () => {
  expect(Object.keys(refusal('{"a":{"b":["x","\\u0000"]},"c":"\\ud800"}').errors!)).toEqual(['a.b.1', 'c'])
})

it('reads UTF-8 and refuses other bytes and other charsets instead of changing what was sent', () => {
  const bytes = Buffer.from('{"a":"فا"}')
  for (const type of [undefined, 'application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])
    expect(readText(bytes, type)).toBe('{"a":"فا"}')
  expect(() => readText(bytes, 'application/json; charset=windows-1256')).toThrow('unsupported-media-type')
  expect(() => readText(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))).toThrow('bad-request')
})
