import { useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { followTopic } from './api/live/follow-topic.ts'
import { watchLive } from './api/live/watch-live.ts'
import { refresh, subscribeRefresh } from './api/refresh.ts'
import { readAgain } from './api/use-call.ts'
import { watchPublication } from './api/watch-publication.ts'
import { ComponentThemeContext, type ComponentTheme } from './ui/component-theme.ts'
import { useLocale } from './locale/use-locale.ts'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { FormEnvironmentContext, type FormEnvironment } from '#renderer/form/form-environment.ts'
import {
  RecordScreenContext,
  RecordTimelineContext,
  type RecordScreenProps,
  type RecordTimelineProps,
} from '#renderer/grid/quick-view/record-screen.ts'
import { ModalStack } from '#renderer/modal/modal-parts.ts'
import { BlockBoundary } from './documents/block-boundary.tsx'
import { RouteHost } from './shell/route-host.tsx'
import { watchOtherTabs } from './session/tab-lock.ts'
import { useDocumentHead, useSiteSettings } from './api/site-settings.ts'
import { NewerNotice } from './shell/newer-notice.tsx'
import { TabLockNotice } from './shell/tab-lock-notice.tsx'
import { Toasts } from './shell/toasts.tsx'
import { UpdateNotice } from './shell/update-notice.tsx'
import { useScheme } from './shell/use-scheme.ts'
import './shell/shell.css'

const ScreenOfRecord = lazyComponent(() => import('#renderer/screen/screen-of-record.tsx'))
const drawRecordScreen = (props: RecordScreenProps) => <ScreenOfRecord key={props.record} {...props} />
const RecordTimeline = lazyComponent(() => import('#renderer/timeline/timeline.tsx'))
const drawRecordTimeline = (props: RecordTimelineProps) => <RecordTimeline key={`${props.model} ${props.record}`} filter {...props} />
const formEnvironment: FormEnvironment = { inspector: lazyComponent(() => import('#renderer/devtools/why.tsx')), preload: [ModalStack] }

export interface PanelProps {
  /** Theme of the components for light or dark, with the site's accent colour if there is one. */
  theme: (scheme: 'light' | 'dark', locale: string, accent: string | null) => ComponentTheme
}

/** The whole panel: theme, direction and routes; the widgets were handed over with `setWidgets`. */
export function Panel({ theme }: PanelProps) {
  const { locale } = useLocale()
  const scheme = useScheme()
  const settings = useSiteSettings()
  useDocumentHead(settings)
  useEffect(watchOtherTabs, [])
  useEffect(watchPublication, [])
  useEffect(() => watchLive(), [])
  // Somebody has changed the title, the logo or the colour: open panels take them over.
  useEffect(() => followTopic('site', () => refresh('layout')), [])
  useEffect(() => subscribeRefresh('layout', () => void readAgain('layout', 'site-settings')), [])
  const [config, setConfig] = useState(() => ({
    key: `${scheme} ${locale} ${settings.accent}`,
    theme: theme(scheme, locale, settings.accent),
  }))
  const key = `${scheme} ${locale} ${settings.accent}`
  if (config.key !== key) setConfig({ key, theme: theme(scheme, locale, settings.accent) })
  return (
    <ComponentThemeContext value={config.theme}>
      <BlockBoundary document="panel" kind="layout">
        <BrowserRouter>
          <FormEnvironmentContext value={formEnvironment}>
            <RecordScreenContext value={drawRecordScreen}>
              <RecordTimelineContext value={drawRecordTimeline}>
                <RouteHost />
              </RecordTimelineContext>
            </RecordScreenContext>
          </FormEnvironmentContext>
        </BrowserRouter>
      </BlockBoundary>
      <Toasts />
      <UpdateNotice />
      <NewerNotice />
      <TabLockNotice />
    </ComponentThemeContext>
  )
}
