import { describe, expect, it } from 'vitest'
import { compareDraft } from '#renderer/form/drafts/draft-offer.ts'
import { labelOfPath, readableValue, type Reading } from '#renderer/form/data/readable-value.ts'
import { localeFormats } from '#renderer/locale/use-locale.ts'

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: ['integer', 'null'] },
    status: { type: 'string', enum: ['draft', 'published'] },
    day: { type: 'string', format: 'date' },
    price: { type: 'string', format: 'decimal' },
    name: { type: 'object', 'x-translated': true, properties: { fa: { type: 'string' }, en: { type: 'string' } } },
    secret: { type: 'string', format: 'password' },
    parts: {
      type: 'array',
      items: { type: 'object', properties: { label: { type: 'string', title: 'برچسب' }, count: { type: 'integer', title: 'تعداد' } } },
    },
  },
}
const draft = (changes: object) => ({ changes: changes as Record<string, unknown>, savedAt: 0 })

describe('a draft of an older form', () => {
  it('is offered where it fits, and told where the field is gone or of another type', () => {
    expect(
      compareDraft(schema, draft({ title: 'New', count: 'many', status: 'archived', colour: 'red', parts: [{ label: 1 }], day: null }), {
        title: 'Old',
        day: '2026-01-01',
      }),
    ).toEqual({ fits: ['title', 'day'], gone: ['count', 'status', 'colour', 'parts'] })
  })
  it('says nothing of what is the same', () =>
    expect(compareDraft(schema, draft({ title: 'Same', name: { fa: 'الف' } }), { title: 'Same', name: { fa: 'الف' } })).toEqual({
      fits: [],
      gone: [],
    }))
})

describe('a value as people read it', () => {
  const reading: Reading = {
    form: { schema, ui: { status: { options: [{ value: 'draft', title: 'پیش‌نویس' }] }, parts: { title: 'قطعه‌ها' } } },
    formats: localeFormats('fa', 'Asia/Tehran'),
  }
  const read = (field: string, value: unknown) => readableValue(value, [field], reading)
  it('is that of its option, its calendar and its digits', () => {
    expect([read('status', 'draft'), read('count', 12), read('price', '1250000')]).toEqual(['پیش‌نویس', '۱۲', '۱٬۲۵۰٬۰۰۰'])
    expect(read('day', '2024-03-20')).toContain('۱۴۰۳')
  })
  it('is told language by language and row by row', () => {
    expect(read('name', { fa: 'کتاب', en: 'Book' })).toBe('فارسی: کتاب\nانگلیسی: Book')
    expect(read('parts', [{ label: 'الف', count: 2 }])).toBe('۱. برچسب: الف؛ تعداد: ۲')
    expect(labelOfPath(['parts', 0, 'count'], reading)).toMatch(/^قطعه‌ها › .+ › تعداد$/)
  })
  it('is the name of a file that is kept as its link', () =>
    expect(
      readableValue('/files/x/original.pdf#name=My%20report.pdf', ['paper'], {
        ...reading,
        form: { schema: { properties: { paper: { type: 'string', format: 'file' } } } },
      }),
    ).toBe('My report.pdf'))
  it('is the name of a file', () =>
    expect(read('paper', { id: 39, link: '/files/x/original.png', name: 'plan.png', mime_type: 'image/png', versions: {} })).toBe(
      'plan.png',
    ))
  it('is never JSON: of objects without fields of their own the parts are told', () => {
    const open = { ...reading, form: { schema: {} } }
    const values = [
      { size: 'L', stock: { on: true, since: '2024-03-20' } },
      { from: '2024-03-20', to: '2024-03-21' },
      { country_code: '98', mobile: '9121234567' },
      { id: 3, title: 'خبر', slug: 'news' },
      [{ a: 1 }, { a: 2 }],
      [[1, 2], [3]],
      [true, false],
      { deep: { deep: { deep: { deep: { deep: { deep: { deep: { deep: { deep: { deep: 1 } } } } } } } } } },
    ]
    for (const value of values) expect(readableValue(value, ['x'], open)).not.toMatch(/[{}[\]"]/)
    expect(readableValue(values[0], ['x'], open)).toBe('Size: L\nStock: On: form.yes؛ Since: ۰۱ فروردین ۱۴۰۳')
    expect(readableValue(values[1], ['x'], open)).toBe('۰۱ فروردین ۱۴۰۳ – ۰۲ فروردین ۱۴۰۳')
    expect([readableValue(values[2], ['x'], open), readableValue(values[3], ['x'], open)]).toEqual(['+98 912 123 4567', 'خبر'])
  })
  it('of a list is that of its items: titles, days, yes and no', () => {
    const lists = {
      ...reading,
      form: {
        schema: {
          properties: {
            days: { type: 'array', items: { type: 'string', format: 'date' } },
            flags: { type: 'array', items: { type: 'boolean' } },
            kinds: { type: 'array', items: { enum: ['a', 'b'] } },
          },
        },
        ui: { kinds: { options: [{ value: 'a', title: 'الف' }] } },
      },
    }
    expect(readableValue(['2024-03-20'], ['days'], lists)).toBe('۰۱ فروردین ۱۴۰۳')
    expect(readableValue(['a'], ['kinds'], lists)).toBe('الف')
    expect(readableValue([true], ['flags'], lists)).not.toBe('true')
  })
  it('is never a secret', () => expect(read('secret', 'hunter2')).not.toContain('hunter2'))
  it('is cut when it is long, and a long list is counted', () => {
    expect(read('title', 'x'.repeat(1_000_000)).length).toBeLessThan(2000)
    expect(
      read(
        'parts',
        Array.from({ length: 1000 }, () => ({ label: 'الف' })),
      ).split('\n'),
    ).toHaveLength(21)
  })
  it('is the title of the record that it refers to', () => {
    const categories = {
      ...reading,
      form: { schema: { properties: { categories: { type: 'array', items: { references: 'category' } } } } },
      titleOf: (_: unknown, id: unknown) => (id === 3 ? 'خبر' : undefined),
    }
    expect(readableValue([3, 4], ['categories'], categories)).toBe('خبر و ۴')
  })
})
