import { expect, test } from 'vitest'
import type { ImportField } from '#server/features/panel/import/import-fields.ts'
import { formatListText } from '#schemas/rules/text/list-text.ts'
import { readValue, type FileReading } from '#server/features/panel/import/read-value.ts'

const reading: FileReading = {
  locale: 'en',
  numberLocale: 'en',
  timeZone: 'UTC',
  yes: 'Yes',
  no: 'No',
  truths: new Map(),
  key: 'code',
  find: () => Promise.resolve(undefined),
}
const field = (name: string, schema: ImportField['schema'], isList = false): ImportField => ({
  name,
  title: name,
  required: false,
  isList,
  schema,
  names: new Set([name]),
})

test('spaces alone, and around a text, come back as they were exported', async () => {
  const note = field('note', { type: 'string' })
  for (const text of ['   ', ' a ', '\u00a0', '\u200c', ' \n']) expect(await readValue(text, note, reading)).toEqual({ value: text })
})

test('an item of spaces alone comes back from the list that was exported', async () => {
  const tags = field('tags', { type: 'string' }, true)
  for (const items of [['   '], ['a', ' ', 'b'], ['\u00a0', 'a'], ['  ', '  ']])
    expect(await readValue(formatListText(items), tags, reading)).toEqual({ value: items })
})

test('spaces alone are an empty cell where no text of any letters is stored', async () => {
  const fields = [
    field('count', { type: 'integer' }),
    field('at', { type: 'string', format: 'date' }),
    field('code', { type: 'string' }),
    field('tags', { type: 'string' }, true),
    field('size', { type: 'string', enum: ['small', 'large'] }),
  ]
  for (const one of fields) expect(await readValue('  ', one, reading)).toEqual({})
  for (const cell of ['', null, undefined]) expect(await readValue(cell, field('note', { type: 'string' }), reading)).toEqual({})
})
