import type { SeoParameter } from '#schemas/rules/values/seo.ts'
import { useCall, useLocale, useSession, useSiteSettings } from '#renderer'

export interface SeoPanelProps extends Record<string, unknown> {
  /** Values of the parameters, by name: `{ "title": "{form.title}" }`. */
  values?: Partial<Record<SeoParameter, unknown>>
  /** Calls that return the titles for values with ids: `{ "categories": "content-category-list" }`. */
  titles?: Partial<Record<SeoParameter, string>>
  /** Between the parts of a title. */
  separator?: string
  /** The page's future address, for the preview. */
  address?: string | null
}

interface Named {
  id?: unknown
  value?: unknown
  title?: unknown
}

/** The current text of each parameter; empty or missing if there is none. */
export function useSeoValues({ values = {}, titles = {}, separator = '–' }: SeoPanelProps): Partial<Record<string, string>> {
  const { locale, formatDate } = useLocale()
  const { site_title } = useSiteSettings()
  const writer = useSession().user?.name_full ?? ''
  const source = titles.categories ?? titles.category
  const { data } = useCall<Named[]>(source ?? '', source ? {} : null, { background: true, revalidateIfStale: false })
  const names = new Map(
    (Array.isArray(data?.results) ? data.results : []).map((one) => [String(one.id ?? one.value), String(one.title ?? '')]),
  )
  const comma = locale === 'fa' || locale === 'ar' ? '، ' : ', '
  const titleOf = (item: unknown): string => {
    if (typeof item === 'object' && item !== null) return String((item as Named).title ?? '')
    return names.get(String(item)) ?? (source ? '' : String(item))
  }
  const textOf = (value: unknown): string => {
    if (Array.isArray(value))
      return value
        .map((item) => (typeof item === 'string' ? item : titleOf(item)))
        .filter(Boolean)
        .join(comma)
    return value === null || value === undefined || typeof value === 'object' ? '' : String(value)
  }
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))
  const categories = Array.isArray(values.categories) ? values.categories : []
  const now = new Date()
  return {
    separator,
    site_title,
    current_date: formatDate(now),
    current_month: formatDate(now, { pattern: 'MMMM' }),
    current_year: formatDate(now, { pattern: 'YYYY' }),
    current_day: formatDate(now, { pattern: 'D' }),
    ...(categories.length > 0 && { category: titleOf(categories[0]) }),
    ...texts,
    author_full_name: texts.author_full_name || writer,
    published_date: values.published_date ? formatDate(String(values.published_date)) : '',
  }
}
