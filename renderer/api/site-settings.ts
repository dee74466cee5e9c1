import { useEffect } from 'react'
import { useCall } from './use-call.ts'
import { usePageHeadStore } from '#renderer/ui/page-head.ts'

export interface SiteSettings {
  site_title: string
  panel_logo: string | null
  favicon: string | null
  accent: string | null
  /** ISO 4217 code of amounts whose document names none. */
  currency: string
  /** Decimals that amounts are shown with. */
  amountDecimals: number
  /** Dialling code of a new telephone number, without its plus. */
  countryCode: string
  /** All of them by key, as documents insert them: `{site.currency}`. */
  values: Readonly<Record<string, unknown>>
}

const none: Readonly<Record<string, unknown>> = {}
const defaultDecimals = 2
const defaultCountryCode = '98'

/** Settings of the site in the active locale; empty until they are there, since no page waits for them. */
export function useSiteSettings(): SiteSettings {
  const { data } = useCall<Record<string, unknown>>(
    'site-settings',
    {},
    { background: true, revalidateIfStale: false, keepPreviousData: true, shouldRetryOnError: true },
  )
  const values = data?.results ?? none
  const { site_title, panel_logo, favicon, accent, currency, amount_decimals: decimals, default_country_code: code } = values
  return {
    site_title: text(site_title) ?? '',
    panel_logo: text(panel_logo),
    favicon: text(favicon),
    accent: text(accent),
    values,
    currency: text(currency) ?? 'IRR',
    amountDecimals: typeof decimals === 'string' && /^\d$/.test(decimals) ? Number(decimals) : defaultDecimals,
    countryCode: typeof code === 'string' && /^\d{1,4}$/.test(code) ? code : defaultCountryCode,
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Sets the tab's title and icon from the site settings and the page. */
export function useDocumentHead({ site_title, favicon }: SiteSettings): void {
  const pageTitle = usePageHeadStore((state) => state.head.title)
  useEffect(() => {
    if (site_title) document.title = pageTitle ? `${pageTitle} · ${site_title}` : site_title
  }, [pageTitle, site_title])
  useEffect(() => {
    if (!favicon) return undefined
    const link =
      document.querySelector<HTMLLinkElement>('link[rel=icon]') ??
      document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'icon' }))
    const before = { href: link.href, type: link.type }
    link.removeAttribute('type')
    link.href = favicon
    return () => {
      Object.assign(link, before)
    }
  }, [favicon])
}
