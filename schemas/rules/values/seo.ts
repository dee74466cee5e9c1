/**
 * Parameters for composing SEO titles and descriptions, in the order in which they are offered.
 * @source specification §9
 */
export const seoParameters = [
  'title',
  'separator',
  'site_title',
  'author_first_name',
  'author_last_name',
  'author_full_name',
  'published_date',
  'categories',
  'category',
  'tags',
  'current_date',
  'current_month',
  'current_year',
  'current_day',
  'synopsis',
  'custom_post_title',
  'custom_meta_description',
] as const
export type SeoParameter = (typeof seoParameters)[number]

/** Characters that search engines show. @source specification, "SEO limits" */
export const seoLimits = { seo_post_title: 80, seo_meta_description: 160 } as const
export type SeoList = keyof typeof seoLimits

export interface Seo {
  seo_post_title: string[]
  seo_meta_description: string[]
  seo_custom_post_title: string | null
  seo_custom_meta_description: string | null
  seo_canonical: string | null
}

/** Both lists with the parameter and the key of the text that an editor writes himself. */
export const seoTexts = [
  { list: 'seo_post_title', parameter: 'custom_post_title', custom: 'seo_custom_post_title' },
  { list: 'seo_meta_description', parameter: 'custom_meta_description', custom: 'seo_custom_meta_description' },
] as const satisfies readonly { list: SeoList; parameter: SeoParameter; custom: keyof Seo }[]

export const isSeoParameter = (name: string): name is SeoParameter => (seoParameters as readonly string[]).includes(name)

/** Returns all five keys. A text written by hand stays only while its parameter is chosen; empty values become null. */
export function normaliseSeo(seo: Partial<Seo> | null | undefined): Seo {
  const lists = { seo_post_title: seo?.seo_post_title ?? [], seo_meta_description: seo?.seo_meta_description ?? [] }
  const chosen = new Set([...listOf(lists.seo_post_title), ...listOf(lists.seo_meta_description)])
  return {
    ...lists,
    seo_custom_post_title: chosen.has('custom_post_title') ? seo?.seo_custom_post_title || null : null,
    seo_custom_meta_description: chosen.has('custom_meta_description') ? seo?.seo_custom_meta_description || null : null,
    seo_canonical: seo?.seo_canonical || null,
  }
}

/** Unknown parameter names, by the list that contains them. */
export const unknownParameters = (seo: Partial<Seo> | null | undefined): { field: SeoList; parameter: string }[] =>
  seoTexts.flatMap(({ list }) =>
    listOf(seo?.[list])
      .filter((parameter) => !isSeoParameter(parameter))
      .map((parameter) => ({ field: list, parameter })),
  )

const listOf = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : [])

/** Whether an object contains only known parameters; the format `seo`. */
export const isSeo = (value: Partial<Seo>): boolean => unknownParameters(value).length === 0

/** Whether a field holds SEO data: by its format, or by its two lists. Such a value is sent and stored as a whole. */
export function isSeoField(schema: { format?: unknown; properties?: unknown } | undefined): boolean {
  const properties = typeof schema?.properties === 'object' && schema.properties !== null ? schema.properties : {}
  return schema?.format === 'seo' || seoTexts.every(({ list }) => Object.hasOwn(properties, list))
}

/** Characters as people count them: a letter with its marks, or an emoji, is one character. */
export function countCharacters(text: string, locale?: string): number {
  return [...new Intl.Segmenter(locale, { granularity: 'grapheme' }).segment(text)].length
}

/**
 * The text that the parameters produce, joined by spaces. Parameters without a value are left out, and a separator
 * appears only between two parts. `assumed`: the specification does not say how a site joins them.
 */
export function composeSeo(list: readonly string[], values: Partial<Record<string, string>>): string {
  const parts: string[] = []
  let separator: string | undefined
  for (const name of list) {
    const text = values[name]?.trim()
    if (!text) continue
    if (name === 'separator') {
      separator = text
      continue
    }
    if (separator !== undefined && parts.length > 0) parts.push(separator)
    separator = undefined
    parts.push(text)
  }
  return parts.join(' ')
}

/**
 * The text that search engines see: that of the chosen parameters, otherwise the page's own title or synopsis. The
 * counter and the preview use this text.
 */
export const shownSeo = (list: SeoList, chosen: readonly string[], values: Partial<Record<string, string>>): string =>
  composeSeo(chosen, values) || (values[list === 'seo_post_title' ? 'title' : 'synopsis']?.trim() ?? '')

/** A copy of the list with the item at `from` moved to `to`; the same list if that changes nothing. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return [...list]
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}
