import { describe, expect, it } from 'vitest'
import { compareRules } from '#schemas/check/diff/diff-rules.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'

const moduleOf = (field: object, payload: object = {}) =>
  parseModule({
    'module.json': JSON.stringify({ name: 'depot', title: 'D', version: '1.0.0' }),
    'entities/crate.json': JSON.stringify({ name: 'crate', title: 'C', schema: { type: 'object', properties: { label: field } } }),
    'endpoints.json': JSON.stringify({ endpoints: [{ name: 'depot-pack', method: 'POST', payload: { type: 'object', ...payload } }] }),
  })
const ofField = (before: object, after: object) => diffModules(moduleOf(before), moduleOf(after)).map(({ level }) => level)
const ofPayload = (before: object, after: object) =>
  diffModules(moduleOf({}, before), moduleOf({}, after)).map(({ level, sentence }) => `${level} ${sentence}`)
const text = { type: 'string' }
const person = { type: 'integer', references: 'persons/user' }

describe('what refuses more than before is breaking', () => {
  it.each([
    ['a where that is new', person, { ...person, where: { enabled: true } }],
    ['a where of one more field', { ...person, where: { a: 1 } }, { ...person, where: { a: 1, b: 2 } }],
    ['a where of fewer values', { ...person, where: { a: [1, 2] } }, { ...person, where: { a: [1] } }],
    ['another where as text', { ...person, where: 'a = 1' }, { ...person, where: 'a = 2' }],
    ['a pattern', text, { ...text, pattern: '^a' }],
    ['another pattern', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }],
    ['entries that must differ', { type: 'array' }, { type: 'array', uniqueItems: true }],
    ['steps', { type: 'integer' }, { type: 'integer', multipleOf: 5 }],
    ['an object that is closed', { type: 'object' }, { type: 'object', additionalProperties: false }],
    ['a listed value that is gone inside a list', { items: { enum: ['a', 'b'] } }, { items: { enum: ['a'] } }],
    ['a type that takes less', { type: ['string', 'null'] }, text],
  ])('%s', (_, before, after) => expect(ofField(before, after)).toEqual(['breaking']))

  it.each([
    ['', 'max:5'],
    ['', 'required'],
    ['max:5', 'max:5|alpha'],
    ['', 'regex:^a$'],
    ['between:1,9', 'between:2,8'],
    ['length:1,9', 'length:1,8'],
    ['included:a,b', 'included:a'],
    ['excluded:a', 'excluded:a,b'],
    ['after:2024-01-01', 'after:2025-01-01'],
    ['max:5|min:3', 'max:9|min:4'],
  ])('rules "%s" that become "%s"', (before, after) =>
    expect(ofField({ ...text, rules: before }, { ...text, rules: after })).toEqual(['breaking']),
  )
})

describe('what takes more than before is not breaking', () => {
  it.each([
    ['min:5', 'min:2'],
    ['max:5|alpha', 'max:5'],
    ['between:2,8', 'between:1,9'],
    ['included:a', 'included:b,a'],
  ])('rules "%s" that become "%s"', (before, after) =>
    expect(ofField({ ...text, rules: before }, { ...text, rules: after })).toEqual(['additive']),
  )

  it.each([
    ['a where that is gone', { ...person, where: { a: 1 } }, person],
    ['a where of more values', { ...person, where: { a: 1 } }, { ...person, where: { a: [1, 2] } }],
    ['smaller steps', { type: 'integer', multipleOf: 10 }, { type: 'integer', multipleOf: 5 }],
    ['an object that is open', { type: 'object', additionalProperties: false }, { type: 'object' }],
  ])('%s', (_, before, after) => expect(ofField(before, after)).toEqual(['additive']))

  it('another order of rules, types or listed values is nothing', () => {
    expect(compareRules('required|max:5', 'max:5|required')).toBe('same')
    expect(ofField({ ...text, rules: 'alpha|max:5' }, { ...text, rules: 'max:5|alpha' })).toEqual([])
    expect(ofField({ type: ['string', 'null'] }, { type: ['null', 'string'] })).toEqual([])
    expect(ofField({ items: { enum: ['a', 'b'] } }, { items: { enum: ['b', 'a'] } })).toEqual([])
  })

  it('a field that may be null from now on is a risk for its readers, and none in what is sent', () => {
    expect(ofField(text, { type: ['string', 'null'] })).toEqual(['risky'])
    expect(ofPayload({ properties: { a: text } }, { properties: { a: { type: ['string', 'null'] } } })).toEqual([
      expect.stringContaining('additive'),
    ])
  })
})

describe('a payload', () => {
  it('says once what it needs from now on', () =>
    expect(ofPayload({}, { required: ['a'], properties: { a: text } })).toEqual(['breaking needs "a" from now on']))
  it('that is closed from now on is breaking', () =>
    expect(ofPayload({ properties: { a: text } }, { properties: { a: text }, additionalProperties: false })).toEqual([
      expect.stringContaining('breaking /additionalProperties is new'),
    ]))
  it('says once what it takes no more', () =>
    expect(ofPayload({ properties: { a: text, b: text } }, { properties: { a: text } })).toEqual(['risky no longer takes "b"']))
})

it('a module without a name is not called "undefined"', () => {
  const unnamed = parseModule({ 'module.json': JSON.stringify({ title: 'D', version: '1.0.0' }) })
  expect(diffModules(undefined, unnamed)).toEqual([{ level: 'additive', subject: 'module', sentence: 'is new' }])
})

describe('records that cannot be removed', () => {
  const protecting = (condition?: object, key = 'protected') =>
    parseModule({
      'module.json': JSON.stringify({ name: 'depot', title: 'D', version: '1.0.0' }),
      'entities/crate.json': JSON.stringify({
        name: 'crate',
        title: 'C',
        schema: { type: 'object', properties: { label: text, price: { type: 'integer' } } },
        storage: { ...(condition && { [key]: condition }) },
      }),
    })
  const of = (name: string, ...values: string[]) => ({ properties: { [name]: { enum: values } } })
  it.each([
    ['from now on', undefined, of('label', 'a'), 'breaking'],
    ['where more records meet the condition', of('label', 'a'), of('label', 'a', 'b'), 'breaking'],
    ['by another condition', of('label', 'a'), of('price', 'a'), 'breaking'],
    ['where fewer records meet the condition', of('label', 'a', 'b'), of('label', 'a'), 'risky'],
    ['no longer', of('label', 'a'), undefined, 'risky'],
  ])('%s', (_, before, after, level) =>
    expect(diffModules(protecting(before), protecting(after)).map((change) => change.level)).toEqual([level]),
  )
  it('by the former word are the same', () =>
    expect(diffModules(protecting(of('label', 'a'), 'kept'), protecting(of('label', 'a')))).toEqual([]))
})
