/** The fields that every engine is given: 60 % text, 15 % number, 10 % select, 10 % boolean and 5 % date, evenly mixed. */
export type Kind = 'text' | 'number' | 'select' | 'boolean' | 'date'

const mix: Kind[] = [
  'text',
  'text',
  'number',
  'text',
  'select',
  'text',
  'text',
  'boolean',
  'text',
  'number',
  'text',
  'text',
  'date',
  'text',
  'select',
  'text',
  'number',
  'text',
  'boolean',
  'text',
]

export const kindAt = (index: number): Kind => mix[index % mix.length]!

export const choices = ['North', 'South', 'East', 'West']

const schemaOf: Record<Kind, object> = {
  text: { type: 'string', maxLength: 200 },
  number: { type: 'number' },
  select: { type: 'string', enum: choices },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
}

const values: Record<Kind, unknown> = { text: 'A line of text', number: 1250, select: 'East', boolean: true, date: '2024-03-20' }

const properties = (count: number, prefix: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${prefix}${index}`, { title: `Field ${index + 1}`, ...schemaOf[kindAt(index)] }]),
  )
const record = (count: number, prefix: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, values[kindAt(index)]]))

/** A form of so many fields, all visible. */
export const flatForm = (count: number) => ({
  schema: { type: 'object', properties: properties(count, 'field_') },
  data: record(count, 'field_'),
})

/** One list of rows with so many cells each. */
export const listForm = (rows: number, cells: number) => ({
  schema: {
    type: 'object',
    properties: {
      lines: { type: 'array', title: 'Lines', maxItems: rows + 100, items: { type: 'object', properties: properties(cells, 'cell_') } },
    },
  },
  data: { lines: Array.from({ length: rows }, () => record(cells, 'cell_')) },
})

export type BenchForm = ReturnType<typeof flatForm> | ReturnType<typeof listForm>
