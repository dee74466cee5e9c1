import { seoLimits } from '#schemas/rules/values/seo.ts'
import { useSiteSettings } from '#renderer'
import { cutText } from './cut-text.ts'
import type { Say } from './use-texts.ts'

interface SearchPreviewProps {
  title: string
  description: string
  address: string
  say: Say
}

/** The page as a search result; longer texts are cut at the usual length. */
export function SearchPreview({ title, description, address, say }: SearchPreviewProps) {
  const { site_title } = useSiteSettings()
  const path = address
    .replace(/^https?:\/\//, '')
    .split('/')
    .filter(Boolean)
  const host = /^https?:\/\//.test(address) ? path.shift() : window.location.host
  return (
    <section className="seo-result" aria-label={say('preview')}>
      <p className="seo-result-site">
        <bdi>{site_title}</bdi>
        <bdi dir="ltr">{[host, ...path].join(' › ')}</bdi>
      </p>
      <p className="seo-result-title" dir="auto" data-empty={!title || undefined}>
        {title ? cutText(title, seoLimits.seo_post_title) : say('no_title')}
      </p>
      <p className="seo-result-text" dir="auto" data-empty={!description || undefined}>
        {description ? cutText(description, seoLimits.seo_meta_description) : say('no_description')}
      </p>
    </section>
  )
}
