import { describe, expect, it } from 'vitest'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import { drawForm } from '#tests/helpers/draw-form.ts'

const file = { type: 'object', format: 'file' }
const properties = {
  name: { type: 'string', title: 'Name' },
  note: { type: 'string' },
  kind: { enum: ['a', 'b'] },
  day: { type: 'string', format: 'date' },
  hour: { type: 'string', format: 'time' },
  mail: { type: 'string', format: 'email' },
  tags: { type: 'array', items: { type: 'string' } },
  cover: file,
  pictures: { type: 'array', items: file },
  code: { type: 'string' },
  mobile: { type: 'object', format: 'mobile', properties: { country_code: { type: 'string' }, mobile: { type: 'string' } } },
  place: { type: 'integer' },
  text: { type: 'string', format: 'html' },
}
const ui = {
  name: { placeholder: 'Type here' },
  note: { widget: 'textarea', limit: 50 },
  pictures: { widget: 'gallery' },
  code: { widget: 'code' },
  place: { widget: 'division-picker' },
  text: { counter: true },
}
const form = { schema: { type: 'object', required: ['name'], properties }, ui }
const hints = /pf-count|rt-count|pf-upload-limits|type="file"|pf-code-hint|pf-required|-search"/g
const placeholders = (html: string) => new Set([...html.matchAll(/placeholder="([^"]*)"/g)].map(([, text]) => text))
const off = (how: object) => ({
  ...form,
  schema: {
    ...form.schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, { ...field, ...how }])),
  },
})
const disabled = {
  ...form,
  ui: Object.fromEntries(Object.keys(properties).map((name) => [name, { ...ui[name as 'name'], disabled: true }])),
}

describe('what cannot be edited', () => {
  it('has hints where it can be', async () => {
    const html = await drawForm(form)
    expect(html.match(hints)?.length).toBeGreaterThan(6)
    expect(placeholders(html)).toContain('Type here')
  })
  it.each([
    ['in a form that is only read', form, { readOnly: true }],
    ['in fields that are only read', off({ readOnly: true }), {}],
    ['in fields that a rule holds fixed', disabled, {}],
  ])('shows no hints for editing %s, and one dash for nothing', async (_, given, props) => {
    const html = await drawForm(given, {}, props)
    expect(html.match(hints)).toBeNull()
    expect([...placeholders(html)]).toEqual([noValue])
  })
})

it('an empty day or time shows how it is written, and no date that could be taken for a value', async () => {
  const html = await drawForm({ schema: { type: 'object', properties: { day: properties.day, hour: properties.hour } } })
  for (const text of placeholders(html)) expect(text).not.toMatch(/[0-9۰-۹]/)
  expect(placeholders(html).size).toBeGreaterThan(0)
})

it('a day in a field reads as it does in lists and details', async () =>
  expect(await drawForm({ schema: { type: 'object', properties: { day: properties.day } } }, { day: '2024-03-20' })).toContain(
    'value="۰۱ فروردین ۱۴۰۳"',
  ))
