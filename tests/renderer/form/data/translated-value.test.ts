import { beforeAll, describe, expect, it } from 'vitest'
import { askForDependentFields } from '#renderer/form/data/dependent-fields.ts'
import { conflictOf } from '#renderer/form/conflict/conflict.ts'
import { mergeRecord } from '#renderer/form/conflict/merge-record.ts'
import { formValues, initialData } from '#renderer/form/data/initial-data.ts'
import { buildPayload } from '#renderer/form/data/payload.ts'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'

beforeAll(askForDependentFields)

const text = { type: 'string', rules: 'max:20' }
const schema = {
  type: 'object',
  properties: {
    title: {
      type: 'object',
      'x-translated': true,
      rules: 'required',
      minProperties: 1,
      additionalProperties: false,
      properties: { fa: text, en: text },
    },
    note: { type: 'string' },
  },
}
const form = { schema }
const record = { id: 7, version: 2, title: 'رمان', note: 'n', translations: { title: { fa: 'رمان', en: 'Novel' } } }

describe('a translated field of a loaded record', () => {
  it("is the map that the record has beside the reader's text", () => {
    expect(initialData(form, schema, record).title).toEqual({ fa: 'رمان', en: 'Novel' })
  })

  it('is the map itself where the record holds one', () => {
    expect(formValues(form, { title: { fa: 'رمان' } }).title).toEqual({ fa: 'رمان' })
  })

  it("is a text of the reader's locale where a record has nothing else", () => {
    useActiveLocale.setState({ locale: 'en' })
    expect(formValues(form, { title: 'Novel' }).title).toEqual({ en: 'Novel' })
  })

  it('leaves out locales that the form does not ask for', () => {
    expect(formValues(form, { ...record, translations: { title: { fa: 'رمان', de: 'Roman' } } }).title).toEqual({ fa: 'رمان' })
  })

  it('is sent as a map, and nothing else of the record with it', () => {
    const data = initialData(form, schema, record)
    expect(buildPayload(form, { ...data, title: { fa: 'رمان', en: '' } }, data)).toEqual({ title: { fa: 'رمان', en: '' }, note: 'n' })
  })

  it('is compared as a map when two people saved it', () => {
    const data = initialData(form, schema, record)
    const conflict = conflictOf(
      { errorCode: 'stale-version', metadata: { current: { ...record, note: 'theirs', version: 3 }, base: record } },
      form,
    )!
    const { conflicts, taken } = mergeRecord(form, data, data, conflict)
    expect([conflicts, taken.map(({ path }) => path)]).toEqual([[], [['note']]])
  })
})
