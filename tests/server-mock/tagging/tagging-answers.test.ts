import { expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['content_manager', 'editor'], { seed: ['tagging'] })

type Values = Record<string, unknown>
type Method = 'get' | 'post' | 'put' | 'delete'

/** What differs from run to run, or with every publication. */
const passing = new Set(['publication', 'updated_at', 'created_at', 'deleted_at', 'request_id', 'requestId', 'form'])

const lasting = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(lasting)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => !passing.has(key))
            .map(([key, part]) => [key, lasting(part)]),
        )
      : value

const save = 'tagging-label-save'
const orders = 'tagging-save-orders'
const list = 'tagging-labels'

/** Labels that are made get the ids from 75 on. */
const calls: [Method, string, Values, { user?: 'editor'; locale?: string }?][] = [
  ['get', list, { slug: 'brands' }],
  ['get', list, { slug: 'brands' }, { locale: 'fa' }],
  ['get', list, { slug: 'brands', page: 2, page_size: 5 }],
  ['get', list, { slug: 'brands', parent_id: 1 }],
  ['get', list, { slug: 'brands', parent_id: 1, search: 'home' }],
  ['get', list, { parent_id: 40 }],
  ['get', list, { parent_id: 9999 }],
  ['get', list, { search: 'خانه' }, { locale: 'fa' }],
  ['get', list, { slug: 'topics', search: 'market', limit: 1 }],
  ['get', list, { ids: '2,5,9999,34', slug: 'brands' }],
  ['get', list, { slug: 'nowhere' }],
  ['get', list, { slug: 'nowhere' }, { locale: 'fa' }],
  ['get', list, { ids: 'x' }],
  ['get', 'tagging-new-label-fetch', {}],
  ['get', 'tagging-new-label-fetch', { slug: 'topics' }],
  ['get', 'tagging-new-label-fetch', { slug: 'topics', parent_id: 1 }],
  ['get', 'tagging-new-label-fetch', { slug: 'nowhere' }],
  ['get', 'tagging-new-label-fetch', { parent_id: 9999 }],
  ['get', 'tagging-new-label-fetch', {}, { user: 'editor' }],
  ['get', 'tagging-label-fetch', { id: 2 }],
  ['get', 'tagging-label-fetch', { id: 9999 }],
  ['get', 'tagging-content-component-fetch', { type: 'product' }],
  ['get', 'tagging-content-component-fetch', { id: 9999 }],
  // New labels.
  ['post', save, { title: 'Sahand', folder: 'brands' }],
  ['post', save, { data: { title: { en: 'Taftan', fa: 'تفتان' }, attached_folders: [1, 2] } }],
  ['post', save, { title: 'Inner', parent_id: 76 }],
  ['post', save, { title: 'Innermost', parent: 77, attached_folders: [3] }],
  ['post', save, { title: 'First', slug: 'topics', order: 0 }],
  ['post', save, { title: 'Nowhere' }],
  ['post', save, { title: 'Nowhere' }, { locale: 'fa' }],
  ['post', save, { title: 'Nowhere', folder: 'nowhere' }],
  ['post', save, { title: 'Nowhere', attached_folders: [99] }],
  ['post', save, { title: '', folder: 1 }],
  ['post', save, { title: 'x', parent_id: 9999 }],
  ['post', save, { title: 'x', parent_id: 9999 }, { locale: 'fa' }],
  ['post', save, { title: 'x', folder: 1, colour: 'red' }],
  ['post', save, { title: 'x', folder: 1 }, { user: 'editor' }],
  // Changes.
  ['post', save, { id: 75, version: 1, title: 'Sahand II' }],
  ['post', save, { id: 75, version: 1, title: 'Sahand III' }],
  ['post', save, { id: 75, data: { attached_folders: [2], order: 5 } }],
  ['post', save, { id: 76, data: { attached_folders: [1, 3] } }],
  ['get', list, { parent_id: 76 }],
  ['get', list, { parent_id: 77 }],
  ['post', save, { id: 75, data: { attached_folders: [] } }],
  ['post', save, { id: 9999, title: 'x' }],
  ['post', save, { id: 76, parent_id: 76 }],
  ['post', save, { id: 76, parent_id: 78 }],
  ['post', save, { id: 76, parent_id: 78 }, { locale: 'fa' }],
  ['post', save, { id: 75, parent_id: 1 }],
  ['get', list, { parent_id: 1 }],
  ['post', save, { id: 75, parent_id: null }],
  ['post', save, { id: 75, parent_id: null, attached_folders: [1] }],
  ['post', save, { id: 77, parent_id: 75 }],
  ['get', list, { parent_id: 77 }],
  ['post', save, { id: 77, parent_id: 76 }],
  // Ten levels: 75, 80 … 88.
  ...Array.from({ length: 9 }, (_, at): [Method, string, Values] => [
    'post',
    save,
    { title: `Level ${at + 2}`, parent_id: at === 0 ? 75 : 79 + at },
  ]),
  ['post', save, { title: 'Too deep', parent_id: 88 }],
  ['post', save, { title: 'Too deep', parent_id: 88 }, { locale: 'fa' }],
  ['post', save, { id: 75, parent_id: 1 }],
  ['post', orders, { id: 75, after: 2 }],
  // Order.
  ['post', orders, { id: 3, before: 2 }],
  ['get', list, { parent_id: 1 }],
  ['post', orders, { id: 3, at: 'last' }],
  ['post', orders, { id: 3, at: 'last' }],
  ['post', orders, { id: 3, version: 1, at: 'first' }],
  ['post', orders, { id: 2, after: 7 }],
  ['post', orders, { id: 2, after: 4 }],
  ['get', list, { parent_id: 1 }],
  ['post', orders, { id: 77, before: 3 }],
  ['get', list, { parent_id: 77 }],
  ['post', orders, { id: 77, after: 76 }],
  ['get', list, { parent_id: 77 }],
  ['post', orders, { id: 76, after: 9999 }],
  ['post', orders, { id: 76, after: 1, before: 5 }],
  ['post', orders, { id: 76 }],
  ['post', orders, {}],
  ['post', orders, { id: 9999, at: 'first' }],
  ['post', orders, { id: 1, after: 2 }],
  ['post', orders, { id: 1, at: 'first', slug: 'topics' }],
  ['post', orders, { id: 1, at: 'first', slug: 'nowhere' }],
  ['post', orders, { ids: [34, 1], slug: 'topics' }, { locale: 'fa' }],
  ['post', orders, { ids: [1, 9999] }],
  ['post', orders, { ids: [1, 9999] }, { locale: 'fa' }],
  ['post', orders, { ids: [5, 1] }],
  ['get', list, { slug: 'brands', page_size: 4 }],
  ['post', orders, { ids: [6, 3, 2], parent_id: 5 }],
  ['get', list, { parent_id: 5 }],
  ['post', orders, { ids: [1, 3], parent_id: 1 }],
  ['post', orders, { ids: [3], parent_id: 9999 }],
  ['post', orders, { ids: [3], parent_id: null }],
  ['get', list, { ids: '3,2,6' }],
  ['post', orders, { id: 1, at: 'first' }, { user: 'editor' }],
  // Trash.
  ['delete', 'tagging-label-trash', { id: 76 }],
  ['delete', 'tagging-label-trash', { id: 75 }],
  ['delete', 'tagging-label-trash', { id: 75 }, { locale: 'fa' }],
  ['delete', 'tagging-label-trash', { id: 88, version: 7 }],
  ['delete', 'tagging-label-trash', { id: 88, version: 1 }],
  ['delete', 'tagging-label-trash', { id: 88 }],
  ['delete', 'tagging-label-trash', { id: 9999 }],
  ['delete', 'tagging-label-trash', { id: 87 }, { user: 'editor' }],
  ['delete', 'tagging-label-trash', { id: 87 }],
  ['post', save, { id: 88, title: 'In the trash' }],
  ['post', save, { id: 88, version: 1, title: 'In the trash' }],
  ['post', save, { title: 'x', parent_id: 88 }],
  ['post', orders, { id: 88, at: 'first' }],
  ['put', 'tagging-label-restore', { id: 88 }],
  ['put', 'tagging-label-restore', { id: 88 }, { locale: 'fa' }],
  ['put', 'tagging-label-restore', { id: 87 }],
  ['put', 'tagging-label-restore', { id: 88 }],
  ['put', 'tagging-label-restore', { id: 88 }],
  ['put', 'tagging-label-restore', { id: 9999 }],
  ['delete', 'tagging-label-destroy', { id: 88 }],
  ['delete', 'tagging-label-trash', { id: 88 }],
  ['delete', 'tagging-label-destroy', { id: 88 }],
  ['delete', 'tagging-label-destroy', { id: 88 }],
  ['get', 'tagging-folder-single', { slug: 'brands' }],
]

test('calls answer what is written beside this test, refusals included', async () => {
  const answers: string[] = []
  for (const [method, name, values, { user = 'content_manager', locale = 'en' } = {}] of calls) {
    const as = { token: tokens[user], headers: { 'x-locale': locale } }
    const { status, body } = await server[method](name, values, as)
    answers.push(`${method} ${name} ${JSON.stringify(values)} ${user} ${locale}\n${status} ${JSON.stringify(lasting(body))}\n`)
  }
  await expect(answers.join('\n')).toMatchFileSnapshot('tagging-answers.txt')
}, 60_000)
