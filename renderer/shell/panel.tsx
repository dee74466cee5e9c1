import ConfigProvider from 'antd/es/config-provider'
import type { ThemeConfig } from 'antd/es/config-provider'
import { useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { watchPublication } from '#renderer/api/watch-publication.ts'
import { useAntdLocale } from '#renderer/locale/use-antd-locale.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { BlockBoundary } from '#renderer/screen/block-boundary.tsx'
import { RouteHost } from '#renderer/screen/route-host.tsx'
import { watchOtherTabs } from '#renderer/session/tab-lock.ts'
import { useDocumentHead, useSiteSettings } from './site-settings.ts'
import { TabLockNotice } from './tab-lock-notice.tsx'
import { Toasts } from './toasts.tsx'
import { UpdateNotice } from './update-notice.tsx'
import { useScheme } from './use-scheme.ts'
import './shell.css'

export interface PanelProps {
  /** Theme of the components in light or dark, with the site's accent colour where it has one. */
  theme: (scheme: 'light' | 'dark', locale: string, accent: string | null) => ThemeConfig
}

/** The whole panel: theme, direction and routes; the widgets were handed over with `setWidgets`. */
export function Panel({ theme }: PanelProps) {
  const { locale, dir } = useLocale()
  const scheme = useScheme()
  const settings = useSiteSettings()
  const antdLocale = useAntdLocale(locale)
  useDocumentHead(settings)
  useEffect(watchOtherTabs, [])
  useEffect(watchPublication, [])
  const [config, setConfig] = useState(() => ({
    key: `${scheme} ${locale} ${settings.accent}`,
    theme: theme(scheme, locale, settings.accent),
  }))
  const key = `${scheme} ${locale} ${settings.accent}`
  if (config.key !== key) setConfig({ key, theme: theme(scheme, locale, settings.accent) })
  return (
    <ConfigProvider theme={config.theme} direction={dir} locale={antdLocale} wave={{ disabled: true }}>
      <BlockBoundary document="panel" kind="layout">
        <BrowserRouter>
          <RouteHost />
        </BrowserRouter>
      </BlockBoundary>
      <Toasts />
      <UpdateNotice />
      <TabLockNotice />
    </ConfigProvider>
  )
}
