import { useEffect } from 'react'
import { useCall } from '#renderer/api/use-call.ts'
import { usePageHeadStore } from '#renderer/screen/page-head.ts'

export interface SiteSettings { site_title: string; panel_logo: string | null; favicon: string | null; accent: string | null }

const unknown: SiteSettings = { site_title: '', panel_logo: null, favicon: null, accent: null }

/** Settings of the site in the active locale; empty until they are there, since no page waits for them. */
export function useSiteSettings(): SiteSettings {
  const { data } = useCall<Partial<Record<keyof SiteSettings, unknown>>>('site-settings', {}, { background: true, revalidateIfStale: false, keepPreviousData: true })
  const { site_title, panel_logo, favicon, accent } = data?.results ?? unknown
  return { site_title: text(site_title) ?? '', panel_logo: text(panel_logo), favicon: text(favicon), accent: text(accent) }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Keeps the tab's title and icon at what the site settings and the page say. */
export function useDocumentHead({ site_title, favicon }: SiteSettings): void {
  const pageTitle = usePageHeadStore(state => state.head.title)
  useEffect(() => { if (site_title) document.title = pageTitle ? `${pageTitle} · ${site_title}` : site_title }, [pageTitle, site_title])
  useEffect(() => {
    if (!favicon) return
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]') ?? document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'icon' }))
    link.removeAttribute('type')
    link.href = favicon
  }, [favicon])
}
