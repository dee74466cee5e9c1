/** Parameters that SEO titles and descriptions are put together from. @source specification §9 */
export const seoParameters = [
  'title', 'separator', 'site_title', 'author_first_name', 'author_last_name', 'author_full_name', 'published_date', 'categories', 'category', 'tags',
  'current_date', 'current_month', 'current_year', 'current_day', 'synopsis', 'custom_post_title', 'custom_meta_description',
] as const

export interface Seo {
  seo_post_title: string[]
  seo_meta_description: string[]
  seo_custom_post_title: string | null
  seo_custom_meta_description: string | null
  seo_canonical: string | null
}

/** What a new post starts with; the description is the synopsis where the type has one. */
export const defaultSeo = (hasSynopsis: boolean): Seo => ({
  seo_post_title: ['title', 'separator', 'site_title'], seo_meta_description: hasSynopsis ? ['synopsis'] : [],
  seo_custom_post_title: null, seo_custom_meta_description: null, seo_canonical: null,
})

/** SEO as it is stored: what was sent over what is there; a custom text stays only while its parameter is chosen. */
export function mergeSeo(present: Seo, sent: Partial<Seo> | null | undefined): Seo {
  const merged = { ...present, ...sent }
  return {
    ...merged,
    seo_custom_post_title: merged.seo_post_title.includes('custom_post_title') ? merged.seo_custom_post_title || null : null,
    seo_custom_meta_description: merged.seo_meta_description.includes('custom_meta_description') ? merged.seo_custom_meta_description || null : null,
    seo_canonical: merged.seo_canonical || null,
  }
}

/** Names among the chosen parameters that do not exist, by field. */
export function unknownParameters(sent: Partial<Seo> | null | undefined): { field: 'seo_post_title' | 'seo_meta_description'; parameter: string }[] {
  const known: readonly string[] = seoParameters
  return (['seo_post_title', 'seo_meta_description'] as const).flatMap(field => (sent?.[field] ?? []).filter(parameter => !known.includes(parameter)).map(parameter => ({ field, parameter })))
}
