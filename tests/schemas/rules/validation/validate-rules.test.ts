import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { locales } from '#schemas/rules/locales.ts'
import { loadRuleMessages, ruleMessage } from '#schemas/rules/messages.ts'
import { parseRules, ruleNames } from '#schemas/rules/validation/rule-string.ts'
import { validateData, validateRules, type HeldPattern } from '#schemas/rules/validation/validate-rules.ts'

const keysOf = (rules: string, value: unknown, more: Record<string, unknown> = {}) =>
  (validateRules({ type: 'object', properties: { field: { rules } } }, { field: value, ...more }).field ?? []).map((error) => error.key)
const passes = (rules: string, value: unknown, more?: Record<string, unknown>) => keysOf(rules, value, more).length === 0

describe('each rule', () => {
  const cases: [rules: string, good: unknown[], bad: unknown[], more?: Record<string, unknown>][] = [
    ['required|min:3', ['abc'], ['', 'ab', null, undefined, '  ']],
    ['after:start', ['2024-01-11', ''], ['2024-01-09', '2024-01-10', 'x'], { start: '2024-01-10' }],
    ['after:start', [10, '10'], [9, 8], { start: 9 }],
    ['after:2024-01-10', ['2024-01-10T00:00:01Z'], ['2024-01-10']],
    ['alpha', ['abc', 'کتاب', 'می‌روم'], ['ab1', 'a b', 3]],
    ['alpha_dash', ['a-b_1', 'کتاب-۱'], ['a b', 'a.b']],
    ['alpha_num', ['a1', '۱الف'], ['a-1']],
    ['between:1,5', [1, 5, '۳', '4.5'], [0, 6, 'x', '5.01', true]],
    ['confirmed:again', ['s'], ['t'], { again: 's' }],
    ['confirmed', ['s'], ['t'], { field_confirmation: 's' }],
    ['currency', ['IRR', 'IRT', ['USD', 'EUR']], ['ZZZ', 'irr', 'XX', ['USD', 'ZZZ']]],
    ['decimal:2', ['1.23', 1.5, '۱/۵'], ['1.234', 'x', '1.', '.', '1./']],
    ['decimal', ['1.23456', '.5'], ['1.2.3', '12.']],
    ['digits:10', ['0123456789', '۰۱۲۳۴۵۶۷۸۹'], ['012345678', '012345678x']],
    [
      'email',
      ['user@example.com', 'user.name+x@example.co', 'USER@EXAMPLE.COM'],
      ['a@b', 'user@', '@example.com', 'a b@c.de', 'a..b@c.de', 'a@-b.de'],
    ],
    ['included:a,b', ['a', ['a', 'b']], ['c', ['a', 'c']]],
    ['excluded:a,b', ['c'], ['a', ['c', 'b']]],
    ['length:4', ['abcd', '😀😀😀😀'], ['abc', 'abcde']],
    ['length:2,3', ['ab', 'abc'], ['a', 'abcd']],
    ['max:3', ['abc', [1, 2, 3]], ['abcd']],
    ['min:3', ['abc'], ['ab']],
    ['max_value:10', [10, '-11', '9.99'], [11, '10.01', '۱۱']],
    ['min_value:10', [10, '11'], [9, 'x']],
    ['max_value:claimed', [4, '3.99', '۴'], [5, '4.01', 'x'], { claimed: '4.00' }],
    ['min_value:claimed', [4, '4'], ['3.99'], { claimed: '۴' }],
    ['max_value:claimed', [5, 'x'], [], { claimed: null }],
    ['max_value:sum.claimed', [4], [5], { sum: { claimed: 4 } }],
    ['numeric', ['12', '۱۲', '١٢', 12], ['12a', '-1', '1.5']],
    ['regex:^(a|b)$', ['a', 'b'], ['c']],
    ['required', [0, false, 'x', [0], '\u200c.', '👨‍👩‍👧'], [[], {}, { fa: '' }, ' \u200c', '\u200f\u00ad', '\u3164', '\ufeff']],
    ['size:100', [{ size: 99 * 1024 }, [{ size: 100 * 1024 }]], [{ size: 101 * 1024 }, [{ size: 1 }, { size: 999_999 }]]],
    ['url', ['https://example.com/x', 'http://localhost:4600'], ['foo', 'javascript:alert(1)', 'ftp://a.b', 'https://', 'http:a.b']],
  ]
  it.each(cases)('%s', (rules, good, bad, more) => {
    for (const value of good) expect([value, passes(rules, value, more)]).toEqual([value, true])
    for (const value of bad) expect([value, passes(rules, value, more)]).toEqual([value, false])
  })
  it('required_if looks at the other field', () => {
    expect(keysOf('required_if:type,legal', '', { type: 'legal' })).toEqual(['rules.required'])
    expect(passes('required_if:type,legal', '', { type: 'real' })).toBe(true)
  })
  it('required takes formatted text that shows nothing as nothing', () => {
    const schema = { type: 'object', properties: { text: { type: 'string', format: 'html', rules: 'required' } } }
    for (const text of ['<p></p>', '<p>&nbsp;<br></p>', ' ', ''])
      expect(validateRules(schema, { text }), text).toEqual({ text: [{ key: 'rules.required' }] })
    for (const text of ['<p>a</p>', '<p><img src="/a.png"></p>', '<hr>']) expect(validateRules(schema, { text }), text).toEqual({})
    expect(validateRules({ type: 'object', properties: { text: { type: 'string', rules: 'required' } } }, { text: '<p></p>' })).toEqual({})
  })
  it('is one of exactly twenty-three', () => expect(new Set(ruleNames).size).toBe(23))
})

describe('rule strings', () => {
  it('leave a pipe to the pattern it stands in', () => {
    expect(parseRules('required|regex:^(a|url|b)$|max:3')).toEqual([
      { name: 'required', args: [] },
      { name: 'regex', args: ['^(a|url|b)$'] },
      { name: 'max', args: ['3'] },
    ])
    expect(parseRules('regex:[|]|x|email')).toEqual([
      { name: 'regex', args: ['[|]|x'] },
      { name: 'email', args: [] },
    ])
  })
  it('ignore what is unknown or not allowed', () => {
    expect(keysOf('foo|required', '')).toEqual(['rules.required'])
    const schema = { properties: { a: { rules: 'required|max:1' } } }
    expect(validateRules(schema, { a: 'xx' }, { allowed: ['required'] })).toEqual({})
    expect(validateRules(schema, {}, { allowed: ['required'] })).toEqual({ a: [{ key: 'rules.required' }] })
  })
  it('follow a dangerous pattern without going back, and hold what is too much even so', () => {
    expect(passes('regex:^(a+)+$', `${'a'.repeat(50)}!`)).toBe(false)
    const held: HeldPattern[] = []
    const text = 'a'.repeat(1_000_000)
    expect(
      validateData(
        { type: 'object', properties: { a: { type: 'string', rules: 'regex:^(a+)+$' } } },
        { a: text },
        { onHeldPattern: (one) => held.push(one) },
      ),
    ).toEqual({})
    expect(held).toEqual([{ path: 'a', pattern: '^(a+)+$', text }])
  })
})

describe('nested data', () => {
  const schema = {
    type: 'object',
    properties: {
      kind: { enum: ['a', 'b'] },
      rows: { type: 'array', rules: 'min:1', items: { $ref: '#/definitions/row' } },
      address: { type: 'object', properties: { city: { rules: 'required' } } },
    },
    if: { properties: { kind: { const: 'b' } } },
    then: { properties: { note: { rules: 'required' } } },
    definitions: {
      row: {
        type: 'object',
        properties: { from: { rules: 'required' }, to: { rules: 'after:from' }, count: { type: 'integer', rules: 'max_value:5' } },
      },
    },
  }
  it('is walked through arrays, references and conditions', () => {
    expect(validateRules(schema, { kind: 'b', rows: [{ from: '2024-01-02', to: '2024-01-01', count: 9 }, {}], address: {} })).toEqual({
      'rows.0.to': [{ key: 'rules.after_of', values: { date: '2024-01-02', other: { field: 'rows.0.from' } } }],
      'rows.0.count': [{ key: 'rules.max_value', values: { max: '5' } }],
      'rows.1.from': [{ key: 'rules.required' }],
      'address.city': [{ key: 'rules.required' }],
      note: [{ key: 'rules.required' }],
    })
    expect(validateRules(schema, { kind: 'a' })).toEqual({})
  })
  it('is also checked by the schema, in the same messages', () => {
    expect(validateData(schema, { kind: 'c', rows: [{ from: 'x', count: '1' }] })).toEqual({
      kind: [{ key: 'rules.included' }],
      'rows.0.count': [{ key: 'rules.type_integer' }],
    })
    expect(validateData({ type: 'object', required: ['a'], properties: { a: { type: 'string', rules: 'required' } } }, {})).toEqual({
      a: [{ key: 'rules.required' }],
    })
  })
  it('says of a value of another kind only that', () => {
    expect(
      validateData(
        { type: 'object', properties: { price: { type: 'string', format: 'decimal', rules: 'min_value:0' } } },
        { price: '1e5' },
      ),
    ).toEqual({ price: [{ key: 'rules.decimal' }] })
  })
  it('survives anything', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        validateRules(schema, data)
        validateData(schema, data)
      }),
    )
    const proto = JSON.parse('{"__proto__":{"x":1},"constructor":1}') as object
    validateData({ ...schema, additionalProperties: false }, proto)
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

describe('ruleMessage', () => {
  beforeAll(() => loadRuleMessages())
  const read = (locale: string) => JSON.parse(readFileSync(`schemas/rules/messages/${locale}.json`, 'utf8')) as Record<string, string>
  it('has every message in every locale, with the same values and naming the field', () => {
    const en = read('en')
    for (const locale of locales) {
      const table = read(locale)
      const needed = (texts: Record<string, string>) => Object.keys(texts).filter((key) => !key.endsWith('_one'))
      expect(needed(table)).toEqual(needed(en))
      for (const [key, text] of Object.entries(en))
        if (Object.hasOwn(table, key))
          expect([locale, key, (table[key]!.match(/\{\w+\}/g) ?? []).sort()]).toEqual([locale, key, (text.match(/\{\w+\}/g) ?? []).sort()])
    }
    for (const rule of ruleNames.filter((name) => name !== 'required_if')) expect(en).toHaveProperty([`rules.${rule}`])
  })
  it('names the field and localises digits', () => {
    expect(ruleMessage('en', 'rules.max', { label: 'Title', max: 3 })).toBe('Title may have at most 3 characters.')
    expect(ruleMessage('fa', 'rules.between', { label: 'تعداد', min: '1', max: '5' })).toBe('مقدار تعداد باید عددی از ۱ تا ۵ باشد.')
    expect(ruleMessage('fa', 'rules.after', { label: 'پایان', date: '2024-03-20' })).toContain('۰۱ فروردین ۱۴۰۳')
    expect(ruleMessage('en', 'rules.required')).toBe('This field is required.')
    expect(ruleMessage('xx', 'rules.required', { label: 'A' })).toBe('A is required.')
    expect(ruleMessage('en', 'nothing')).toBe('nothing')
  })
  it('names the other field that a bound is taken from, of the same row or of the record', () => {
    const lines = { type: 'array', items: { type: 'object', properties: { count: { rules: 'max_value:claimed|min_value:least' } } } }
    const found = validateRules({ type: 'object', properties: { lines } }, { least: 2, lines: [{ count: 5, claimed: 4 }, { count: 1 }] })
    expect(found).toEqual({
      'lines.0.count': [{ key: 'rules.max_value_of', values: { max: '4', other: { field: 'lines.0.claimed' } } }],
      'lines.1.count': [{ key: 'rules.min_value_of', values: { min: '2', other: { field: 'least' } } }],
    })
    const { key, values } = found['lines.0.count']![0]!
    const labelOf = (path: string) => ({ 'lines.0.claimed': 'ادعاشده' })[path] ?? path
    expect(ruleMessage('fa', key, { label: 'تعداد', ...values }, labelOf)).toBe('تعداد نباید از ادعاشده (۴) بیشتر باشد.')
    expect(ruleMessage('en', key, { label: 'Count', ...values })).toBe('Count may not exceed lines.0.claimed (4).')
  })
  it('counts one thing as one, and items of a list as items', () => {
    const rows = { type: 'object', properties: { tags: { type: 'array', rules: 'min:2|max:3' } } }
    const told = (locale: string, tags: string[]) =>
      validateRules(rows, { tags }).tags?.map(({ key, values }) => ruleMessage(locale, key, { label: 'L', ...values }))
    expect([told('en', ['a']), told('en', ['a', 'b', 'c', 'd']), told('fa', ['a'])]).toEqual([
      ['L must have at least 2 items.'],
      ['L may have at most 3 items.'],
      ['L باید حداقل ۲ مورد داشته باشد.'],
    ])
    expect([
      ruleMessage('en', 'rules.min_items', { label: 'L', min: 1 }),
      ruleMessage('ru', 'rules.min_items', { label: 'L', min: 1 }),
    ]).toEqual(['L must have at least 1 item.', 'L: элементов не меньше 1.'])
  })
  it('ends with one stop after an abbreviation, and begins small inside of a sentence', () => {
    expect(ruleMessage('ru', 'rules.after', { label: 'L', date: '2024-03-20' })).toMatch(/ г\.$/)
    expect(ruleMessage('en', 'rules.size', { size: { bytes: 100 * 1024 } })).toBe('This field: each file may be at most 100 kB.')
    expect(ruleMessage('fr', 'rules.not_asked')).toBe('Avec ces valeurs, ce champ n’est pas à remplir.')
  })
})

describe('the rule regex on a decimal', () => {
  const price = { type: 'object', properties: { price: { type: 'string', format: 'decimal', rules: 'regex:^-?\\d[.]\\d{2}$' } } }
  it.each([
    ['1.50', []],
    ['007.50', []],
    ['.50', []],
    ['-.25', []],
    ['1.5', ['rules.regex']],
    ['10.50', ['rules.regex']],
    ['abc', ['rules.decimal']],
  ])('is held against %s as a numeric column returns it', (value, keys) =>
    expect(validateData(price, { price: value }).price?.map(({ key }) => key) ?? []).toEqual(keys),
  )
})
