import { normaliseSeo, type Seo } from '#schemas/rules/values/seo.ts'

/** What a new post starts with; the description is the synopsis where the type has one. */
export const defaultSeo = (hasSynopsis: boolean): Seo => ({
  seo_post_title: ['title', 'separator', 'site_title'],
  seo_meta_description: hasSynopsis ? ['synopsis'] : [],
  seo_custom_post_title: null,
  seo_custom_meta_description: null,
  seo_canonical: null,
})

/** SEO as it is stored: what was sent over what is there; a custom text stays only while its parameter is chosen. */
export const mergeSeo = (present: Seo, sent: Partial<Seo> | null | undefined): Seo => ({
  ...present,
  ...normaliseSeo({ ...present, ...sent }),
})
