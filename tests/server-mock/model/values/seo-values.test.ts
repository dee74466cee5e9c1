import { expect, it } from 'vitest'
import { fitsFormat } from '#schemas/rules/json-schema/schema-formats.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { completeSeo } from '#server/model/values/seo-values.ts'

const lists = { seo_post_title: { type: 'array' }, seo_meta_description: { type: 'array' } }
const entity = {
  shape: { columns: ['seo', 'page', 'plain'].map((field) => ({ field, name: field })) },
  document: {
    schema: {
      properties: {
        seo: { type: 'object', format: 'seo' },
        page: { type: 'object', properties: { search: { type: 'object', properties: lists } } },
        plain: { type: 'object', properties: {} },
      },
    },
  },
} as unknown as ModelEntity

it('makes what search engines are told whole, by its format and by its lists, wherever it stands', () => {
  const values: Record<string, unknown> = {
    seo: { seo_post_title: ['title'], seo_custom_post_title: 'gone' },
    page: { search: { seo_canonical: '', seo_meta_description: ['custom_meta_description'], seo_custom_meta_description: 'kept' } },
    plain: { seo_custom_post_title: 'x' },
  }
  expect(completeSeo(entity, values)).toEqual({})
  expect(values).toEqual({
    seo: {
      seo_post_title: ['title'],
      seo_meta_description: [],
      seo_custom_post_title: null,
      seo_custom_meta_description: null,
      seo_canonical: null,
    },
    page: {
      search: {
        seo_post_title: [],
        seo_meta_description: ['custom_meta_description'],
        seo_custom_post_title: null,
        seo_custom_meta_description: 'kept',
        seo_canonical: null,
      },
    },
    plain: { seo_custom_post_title: 'x' },
  })
})

it('names each parameter that does not exist, and leaves what is no such value to its schema', () => {
  expect(completeSeo(entity, { seo: { seo_post_title: ['title', 'nonsense'] } })).toEqual({
    'seo.seo_post_title': [{ key: 'rules.seo_parameter', values: { parameter: 'nonsense' } }],
  })
  expect([
    completeSeo(entity, { seo: null }),
    completeSeo(entity, { seo: 'text' }),
    completeSeo(entity, { seo: { seo_post_title: 5 } }),
  ]).toEqual([{}, {}, {}])
  expect([
    fitsFormat('seo', { seo_post_title: ['nonsense'] }),
    fitsFormat('seo', { seo_post_title: ['title'] }),
    fitsFormat('seo', {}),
  ]).toEqual([false, true, true])
})
