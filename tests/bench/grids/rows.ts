/** Rows of twelve columns, the same every run. */
export interface BenchRow {
  id: number
  version: number
  [key: string]: unknown
}

export const columnKeys = [
  'title',
  'status',
  'price',
  'stock',
  'city',
  'author',
  'created_at',
  'note',
  'code',
  'pages',
  'paid',
  'weight',
] as const

export const benchRows = (count: number): BenchRow[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    version: 1,
    title: `A title of a usual length, number ${at}`,
    status: at % 3 ? 'published' : 'draft',
    price: String(1000 + at * 37),
    stock: at % 90,
    city: `City ${at % 40}`,
    author: `Author ${at % 25}`,
    created_at: '2024-03-05T08:00:00Z',
    note: `Some words about ${at}`,
    code: `C-${at}`,
    pages: at % 700,
    paid: at % 2 === 0,
    weight: (at % 50) / 10,
  }))
