import { panelConfig } from '#renderer'

/** Adds the script that counts visits, where the configuration names an id and nowhere else. */
export function startAnalytics(): void {
  const { analytics_id: id, analytics_origin: origin } = panelConfig
  if (!id || !origin) return
  const script = document.createElement('script')
  script.async = true
  script.src = `${origin}/gtag/js?id=${encodeURIComponent(id)}`
  script.dataset.analyticsId = id
  document.head.append(script)
}
