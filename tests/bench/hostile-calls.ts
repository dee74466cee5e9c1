import { hostileFiles } from './hostile-files.ts'

/** A call that costs whoever serves it without care the whole server. */
export interface HostileCall {
  shape: string
  path: string
  /** As whom; nobody when left out. */
  as?: 'administrator' | 'developer' | 'editor' | 'customer'
  method?: string
  type?: string
  body?: string | Buffer | FormData
}

const megabytes = (text: string, count: number) => text.repeat(Math.floor((count * 1024 * 1024) / text.length))
const many = (count: number, item: (at: number) => string) => Array.from({ length: count }, (_, at) => item(at)).join()

/** JSON texts of up to a number of megabytes. */
const bodies = (size: number): Record<string, string> => ({
  'nested lists': megabytes('[', size),
  'nested objects': megabytes('{"a":', size),
  'a list with a fault an item': `{"ids":[${megabytes('{},', size)}1]}`,
  'many keys': `{${many(size * 60_000, (at) => `"k${at}":1`)}}`,
  'many long keys': `{${many(size * 900, (at) => `"${'k'.repeat(1000)}${at}":1`)}}`,
  'one long text': `{"username":"${megabytes('x', size)}"}`,
  'texts that nothing can store': `{${many(size * 40_000, (at) => `"k${at}":"\\u0000"`)}}`,
  'escapes alone': `{"username":"${megabytes('\\u0041', size)}"}`,
  'duplicates among long texts': `{"tags":[${many(size * 900, (at) => `"${'t'.repeat(1000)}${at % 7}"`)}]}`,
  'numbers of many digits': `{"ids":[${megabytes('1'.repeat(500) + ',', size)}1]}`,
})

const anonymous = (): HostileCall[] =>
  ['login', 'save', 'publish'].flatMap((endpoint) => [
    ...Object.entries(bodies(9)).map(([shape, body]) => ({ shape: `${endpoint}, anonymous, 9 MB: ${shape}`, path: endpoint, body })),
  ])

const withinLimits = (): HostileCall[] => [
  ...Object.entries(bodies(0.03)).map(([shape, body]) => ({ shape: `login, 30 KB: ${shape}`, path: 'login', body: body.slice(0, 32_000) })),
  ...Object.entries(bodies(0.24)).map(([shape, body]) => ({
    shape: `bulk, 240 KB: ${shape}`,
    path: 'bulk',
    as: 'administrator' as const,
    body,
  })),
  ...Object.entries(bodies(0.95)).map(([shape, body]) => ({
    shape: `save, 1 MB: ${shape}`,
    path: 'save',
    as: 'administrator' as const,
    body: body.startsWith('{') && body.endsWith('}') ? `{"model":"user","data":${body}}` : body,
  })),
  ...Object.entries(bodies(1.9)).map(([shape, body]) => ({
    shape: `publish, 2 MB: ${shape}`,
    path: 'publish',
    as: 'developer' as const,
    body: body.startsWith('{') && body.endsWith('}') ? `{"module":"x","documents":${body}}` : body,
  })),
  {
    shape: 'publish, 2 MB: a document of texts',
    path: 'publish',
    as: 'developer',
    body: JSON.stringify({ module: 'x', documents: { 'module.json': `{"a":[${megabytes('"x",', 1.8)}1]}` } }),
  },
  {
    shape: 'publish, 2 MB: an entity of many fields',
    path: 'publish',
    as: 'developer',
    body: JSON.stringify({
      module: 'x',
      documents: {
        'module.json': { name: 'x', title: 'X' },
        'entities/e.json': {
          name: 'e',
          schema: {
            type: 'object',
            properties: Object.fromEntries(Array.from({ length: 25_000 }, (_, at) => [`field_${at}`, { type: 'string', title: 'x' }])),
          },
        },
      },
    }),
  },
  {
    shape: 'publish, 2 MB: deep JSON in a text',
    path: 'publish',
    as: 'developer',
    body: JSON.stringify({ module: 'x', documents: { 'module.json': megabytes('[', 1.8) } }),
  },
]

const markup = (text: string): string => text.slice(0, 200_000)
const texts: Record<string, string> = {
  'deep nesting': markup('<div>'.repeat(40_000)),
  'unclosed tags': markup('<b><i><u>'.repeat(40_000)),
  'tags without end': markup('<a '.repeat(80_000)),
  'attributes by the thousand': markup(`<p ${Array.from({ length: 40_000 }, (_, at) => `a${at}=1`).join(' ')}>`),
  'style properties': markup(`<p style="${'color:red;'.repeat(40_000)}">a</p>`),
  'elements by the thousand': markup('<p></p>'.repeat(40_000)),
  'tables in tables': markup('<table><tr><td>'.repeat(20_000)),
  'formatting without end': markup('<a><b><p>'.repeat(30_000)),
  comments: markup('<!--'.repeat(60_000)),
  quotes: markup(`<p a='${'"'.repeat(300_000)}`),
  'foreign elements': markup('<svg><math><mtext>'.repeat(20_000)),
  'ends of elements': markup('</p>'.repeat(60_000)),
  references: markup('&notit;&amp'.repeat(30_000)),
}
const posts = (): HostileCall[] =>
  Object.entries(texts).map(([shape, text]) => ({
    shape: `post of 200 KB: ${shape}`,
    path: 'content-post-save',
    as: 'administrator',
    body: JSON.stringify({ type: 'news', locale: 'fa', action: 'draft', title: 'x', text }),
  }))

async function files(): Promise<HostileCall[]> {
  return (await hostileFiles()).map(({ shape, name, bytes }) => {
    const body = new FormData()
    body.set('payload', JSON.stringify({ grid: 'content/category/list' }))
    body.set('file', new File([new Uint8Array(bytes)], name, { type: 'application/octet-stream' }))
    return { shape: `${shape} (${Math.ceil(bytes.length / 1024)} KB)`, path: 'grid-import-open', as: 'administrator', body }
  })
}

function others(): HostileCall[] {
  // Written out beforehand: who sends it has no more to do than who receives it.
  const parts = '--b\r\nContent-Disposition: form-data; name="p"\r\n\r\nx\r\n'.repeat(90_000)
  const headers = `--b\r\n${'x: y\r\n'.repeat(1_500_000)}\r\n`
  const group = (depth: number): string => (depth === 0 ? 'title:is(a)' : `or(${group(depth - 1)})`)
  const grid = 'grid?module=content&class=category&part=list'
  const unknownKeys = (count: number) => `{${many(count, (at) => `"k${at}":1`)}}`
  const words = 'title:contains(a b c d e f g h)'
  const asked = (shape: string, query: string): HostileCall => ({ shape, path: `${grid}&${query}`, as: 'administrator', method: 'GET' })
  return [
    { shape: 'multipart of 90,000 parts', path: 'upload', as: 'administrator', type: 'multipart/form-data; boundary=b', body: parts },
    {
      shape: 'a page of 1,000 rows',
      path: 'content-post-grid?type=news&sort=created_at&order=desc&page_size=1000',
      as: 'administrator',
      method: 'GET',
    },
    { shape: 'multipart with headers alone', path: 'upload', as: 'administrator', type: 'multipart/form-data; boundary=b', body: headers },
    {
      shape: 'multipart of dashes',
      path: 'upload',
      as: 'administrator',
      type: 'multipart/form-data; boundary=b',
      body: megabytes('\r\n--', 9),
    },
    asked('a long query', megabytes('a=1&', 0.014)),
    asked('a query of one long value', `q=${'x'.repeat(15_000)}`),
    asked('a query of percent signs', `q=${'%D9%85'.repeat(2500)}`),
    asked('a search of patterns', `q=${encodeURIComponent('%_\\'.repeat(60))}`),
    asked('where with many groups', `where=${encodeURIComponent(group(600))}`),
    asked('where with many conditions', `where=${encodeURIComponent(many(350, () => 'title:is(a)'))}`),
    asked('where of brackets', `where=${'('.repeat(3900)}`),
    asked('where of quotes', `where=${encodeURIComponent('title:is(' + '"\\'.repeat(1900))}`),
    asked('ids by the thousand', `ids=${many(3000, String)}`),
    asked('sort by everything', `sort=${'title,'.repeat(2000)}title&order=${'asc,'.repeat(2000)}asc`),
    ...[9_900, 49_000].flatMap((count): HostileCall[] => [
      { shape: `${count} unknown keys of a post`, path: 'content-post-save', as: 'editor', body: unknownKeys(count) },
      {
        shape: `${count} unknown keys without the right`,
        path: 'save',
        as: 'customer',
        body: `{"model":"role","data":${unknownKeys(count)}}`,
      },
    ]),
    ...[5, 20].map((count) => ({
      shape: `where that looks for words in ${count} conditions`,
      path: `list?model=post&where=${encodeURIComponent(many(count, () => words))}`,
      as: 'administrator' as const,
      method: 'GET',
    })),
    {
      shape: 'a pattern-heavy slug',
      path: 'content-post-save',
      as: 'administrator',
      body: JSON.stringify({ type: 'news', title: 'x', slug: 'a-'.repeat(125) }),
    },
  ]
}

const saving = (shape: string, data: object): HostileCall => ({
  shape,
  path: 'save',
  as: 'administrator',
  body: JSON.stringify({ model: 'page', data: { title: 'x', ...data } }),
})
const note = { note: 'ab '.repeat(320_000) }

/** Calls that come before all: a module whose fields have no limits, and twelve records with a text of 1 MB. */
export const preparations = (): HostileCall[] => [
  {
    shape: 'a module whose fields have no limits',
    path: 'publish',
    as: 'developer',
    body: JSON.stringify({
      module: 'pages',
      documents: {
        'module.json': {
          name: 'pages',
          title: 'Pages',
          version: '1.0.0',
          permissions: ['pages.use'],
          grants: { administrator: ['pages.use'] },
        },
        'entities/page.json': {
          name: 'page',
          title: 'Page',
          display: '{title}',
          access: { read: 'pages.use', write: 'pages.use' },
          schema: {
            type: 'object',
            properties: {
              title: { title: 'Title', type: 'string' },
              text: { title: 'Text', type: 'string', format: 'html' },
              note: { title: 'Note', type: 'string' },
              lines: {
                title: 'Lines',
                type: 'array',
                items: { type: 'object', properties: { a: { title: 'A', type: 'string' }, b: { title: 'B', type: 'integer' } } },
              },
            },
          },
        },
        'grids/page.json': { entity: 'page', class: 'page', part: 'list', title: 'Pages', columns: ['title', 'text', 'note'] },
      },
    }),
  },
  ...Array.from({ length: 12 }, () => saving('a record with a text of 1 MB', note)),
]

const longRecords = (): HostileCall[] => [
  ...['<', '‹', '&', '<p>a</p>', '<p>'].map((sign) =>
    saving(`formatted text of 1 MB of ${sign}`, { text: `<p>${sign.repeat(Math.floor(990_000 / Buffer.byteLength(sign)))}` }),
  ),
  saving('a list of 16,000 rows', { lines: Array.from({ length: 16_000 }, (_, at) => ({ a: 'x', b: at })) }),
  saving('a list of 49,000 wrong rows', { lines: Array.from({ length: 49_000 }, () => 1) }),
  saving('a text of 1 MB', note),
  ...['list?model=page&page_size=100', 'grid?module=pages&class=page&part=list&page_size=100'].map((path) => ({
    shape: `a page of records with texts of 1 MB (${path.split('?')[0]})`,
    path,
    as: 'administrator' as const,
    method: 'GET',
  })),
]

export const hostileCalls = async (): Promise<HostileCall[]> => [
  ...anonymous(),
  ...withinLimits(),
  ...posts(),
  ...others(),
  ...longRecords(),
  ...(await files()),
]
