import { expect, test, vi } from 'vitest'
import { readableValue } from '#renderer/form/data/readable-value.ts'
import { localeFormats } from '#renderer/locale/use-locale.ts'
import readLabels from '#widgets/folder-tags/read-labels.ts'
import readSeo from '#widgets/seo-panel/read-seo.ts'

vi.mock('#renderer/api/call.ts', async (original) => ({
  ...(await original<object>()),
  callNamed: async (name: string, { params }: { params: Record<string, string> }) =>
    name === 'folders'
      ? { results: {}, metadata: { folders: [{ id: 1, slug: 'topics', title: 'Topics' }] } }
      : { results: params.ids!.split(',').map((id) => ({ id: Number(id), title: `Label ${id} of ${params.slug}` })), metadata: {} },
}))

const { signal } = new AbortController()
const seo = { seo_post_title: ['title', 'separator', 'custom_post_title'], seo_custom_post_title: 'Sale', seo_canonical: '/sale' }

test('chosen labels are told by the titles of their folders and their own', async () => {
  const props = { folders: 'folders', labels: 'labels' }
  expect(await readLabels({ topics: [30, 31], audiences: [67], none: [] }, props, 'en', signal)).toBe(
    'Topics: Label 30 of topics, Label 31 of topics\naudiences: Label 67 of audiences',
  )
})

test('what search engines are told is told by the titles of its parts', async () => {
  expect(await readSeo(seo, {}, 'en', signal)).toBe(
    'Title: Title, Separator, Your own title\nYour own title: Sale\nCanonical address: /sale',
  )
  expect(await readSeo(seo, {}, 'fa', signal)).toMatch(/^عنوان: عنوان/)
})

test('a value that its widget reads is not read part by part', () => {
  const form = { schema: { properties: { seo: { type: 'object', format: 'seo' } } } }
  const reading = {
    form,
    formats: localeFormats('en', 'UTC'),
    titleOf: (_: unknown, value: unknown) => (value === seo ? 'Read' : undefined),
  }
  expect(readableValue(seo, ['seo'], reading)).toBe('Read')
})
